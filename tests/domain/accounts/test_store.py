"""Statements about keys that several processes run at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from parley.domain.accounts import store
from parley.domain.accounts.model import Family
from parley.storage.db import Database
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io


async def test_uses_of_keys_are_written_in_one_order(db: Database, make: Make) -> None:
    """Two processes that write the same keys, each in its own order, would wait for each other."""
    project_info, now = await make.project(), make.resources.clock.now()
    low, high = sorted([(await make.key(Family.CHAT, project_info)).key.id for _ in range(2)])
    async with db.transaction() as tx:  # it comes last in the table now
        await tx.execute("update keys set name = 'moved' where id = $1", low)

    async def touch() -> None:
        async with db.transaction() as tx:
            await store.touch_keys(tx, [(high, now), (low, now)])

    async def waits() -> bool:
        rows = await db.fetch(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        )
        return len(rows) == 1

    async with db.transaction() as tx:
        await tx.execute("select from keys where id = $1 for update", low)
        touching = asyncio.create_task(touch())
        await until(waits)
        await tx.execute("select from keys where id = $1 for update nowait", high)
    await touching
    assert [row["last_used_at"] for row in await db.fetch("select last_used_at from keys")] == [now, now]
