"""Calls of voice processes that died are found; those of processes that live, or come back, are left alone."""

from __future__ import annotations

from datetime import timedelta

import asyncpg
import pytest

from parley.domain.calls import store
from parley.domain.calls.actions import ORPHANED_AFTER, find_orphans
from parley.domain.calls.model import Call, Direction, Status
from parley.kit.ids import uuid7_at
from tests.make import Make

pytestmark = pytest.mark.io

HOLDER = 4711


async def running_call(make: Make) -> Call:
    project_info, now = await make.project(), make.resources.clock.now()
    call = Call(
        id=uuid7_at(now),
        direction=Direction.INBOUND,
        account_id=project_info.account_id,
        project_id=project_info.id,
        connector_id=None,
        environment="live",
        to_number="+442071234567",
        status=Status.CALLING,
        created_at=now,
        held_by=HOLDER,
    )
    async with make.resources.db.transaction() as tx:
        await store.insert_call(tx, call)
    return call


async def found(make: Make, seconds: float) -> list[Call]:
    async with make.resources.db.transaction() as tx:
        return await find_orphans(tx, make.resources.clock.now() + timedelta(seconds=seconds))


async def test_a_process_is_missed_for_a_while_before_its_calls_are_given_up(make: Make) -> None:
    call = await running_call(make)
    assert await found(make, 0) == []
    assert await found(make, ORPHANED_AFTER.total_seconds() - 1) == []
    assert [orphan.id for orphan in await found(make, ORPHANED_AFTER.total_seconds() + 1)] == [call.id]


async def test_a_process_that_lives_keeps_its_calls(make: Make) -> None:
    await running_call(make)
    process = await asyncpg.connect(make.resources.db.dsn)
    try:
        await process.execute("select pg_advisory_lock($1)", HOLDER)
        assert await found(make, 0) == []
        assert await found(make, 3600) == []
    finally:
        await process.close()


async def test_a_process_that_comes_back_is_no_longer_missed(make: Make) -> None:
    await running_call(make)
    assert await found(make, 0) == []
    process = await asyncpg.connect(make.resources.db.dsn)
    await process.execute("select pg_advisory_lock($1)", HOLDER)
    assert await found(make, 60) == []
    await process.execute("select pg_advisory_unlock($1)", HOLDER)
    await process.close()
    assert await found(make, 61) == [], "it begins to be missed anew"


async def test_a_call_that_has_ended_is_nobodys(make: Make) -> None:
    call = await running_call(make)
    async with make.resources.db.transaction() as tx:
        await store.set_success(tx, call.id, make.resources.clock.now())
    assert await found(make, 0) == []
    assert await found(make, 60) == []
