"""Which calls of this process their clients do not want any more, as other processes tell."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from parley.domain.calls import actions as calls
from parley.domain.calls import store
from parley.kit.tasks import Tasks
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.telephony.carrier import PhoneCall


class Cancellations:
    def __init__(self, resources: Resources) -> None:
        self._db = resources.db
        self._watched: dict[str, asyncio.Event] = {}
        self._tasks = Tasks()
        resources.signals.subscribe(calls.CANCELLED, self._signalled, self._look_up_all)

    @asynccontextmanager
    async def watch(self, call_id: UUID) -> AsyncIterator[asyncio.Event]:
        """Is set once the call is cancelled, and at once if it was before."""
        cancelled = self._watched[str(call_id)] = asyncio.Event()
        try:
            # After it is watched: a signal that comes between the two is not lost.
            await self._look_up([call_id])
            yield cancelled
        finally:
            del self._watched[str(call_id)]

    def _signalled(self, call_id: str) -> None:
        if (cancelled := self._watched.get(call_id)) is not None:
            cancelled.set()

    def _look_up_all(self) -> None:
        """News may have been missed."""
        if self._watched:
            self._tasks.start(self._look_up([UUID(call_id) for call_id in self._watched]), "cancelled calls")

    async def _look_up(self, ids: list[UUID]) -> None:
        # Signals stop as well while the database is away, and when they come again everything is looked up.
        with suppress(DatabaseUnavailable):
            for call_id in await store.list_cancelled(self._db, ids):
                self._signalled(str(call_id))


@asynccontextmanager
async def hanging_up_on(cancelled: asyncio.Event, call: PhoneCall) -> AsyncIterator[None]:
    """Meanwhile the call is hung up on when it is cancelled, whether it rings or runs."""
    tasks = Tasks()

    async def hang_up() -> None:
        await cancelled.wait()
        await call.hang_up()

    tasks.start(hang_up(), "cancelled call")
    try:
        yield
    finally:
        await tasks.aclose()
