"""Which sessions have sockets in this process, as the database knows it. When a node has died its clients all come at
once: what they need of the database is written and read for many of them together."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from parley.domain.messaging import session_store
from parley.domain.messaging.model import MOST_SOCKETS, RESUMABLE_AFTER_END, Session
from parley.kit.clock import Clock
from parley.storage.batch import Batch, distinct_rounds
from parley.storage.db import Database

AT_ONCE = 256
"""Sockets that one statement counts."""


class Presence:
    def __init__(self, db: Database, clock: Clock, node: int) -> None:
        self._db = db
        self._clock = clock
        self._node = node
        self._coming: Batch[tuple[UUID, UUID], Session | None] = Batch(self._add, AT_ONCE)
        self._leaving: Batch[UUID, None] = Batch(self._remove, AT_ONCE)

    async def add(self, session_id: UUID, key_id: UUID) -> Session | None:
        """The session with one more socket here. None: it is not of that key, is over, or has no room."""
        return await self._coming.add((session_id, key_id))

    async def remove(self, session_id: UUID) -> None:
        await self._leaving.add(session_id)

    async def _add(self, coming: Sequence[tuple[UUID, UUID]]) -> Sequence[Session | None]:
        found: list[Session | None] = [None] * len(coming)
        now = self._clock.now()
        async with self._db.connection() as connection:
            for places in distinct_rounds([session for session, _ in coming]):
                counted = await session_store.add_sockets(
                    connection,
                    [coming[place] for place in places],
                    self._node,
                    MOST_SOCKETS,
                    now,
                    now - RESUMABLE_AFTER_END,
                )
                for place in places:
                    found[place] = counted.get(coming[place][0])
        return found

    async def _remove(self, leaving: Sequence[UUID]) -> Sequence[None]:
        async with self._db.connection() as connection:
            for places in distinct_rounds(leaving):
                await session_store.remove_sockets(connection, [leaving[place] for place in places], self._node)
        return [None] * len(leaving)
