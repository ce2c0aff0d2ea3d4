"""One request of a desk that waits for what comes next in a session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from uuid import UUID

from parley.domain.messaging import journal_store
from parley.domain.messaging.model import Journaled
from parley.runtime.messaging.journal import Journal
from parley.storage.db import Database

LONGEST_POLL = 25
"""Seconds: below what balancers and browsers think of as hanging."""
PAGE = 200
MOST_TOLD = 20


class DeskReader:
    """A `Subscriber` of the journal."""

    is_desk = True

    def __init__(self, journal: Journal, db: Database, session_id: UUID, after: int) -> None:
        self._journal = journal
        self._db = db
        self._session_id = session_id
        self._news = asyncio.Event()
        self._told: list[str] = []
        self.position = after

    async def wait(self, seconds: float) -> list[str]:
        """What came, as JSON texts; nothing when nothing did."""
        self._journal.subscribe(self._session_id, self)
        try:
            # What was written between the first look and the subscription.
            found = await self._read()
            if not found:
                try:
                    async with asyncio.timeout(seconds):
                        await self._news.wait()
                except TimeoutError:
                    return []
                found = await self._read()
            return [*(event.text for event in found), *self._told]
        finally:
            self._journal.unsubscribe(self._session_id, self)

    async def _read(self) -> list[Journaled]:
        return await journal_store.list_events(self._db, self._session_id, self.position, PAGE)

    def receive(self, _events: Sequence[Journaled]) -> None:
        self._news.set()

    def tell(self, text: str, _after: int | None = None) -> None:
        if len(self._told) < MOST_TOLD:
            self._told.append(text)
        self._news.set()

    def catch_up(self) -> None:
        self._news.set()
