"""Work that must happen on the thread of the SIP stack, submitted from the event loop.

Nothing of the stack may be touched from another thread (libre has a lock for that; it fails for the thread that called
`libre_init`, and baresip-python calls it on ours). But the stack answers a ping by calling us back, on its own thread:
so we ping, and do the work in the callback.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from baresip._events import set_sink
from baresip._native import ffi, lib  # type: ignore[import-not-found]

from parley.telephony.sip.baresip.watchdog import processor_wait_seconds

Done = TypeVar("Done")
Result = TypeVar("Result")

TIMEOUT_SECONDS = 5.0
"""More than the thread ever takes to come to the work, unless it hangs."""
FIRST_PING = 1 << 31
"""Pings of baresip-python itself have lower numbers."""


class StackGone(OSError):
    """The SIP thread has ended, or hangs."""


class SipThread:
    def __init__(self) -> None:
        self._numbers = itertools.cycle(range(FIRST_PING, FIRST_PING << 1))
        self._pending: dict[int, Callable[[], None]] = {}
        """What to do when the ping of this number is answered."""
        self._next_sink: Callable[[int, int, bytes | None], None] | None = None
        self.has_answered = True
        self.native_id = 0
        self._probe = 0
        """The ping that only asks for a sign of life."""

    def attach(self) -> None:
        """Once the stack has started."""
        self._next_sink = set_sink(self._on_event)  # type: ignore[no-untyped-call]

    def probe(self) -> None:
        """Asks for a sign of life. While one is outstanding, no other is asked for."""
        if self._probe in self._pending:
            return
        self.has_answered = False
        self._probe = number = next(self._numbers)

        def answer() -> None:
            self.native_id = threading.get_native_id()
            self.has_answered = True

        self._pending[number] = answer
        if lib.bp_cmd(lib.BP_CMD_PING, number, ffi.NULL):
            del self._pending[number]

    def processor_wait_seconds(self) -> float:
        """How many seconds the thread has waited for a processor so far."""
        return processor_wait_seconds(self.native_id) if self.native_id else 0.0

    async def run(self, work: Callable[[], Done]) -> Done:
        return await self.run_then(work, _unchanged)

    async def run_then(self, work: Callable[[], Done], then: Callable[[Done], Result]) -> Result:
        """Does `work` there and `then` here. What happens in the stack after `work` is reported here after `then`: a
        call is known before its first event.

        Raises what `work` raises, and `StackGone`."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Result] = loop.create_future()

        def on_sip_thread() -> None:
            try:
                done = work()
            except (OSError, ValueError) as error:
                loop.call_soon_threadsafe(_fail, outcome, error)
            else:
                loop.call_soon_threadsafe(_finish, outcome, then, done)

        number = next(self._numbers)
        self._pending[number] = on_sip_thread
        try:
            if lib.bp_cmd(lib.BP_CMD_PING, number, ffi.NULL):
                raise StackGone("the SIP thread takes no commands")
            return await asyncio.wait_for(outcome, TIMEOUT_SECONDS)
        except TimeoutError as error:
            raise StackGone("the SIP thread does not answer") from error
        finally:
            self._pending.pop(number, None)

    def _on_event(self, event: int, number: int, payload: bytes | None) -> None:
        if event == lib.BP_EV_PONG and number >= FIRST_PING:
            if work := self._pending.pop(number, None):
                work()
        elif self._next_sink is not None:
            self._next_sink(event, number, payload)


def _unchanged(done: Done) -> Done:
    return done


def _finish(outcome: asyncio.Future[Any], then: Callable[[Any], Any], done: object) -> None:
    # Also when nobody waits any more: what was done there (a call that was placed) must be known here.
    result = then(done)
    if not outcome.done():
        outcome.set_result(result)


def _fail(outcome: asyncio.Future[Any], error: Exception) -> None:
    if not outcome.done():
        outcome.set_exception(error)
