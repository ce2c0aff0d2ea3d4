"""Wake-ups: other processes are told that there is something to look for. They are sent after the commit, and all that
gather meanwhile by one statement.

A NOTIFY inside a transaction is kept or lost with it, but PostgreSQL lets such transactions commit one after the other,
each waiting for the disk alone. Who looks from time to time anyway needs no such promise: a wake-up makes the look come
sooner, and is lost when its process dies between the commit and the sending.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import TypeAlias

from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.kit.tasks import Tasks

log = logger(__name__)

MOST_WAITING = 10_000
"""Beyond it they are dropped: nothing was sent for long, and everybody looks by themselves."""
AT_ONCE = 256
PAUSE_SECONDS = 0.005
"""Between two sendings: the first comes at once, those of a busy process together."""
CLOSING_SECONDS = 1.0

WakeUp: TypeAlias = tuple[str, str]
"""A channel, and what is said on it."""


class WakeUps:
    """`send` gets some at a time; it may raise a `ParleyError`, which loses them."""

    def __init__(self, send: Callable[[list[WakeUp]], Awaitable[None]]) -> None:
        self._send = send
        self._waiting: dict[WakeUp, None] = {}
        self._tasks = Tasks()
        self._sending: asyncio.Task[None] | None = None

    def put(self, wake_ups: Iterable[WakeUp]) -> None:
        """One that is put again before it was sent is sent once."""
        if len(self._waiting) >= MOST_WAITING:
            return
        self._waiting.update(dict.fromkeys(wake_ups))
        if self._sending is None:
            self._sending = self._tasks.start(self._run(), "wake-ups")

    async def aclose(self) -> None:
        """Sends what waits, if that can be done now."""
        if self._sending is not None:
            await asyncio.wait({self._sending}, timeout=CLOSING_SECONDS)
        await self._tasks.aclose()

    async def _run(self) -> None:
        try:
            while self._waiting:
                some = [*islice(self._waiting, AT_ONCE)]
                for each in some:
                    del self._waiting[each]
                try:
                    await self._send(some)
                except ParleyError as error:
                    log.warning("wake_ups_lost", count=len(some), error=type(error).__name__)
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            self._sending = None
