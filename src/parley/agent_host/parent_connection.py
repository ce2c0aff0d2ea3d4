"""One child as the serving process sees it: at most one call at a time, and nothing it says is believed unchecked.

Whatever a child sends is counted, and a child that sends too much is lost: frames, wrong ones twice, bytes, and pieces
of frames. So neither memory nor time here depend on what agent code writes to the socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from parley.agent_host import messages
from parley.agent_host.answering import wrong
from parley.agent_host.codec import read
from parley.agent_host.framing import FrameReader, Header, Malformed
from parley.agent_host.messages import MAX_HEADER, MAX_STATE, Ask, Done
from parley.agent_host.protocol import HostServices, Invocation

MAX_FRAMES = 1000
"""Of one call, its end included. One that makes no sense counts as two."""
MAX_BYTES = 32 * 1024 * 1024
MAX_PIECES = 2000
"""Reads that complete no frame: a sound child sends its largest in hundreds, a byte at a time takes millions."""
MAX_UNANSWERED = 128
MAX_UNREAD = 32 * 1024 * 1024
"""Bytes of answers that a child leaves lying in its socket."""
MAX_IDLE_HEADER = 64 * 1024
"""Of a frame outside of calls."""

Answering = Callable[[Ask, HostServices], "asyncio.Task[bytes]"]


ENDED = "ended"


class ChildLost(Exception):
    """The child is of no use any more: it closed its socket or spoke nonsense."""


@dataclass(slots=True)
class Meter:
    """What a child has sent since its last call began, or since its birth."""

    frames: int = 0
    bytes: int = 0
    pieces: int = 0

    def count_data(self, size: int) -> None:
        self.bytes += size
        if self.bytes > MAX_BYTES:
            raise Malformed("it sends too many bytes")

    def count_piece(self) -> None:
        self.pieces += 1
        if self.pieces > MAX_PIECES:
            raise Malformed("it sends its frames in too many pieces")

    def count_frame(self, weight: int = 1) -> None:
        self.frames += weight
        if self.frames > MAX_FRAMES:
            raise Malformed("it sends too many frames")


@dataclass(slots=True)
class _Call:
    number: int
    services: HostServices
    ended: asyncio.Future[tuple[Done, bytes]]
    due: float
    answers: set[asyncio.Task[bytes]] = field(default_factory=set)


class Link(asyncio.Protocol):
    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._frames = FrameReader(MAX_IDLE_HEADER, 0)
        self._meter = Meter()
        self._transport: asyncio.Transport | None = None
        self._numbers = 0
        self._call: _Call | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self.ready: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        self.trouble: str | None = None

    @property
    def alive(self) -> bool:
        return self.trouble is None

    async def call(self, invocation: Invocation, services: HostServices) -> tuple[Done, bytes]:
        """Raises TimeoutError or ChildLost; whatever ends this early leaves a child that must be killed."""
        if self._transport is None or self.trouble is not None:
            raise ChildLost(self.trouble or "is not connected")
        self._numbers += 1
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[tuple[Done, bytes]] = loop.create_future()
        current = _Call(self._numbers, services, ended, loop.time() + invocation.timeout)
        self._call = current
        self._meter = Meter()
        self._frames.accept(MAX_HEADER, MAX_STATE)
        self._transport.write(messages.call(current.number, invocation))
        self._expect(current.due)
        try:
            return await ended
        finally:
            self._call = None
            self._frames.accept(MAX_IDLE_HEADER, 0)
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
            self._meter.count_data(len(data))
            before = self._meter.frames
            for header, body in self._frames.feed(data):
                self._meter.count_frame()
                self._receive(header, body)
            if self._meter.frames == before:
                self._meter.count_piece()
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
        elif kind == "ask" and self._numbers:
            self._asked(read(Ask, header))
        elif kind == "done" and self._call is not None:
            self._done(self._call, read(Done, header), body)
        else:
            raise Malformed("it spoke without being asked" if self._call is None else "an unknown message")

    def _asked(self, ask: Ask) -> None:
        call = self._call
        if ask.call > self._numbers:
            raise Malformed("a question of a call that has not begun")
        if call is None or ask.call != call.number or call.ended.done():
            self._meter.count_frame()  # the second time: of a thread that has outlived its call, at best
            return
        if wrong(ask) is not None:
            self._meter.count_frame()
        if len(call.answers) >= MAX_UNANSWERED:
            raise Malformed("it asks too much at once")
        task = self._answering(ask, call.services)
        call.answers.add(task)
        task.add_done_callback(lambda ended: self._answered(call, ended))

    def _answered(self, call: _Call, task: asyncio.Task[bytes]) -> None:
        call.answers.discard(task)
        if task.cancelled() or self._call is not call or self._transport is None:
            return
        if self._transport.get_write_buffer_size() > MAX_UNREAD:
            self._give_up("broke the protocol (it does not read its answers)")
            return
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
