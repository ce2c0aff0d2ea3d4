"""One child as the serving process sees it: at most one call at a time, and nothing it says is believed unchecked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from parley.runtime.host import messages
from parley.runtime.host.messages import MAX_HEADER, MAX_STATE, Ask, Done
from parley.runtime.host.protocol import Backstage, Invocation
from parley.runtime.host.strict import read
from parley.runtime.host.wire import FrameReader, Header, Malformed

MAX_ASKS = 1000
"""How often one call may ask backstage."""

Answering = Callable[[Ask, Backstage], "asyncio.Task[bytes]"]


ENDED = "ended"


class ChildLost(Exception):
    """The child is of no use any more: it closed its socket or spoke nonsense."""


@dataclass(slots=True)
class _Call:
    number: int
    backstage: Backstage
    ended: asyncio.Future[tuple[Done, bytes]]
    due: float
    asks: int = 0
    answers: set[asyncio.Task[bytes]] = field(default_factory=set)


class Link(asyncio.Protocol):
    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._frames = FrameReader(MAX_HEADER, MAX_STATE)
        self._transport: asyncio.Transport | None = None
        self._numbers = 0
        self._call: _Call | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self.ready: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        self.trouble: str | None = None

    @property
    def alive(self) -> bool:
        return self.trouble is None

    async def call(self, invocation: Invocation, backstage: Backstage) -> tuple[Done, bytes]:
        """Raises TimeoutError or ChildLost; whatever ends this early leaves a child that must be killed."""
        if self._transport is None or self.trouble is not None:
            raise ChildLost(self.trouble or "is not connected")
        self._numbers += 1
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[tuple[Done, bytes]] = loop.create_future()
        current = _Call(self._numbers, backstage, ended, loop.time() + invocation.timeout)
        self._call = current
        self._transport.write(messages.call(current.number, invocation))
        self._expect(current.due)
        try:
            return await ended
        finally:
            self._call = None
            for task in current.answers:
                task.cancel()

    def _expect(self, due: float) -> None:
        """Nearly all calls end long before they are due: one alarm serves many of them, and only looks again when it
        goes off."""
        if self._alarm is not None and self._alarm.when() <= due:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_at(due, self._look)

    def _look(self) -> None:
        self._alarm = None
        if self._call is None or self._call.ended.done():
            return
        if asyncio.get_running_loop().time() < self._call.due:
            self._expect(self._call.due)
        else:
            self._call.ended.set_exception(TimeoutError())

    def send(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance

    def data_received(self, data: bytes) -> None:
        if self.trouble is not None:
            return
        try:
            for header, body in self._frames.feed(data):
                self._receive(header, body)
        except Malformed as error:
            self._give_up(f"broke the protocol ({error})")

    def connection_lost(self, exc: Exception | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._give_up(ENDED)

    def _receive(self, header: Header, body: bytes) -> None:
        kind = header.get("t")
        if kind == "ready" and not self.ready.done():
            self.ready.set_result(read(Mapping[str, str], header.get("sandbox")))  # type: ignore[type-abstract]
        elif self._call is None:
            raise Malformed("it spoke without being asked")
        elif kind == "ask":
            self._asked(self._call, read(Ask, header))
        elif kind == "done":
            self._done(self._call, read(Done, header), body)
        else:
            raise Malformed("an unknown message")

    def _asked(self, call: _Call, ask: Ask) -> None:
        if ask.call != call.number:
            return
        call.asks += 1
        if call.asks > MAX_ASKS:
            raise Malformed("it asks too much")
        task = self._answering(ask, call.backstage)
        call.answers.add(task)
        task.add_done_callback(lambda ended: self._answered(call, ended))

    def _answered(self, call: _Call, task: asyncio.Task[bytes]) -> None:
        call.answers.discard(task)
        if not task.cancelled() and self._call is call:
            self.send(task.result())

    def _done(self, call: _Call, done: Done, body: bytes) -> None:
        if done.call != call.number or call.ended.done():
            raise Malformed("the end of another call")
        call.ended.set_result((done, body))

    def _give_up(self, trouble: str) -> None:
        if self.trouble is not None:
            return
        self.trouble = trouble
        if not self.ready.done():
            self.ready.set_exception(ChildLost(trouble))
            self.ready.exception()
        if self._call is not None and not self._call.ended.done():
            self._call.ended.set_exception(ChildLost(trouble))
        self.close()
