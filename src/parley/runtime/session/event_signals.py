"""A bell for every door that waits for its conversation's external events, on whichever node they are accepted.

Which process has such a door stands in the conversation's row, so that an event is left to it and to nobody else. The
signal only says for which conversation there is something; what it is stands in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from parley.domain.conversations import external_events
from parley.domain.conversations.actions import EVENT_ARRIVED
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.signals import Signals


class EventSignal:
    """Rings once too often rather than never: also at the beginning, and when news may have been missed."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._rung.set()

    def ring(self) -> None:
        self._rung.set()

    async def rung(self) -> None:
        """Returns when it has rung since the last time."""
        await self._rung.wait()
        self._rung.clear()


class EventSignals:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._signals = signals
        self._bells: dict[UUID, EventSignal] = {}
        signals.subscribe(EVENT_ARRIVED, self._arrived, self._ring_all)

    @asynccontextmanager
    async def attend(self, conversation: UUID) -> AsyncIterator[EventSignal]:
        """For the one door that holds a conversation. Whoever hears the bell calls `Arrivals.take_in`."""
        bell = self._bells[conversation] = EventSignal()
        try:
            await external_events.attend(self._db, conversation, self._signals.identity)
            yield bell
        finally:
            if self._bells.get(conversation) is bell:
                del self._bells[conversation]
                with suppress(DatabaseUnavailable):  # the conversation ends by and by, or this process
                    await external_events.leave(self._db, conversation, self._signals.identity)

    def _arrived(self, conversation: str) -> None:
        if (bell := self._bells.get(UUID(conversation))) is not None:
            bell.ring()

    def _ring_all(self) -> None:
        for bell in self._bells.values():
            bell.ring()
