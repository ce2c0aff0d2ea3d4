"""A signal for every door that waits for its conversation's external events, on whichever node they are accepted.

Which process has such a door stands in the conversation's row, so that an event is left to it and to nobody else. The
notification only says for which conversation there is something; what it is stands in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from parley.domain.conversations import external_event_store
from parley.domain.conversations.actions import EVENT_ARRIVED
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.signals import Signals


class EventSignal:
    """Is set once too often rather than never: also at the beginning, and when a notification may have been missed."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._event.set()

    def set(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        """Returns when it was set since the last time."""
        await self._event.wait()
        self._event.clear()


class EventSignals:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._signals = signals
        self._attended: dict[UUID, EventSignal] = {}
        signals.subscribe(EVENT_ARRIVED, self._arrived, self._set_all)

    @asynccontextmanager
    async def attend(self, conversation: UUID) -> AsyncIterator[EventSignal]:
        """For the one door that holds a conversation. Whoever waits for the signal calls `EventInbox.deliver`."""
        # Before the row names this process: from then on events are left to it.
        signal = self._attended[conversation] = EventSignal()
        try:
            await external_event_store.set_attendant(self._db, conversation, self._signals.identity)
            yield signal
        finally:
            # A later door of the same conversation may have taken over; its entry stays.
            if self._attended.get(conversation) is signal:
                del self._attended[conversation]
                with suppress(DatabaseUnavailable):  # the conversation ends by and by, or this process
                    await external_event_store.clear_attendant(self._db, conversation, self._signals.identity)

    def _arrived(self, conversation: str) -> None:
        if (signal := self._attended.get(UUID(conversation))) is not None:
            signal.set()

    def _set_all(self) -> None:
        for signal in self._attended.values():
            signal.set()
