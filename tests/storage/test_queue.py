"""Jobs: taken once, never lost, in order, with leases that run out."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from parley.storage import queue
from parley.storage.db import Database
from parley.storage.queue import Job, LeaseLost

pytestmark = pytest.mark.io


async def deferred(db: Database, count: int, **options: object) -> None:
    async with db.transaction() as tx:
        for number in range(count):
            await queue.defer(tx, "work", {"number": number}, **options)  # type: ignore[arg-type]


async def taken(db: Database, count: int = 10, lease: float = 60.0) -> list[Job]:
    async with db.transaction() as tx:
        return await queue.lease_due(tx, ["work"], count, lease)


async def test_a_job_exists_only_if_its_transaction_does(db: Database) -> None:
    async def changes_its_mind() -> None:
        async with db.transaction() as tx:
            await queue.defer(tx, "work", {})
            await tx.execute("select 1/0")

    with pytest.raises(asyncpg.DivisionByZeroError):
        await changes_its_mind()
    assert await taken(db) == []


async def test_jobs_are_taken_once_by_many_workers(db: Database) -> None:
    await deferred(db, 30)
    batches = await asyncio.gather(*(taken(db, 10) for _ in range(4)))
    numbers = [job.args["number"] for batch in batches for job in batch]
    assert sorted(numbers) == sorted(set(numbers))
    assert sorted([*numbers, *(job.args["number"] for job in await taken(db, 30))]) == list(range(30))


async def test_a_job_of_the_future_waits(db: Database) -> None:
    later = datetime.now(UTC) + timedelta(hours=1)
    await deferred(db, 1, run_at=later)
    assert await taken(db) == []


async def test_unknown_kinds_wait_for_a_worker_that_knows_them(db: Database) -> None:
    async with db.transaction() as tx:
        await queue.defer(tx, "newer", {})
    assert await taken(db) == []


async def test_one_waiting_job_has_a_key(db: Database) -> None:
    async with db.transaction() as tx:
        assert await queue.defer(tx, "work", {"n": 1}, key="k") is not None
        assert await queue.defer(tx, "work", {"n": 2}, key="k") is None
    [job] = await taken(db)
    async with db.transaction() as tx:
        await queue.finish(tx, job)
        assert await queue.defer(tx, "work", {"n": 3}, key="k") is not None


async def test_an_expired_lease_is_taken_over_and_the_first_holder_is_too_late(db: Database) -> None:
    await deferred(db, 1)
    [first] = await taken(db, lease=0.0)
    [second] = await taken(db)
    assert (second.id, second.attempts) == (first.id, 2)
    with pytest.raises(LeaseLost):
        async with db.transaction() as tx:
            await queue.finish(tx, first)
    with pytest.raises(LeaseLost):
        async with db.transaction() as tx:
            await queue.renew_lease(tx, first, 60)
    async with db.transaction() as tx:
        await queue.postpone(tx, first, 60, "too late to matter")
        await queue.renew_lease(tx, second, 60)
        await queue.finish(tx, second)
    assert await taken(db) == []


async def test_failures_wait_and_then_come_to_rest(db: Database) -> None:
    await deferred(db, 1)
    [job] = await taken(db)
    async with db.transaction() as tx:
        await queue.postpone(tx, job, 0.0, "TimeoutError")
    [job] = await taken(db)
    async with db.transaction() as tx:
        await queue.give_up(tx, job, "TimeoutError")
    assert await taken(db) == []
    async with db.transaction() as tx:
        [letter] = await queue.dead_letters(tx)
        assert (letter["id"], letter["attempts"], letter["last_error"]) == (job.id, 2, "TimeoutError")
        assert await queue.requeue(tx, job.id)
        assert not await queue.requeue(tx, job.id)
    [again] = await taken(db)
    assert (again.id, again.attempts) == (job.id, 1)


async def test_a_period_comes_round_once_for_all(db: Database) -> None:
    async def ask(seconds: float) -> bool:
        async with db.transaction() as tx:
            return await queue.due_period(tx, "tidy", seconds)

    assert sorted(await asyncio.gather(*(ask(3600) for _ in range(4)))) == [False, False, False, True]
    async with db.transaction() as tx:
        await tx.execute("update periods set next_at = now()")
    assert sorted(await asyncio.gather(*(ask(3600) for _ in range(4)))) == [False, False, False, True]


async def test_what_waits_is_counted_by_kind(db: Database) -> None:
    now = datetime.now(UTC)
    await deferred(db, 2, run_at=now - timedelta(seconds=90))
    await deferred(db, 3, run_at=now + timedelta(hours=1))
    (job,) = await taken(db, 1)
    async with db.transaction() as tx:
        await queue.give_up(tx, job, "broken")
        await queue.defer(tx, "other", {})
    rows = {row["kind"]: row for row in await queue.backlog(db)}
    assert (rows["work"]["due"], rows["work"]["later"], rows["work"]["failed"]) == (1, 3, 1)
    assert 90 <= rows["work"]["overdue"] < 3600
    assert (rows["other"]["due"], rows["other"]["failed"]) == (1, 0)
