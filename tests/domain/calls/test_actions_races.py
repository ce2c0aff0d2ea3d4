"""Several voice processes take calls of one connector at once, and some of them die: never are there more calls than
slots, the oldest goes first, and none is placed twice or lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

import asyncpg
import pytest

from parley.domain.calls import actions, store
from parley.domain.numbers.model import Connector
from parley.storage.db import Connection, Database
from tests.domain.calls.trunk import NOW, connector_with, inbound, placed

pytestmark = pytest.mark.io

SLOTS = 3
CALLS = 40
PROCESSES = 4


class Killed(Exception):
    """The process died before its transaction was over."""


class Race:
    def __init__(self, db: Database, connector: Connector, chance: random.Random) -> None:
        self.db = db
        self.connector = connector
        self.chance = chance
        self.taken: list[UUID] = []
        """In the order of the connector's lock: noted before it is let go."""
        self.answered = 0
        self.most_running = 0
        self.deaths = 0

    @property
    def is_over(self) -> bool:
        return len(self.taken) == CALLS

    async def lives(self, identity: int) -> None:
        """One voice process after another: each holds its lock until it dies."""
        while not self.is_over:
            async with _alive(self.db, identity):
                await self._works(identity)
            self.deaths += 1
            identity += PROCESSES

    async def _works(self, identity: int) -> None:
        for _ in range(self.chance.randint(1, 6)):
            try:
                found = await self._takes(identity)
            except Killed:
                return
            if self.chance.random() < 0.2:
                return  # with calls that nobody ends
            for call_id in found:
                await self._ends(call_id)

    async def _takes(self, identity: int) -> list[UUID]:
        dies = self.chance.random() < 0.15
        async with self.db.transaction() as tx:
            if self.chance.random() < 0.3:
                call = inbound(self.connector, held_by=identity)
                found = [call.id] if await actions.take_slot(tx, call) else []
                self.answered += len(found)
            else:
                calls = await actions.start_queued(tx, self.connector.id, identity, NOW, self.chance.randint(1, 3))
                found = [call.id for call in calls]
                self.taken += found if not dies else []
            await self._count(tx)
            if dies:
                raise Killed
        return found

    async def _ends(self, call_id: UUID) -> None:
        async with self.db.transaction() as tx:
            if self.chance.random() < 0.5:
                await actions.mark_connected(tx, call_id, NOW)
                await actions.complete_call(tx, call_id, NOW)
            else:
                await actions.fail_call(tx, call_id, "Busy Here", 486, NOW)

    async def reaps(self) -> None:
        """What the periodic job does for the dead."""
        while not self.is_over:
            for call in await store.list_abandoned(self.db):
                async with self.db.transaction() as tx:
                    await actions.fail_call(tx, call.id, "The voice process died.", None, NOW)
            await asyncio.sleep(0)

    async def watches(self) -> None:
        while not self.is_over:
            async with self.db.connection() as connection:
                await self._count(connection)
            await asyncio.sleep(0)

    async def _count(self, connection: Connection) -> None:
        self.most_running = max(self.most_running, await store.count_running(connection, self.connector.id))


@asynccontextmanager
async def _alive(db: Database, identity: int) -> AsyncIterator[None]:
    held = await asyncpg.connect(db.dsn)
    try:
        await held.execute("select pg_advisory_lock($1)", identity)
        yield
    finally:
        await held.close()


@pytest.mark.parametrize("seed", range(3))
async def test_slots_are_exact_while_processes_race_and_die(dsn: str, seed: int) -> None:
    db = await Database.open(dsn, connections=PROCESSES + 2)
    try:
        connector = await connector_with(db, max_calls=SLOTS)
        calls = [await placed(db, connector, NOW - timedelta(seconds=CALLS - n)) for n in range(CALLS)]
        race = Race(db, connector, random.Random(seed))
        processes = [race.lives(identity) for identity in range(1, PROCESSES + 1)]
        async with asyncio.timeout(60):
            await asyncio.gather(*processes, race.reaps(), race.watches())
        assert race.taken == [call.id for call in calls], "each once, the oldest first"
        assert race.most_running == SLOTS
        assert race.deaths > PROCESSES
        assert race.answered > 0
    finally:
        await db.aclose()
