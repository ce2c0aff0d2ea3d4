"""Work that must happen on the thread of the SIP stack, wished for from the event loop.

Nothing of the stack may be touched from another thread (libre has a lock for that; it fails for the thread that called
`libre_init`, and baresip-python calls it on ours). But the stack answers a ping by calling us back, on its own thread:
so we ping, and do the work in the answer.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from baresip._events import set_sink
from baresip._native import ffi, lib  # type: ignore[import-not-found]

from parley.telephony.sip.watchdog import waited_seconds

Work = TypeVar("Work")
Result = TypeVar("Result")

SECONDS = 5.0
"""More than the thread ever takes to come to a wish."""
OURS = 1 << 31
"""Pings of baresip-python itself have lower numbers."""


class StackGone(OSError):
    """The SIP thread has ended, or stands still."""


class SipThread:
    def __init__(self) -> None:
        self._numbers = itertools.cycle(range(OURS, OURS << 1))
        self._wishes: dict[int, Callable[[], None]] = {}
        self._next: Callable[[int, int, bytes | None], None] | None = None
        self.has_answered = True
        self.native_id = 0
        self._asked = 0

    def attach(self) -> None:
        """Once the stack has started."""
        self._next = set_sink(self._heard)  # type: ignore[no-untyped-call]

    def ask(self) -> None:
        """Wants a sign of life. While one is outstanding, no other is asked for."""
        if self._asked in self._wishes:
            return
        self.has_answered = False
        self._asked = number = next(self._numbers)

        def alive() -> None:
            self.native_id = threading.get_native_id()
            self.has_answered = True

        self._wishes[number] = alive
        if lib.bp_cmd(lib.BP_CMD_PING, number, ffi.NULL):
            del self._wishes[number]

    def waited(self) -> float:
        """How many seconds the thread has waited for a processor so far."""
        return waited_seconds(self.native_id) if self.native_id else 0.0

    async def run(self, work: Callable[[], Work]) -> Work:
        return await self.run_then(work, _same)

    async def run_then(self, work: Callable[[], Work], then: Callable[[Work], Result]) -> Result:
        """Does `work` there and `then` here. What happens in the stack after `work` is heard here after `then`.

        Raises what `work` raises, and `StackGone`."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Result] = loop.create_future()

        def over_there() -> None:
            try:
                done = work()
            except (OSError, ValueError) as error:
                loop.call_soon_threadsafe(_fail, outcome, error)
            else:
                loop.call_soon_threadsafe(_finish, outcome, then, done)

        number = next(self._numbers)
        self._wishes[number] = over_there
        try:
            if lib.bp_cmd(lib.BP_CMD_PING, number, ffi.NULL):
                raise StackGone("the SIP thread takes no wishes")
            return await asyncio.wait_for(outcome, SECONDS)
        except TimeoutError as error:
            raise StackGone("the SIP thread does not answer") from error
        finally:
            self._wishes.pop(number, None)

    def _heard(self, event: int, number: int, payload: bytes | None) -> None:
        if event == lib.BP_EV_PONG and number >= OURS:
            if wish := self._wishes.pop(number, None):
                wish()
        elif self._next is not None:
            self._next(event, number, payload)


def _same(done: Work) -> Work:
    return done


def _finish(outcome: asyncio.Future[Any], then: Callable[[Any], Any], done: object) -> None:
    result = then(done)
    if not outcome.done():
        outcome.set_result(result)


def _fail(outcome: asyncio.Future[Any], error: Exception) -> None:
    if not outcome.done():
        outcome.set_exception(error)
