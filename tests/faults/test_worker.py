"""Jobs that fail, hang, or take their worker down with them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from prometheus_client import REGISTRY

from parley.resources import Resources
from parley.storage import queue
from parley.storage.db import SESSION, Row
from parley.storage.queue import Job
from parley.worker.registry import JobKind
from parley.worker.run import BACKOFF, Worker, defer_periodic_jobs
from tests.waiting import until

pytestmark = pytest.mark.io


@asynccontextmanager
async def working(resources: Resources, *kinds: JobKind, lease_seconds: float = 60.0) -> Any:
    stop = asyncio.Event()
    worker = Worker(resources, {kind.name: kind for kind in kinds}, lease_seconds=lease_seconds)
    task = asyncio.create_task(worker.run(stop))
    try:
        yield worker
    finally:
        stop.set()
        await task


async def defer(resources: Resources, kind: str, args: Mapping[str, Any] | None = None) -> None:
    async with resources.db.transaction() as tx:
        await queue.defer(tx, kind, args or {})


async def stored(resources: Resources, kind: str) -> Row | None:
    return await resources.db.fetchrow("select * from jobs where kind = $1", kind)


def gone(resources: Resources, kind: str) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return await stored(resources, kind) is None

    return check


async def finish(resources: Resources, job: Job) -> None:
    async with resources.db.transaction() as tx:
        await queue.finish(tx, job)


async def test_a_job_is_done_and_leaves_no_row(resources: Resources) -> None:
    async with working(resources, JobKind("good", finish)):
        await defer(resources, "good")
        await until(gone(resources, "good"))


async def test_a_failure_is_kept_by_its_name_alone_and_tried_again(resources: Resources) -> None:
    async def fail(_resources: Resources, _job: Job) -> None:
        raise ValueError("what somebody said in confidence")

    async with working(resources, JobKind("bad", fail)):
        await defer(resources, "bad")

        async def has_failed() -> bool:
            row = await stored(resources, "bad")
            return row is not None and row["last_error"] == "ValueError" and row["lease"] is None

        await until(has_failed)
    row = await stored(resources, "bad")
    assert row is not None
    assert (row["attempts"], row["failed_at"]) == (1, None)


async def test_a_job_that_fails_too_often_is_put_aside(resources: Resources) -> None:
    async def fail(_resources: Resources, _job: Job) -> None:
        raise ValueError

    async with working(resources, JobKind("bad", fail, attempts=1)):
        await defer(resources, "bad")
        await until(lambda: is_dead(resources, "bad"))


async def is_dead(resources: Resources, kind: str) -> bool:
    row = await stored(resources, kind)
    return row is not None and row["failed_at"] is not None


async def test_a_job_that_kills_its_worker_each_time_is_put_aside_unrun(resources: Resources) -> None:
    begun: list[Job] = []

    async def lethal(_resources: Resources, job: Job) -> None:
        begun.append(job)

    await defer(resources, "lethal")
    async with resources.db.transaction() as tx:
        await tx.execute("update jobs set attempts = 3, lease = gen_random_uuid(), leased_until = now()")
    async with working(resources, JobKind("lethal", lethal, attempts=3)):
        await until(lambda: is_dead(resources, "lethal"))
    assert begun == []


async def test_a_job_of_a_newer_version_waits_for_a_worker_that_knows_it(resources: Resources) -> None:
    await defer(resources, "from the future")
    async with working(resources, JobKind("good", finish)):
        await defer(resources, "good")
        await until(gone(resources, "good"))
    row = await stored(resources, "from the future")
    assert row is not None
    assert (row["attempts"], row["failed_at"]) == (0, None)


async def test_a_long_job_keeps_its_lease(resources: Resources) -> None:
    """Much longer than the lease that it was first given; another worker stands by."""
    begun: list[Job] = []
    enough = asyncio.Event()

    async def long(resources: Resources, job: Job) -> None:
        begun.append(job)
        await enough.wait()
        await finish(resources, job)

    kind = JobKind("long", long, lease_seconds=600)
    async with working(resources, kind, lease_seconds=0.6), working(resources, kind, lease_seconds=0.6):
        await defer(resources, "long")

        async def is_kept() -> bool:
            row = await resources.db.fetchrow("select from jobs where leased_until > now() + interval '300 s'")
            return row is not None

        await until(is_kept)
        enough.set()
        await until(gone(resources, "long"))
    assert len(begun) == 1


async def test_a_kind_that_is_to_be_missed_soon_has_a_short_lease_from_the_beginning(resources: Resources) -> None:
    enough = asyncio.Event()

    async def waits(resources: Resources, job: Job) -> None:
        await enough.wait()
        await finish(resources, job)

    async def has_short_lease() -> bool:
        row = await resources.db.fetchrow("select from jobs where leased_until < now() + interval '15 s'")
        return row is not None

    async with working(resources, JobKind("urgent", waits, lease_seconds=15), lease_seconds=600):
        await defer(resources, "urgent")
        await until(has_short_lease)
        enough.set()
        await until(gone(resources, "urgent"))


async def test_a_job_that_another_worker_has_is_stopped(resources: Resources) -> None:
    stopped = asyncio.Event()

    async def endless(_resources: Resources, _job: Job) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()

    async with working(resources, JobKind("endless", endless, lease_seconds=0.6), lease_seconds=0.6):
        await defer(resources, "endless")

        async def is_leased() -> bool:
            row = await stored(resources, "endless")
            return row is not None and row["lease"] is not None

        await until(is_leased)
        async with resources.db.transaction() as tx:
            await tx.execute("update jobs set lease = gen_random_uuid(), leased_until = now() + interval '1 h'")
        await asyncio.wait_for(stopped.wait(), 10)
    row = await stored(resources, "endless")
    assert row is not None
    assert row["last_error"] is None, "whoever has it now is not disturbed"


async def test_stopping_waits_for_what_has_begun(resources: Resources) -> None:
    begun, enough = asyncio.Event(), asyncio.Event()

    async def long(resources: Resources, job: Job) -> None:
        begun.set()
        await enough.wait()
        await finish(resources, job)

    async with working(resources, JobKind("long", long)):
        await defer(resources, "long")
        await begun.wait()
        asyncio.get_running_loop().call_later(0.2, enough.set)
    assert await stored(resources, "long") is None


async def test_a_period_is_asked_for_once_however_many_ask(resources: Resources) -> None:
    kinds = [JobKind("tidy", finish, every_seconds=3600)]
    await asyncio.gather(*(defer_periodic_jobs(resources.db, kinds) for _ in range(8)))
    assert len(await resources.db.fetch("select from jobs where kind = 'tidy'")) == 1


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SESSION, "lock_timeout", "200ms")


@pytest.mark.usefixtures("_impatient")
async def test_the_schedule_survives_a_lock_that_somebody_froze_with(resources: Resources) -> None:
    waited_since: set[datetime] = set()

    async def has_waited_twice() -> bool:
        waiting = await resources.db.fetch(
            "select xact_start from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        )
        waited_since.update(row["xact_start"] for row in waiting)
        return len(waited_since) >= 2

    async with working(resources):
        await until(lambda: has_periods(resources))
        async with resources.db.transaction() as frozen:
            await frozen.execute("delete from periods")
            await frozen.execute("lock table periods")
            await until(has_waited_twice)
        await until(lambda: has_periods(resources))


async def has_periods(resources: Resources) -> bool:
    return await resources.db.fetchrow("select from periods") is not None


def test_pauses_grow_and_have_an_end() -> None:
    pauses = [BACKOFF.delay(attempt, 0.0) for attempt in range(1, 15)]
    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == 600
    assert BACKOFF.delay(3, 0.999) < 6


async def test_what_waits_is_measured(resources: Resources) -> None:
    async with resources.db.transaction() as tx:
        await queue.defer(tx, "late", {}, run_at=datetime.now(UTC) - timedelta(minutes=5))
    worker = Worker(resources, {"late": JobKind("late", finish), "idle": JobKind("idle", finish)})
    await worker.measure_backlog()
    assert REGISTRY.get_sample_value("parley_jobs_waiting", {"kind": "late", "state": "due"}) == 1
    assert 300 <= (REGISTRY.get_sample_value("parley_jobs_overdue_seconds", {"kind": "late"}) or 0) < 3600
    assert REGISTRY.get_sample_value("parley_jobs_waiting", {"kind": "idle", "state": "due"}) == 0
    async with resources.db.transaction() as tx:
        await tx.execute("delete from jobs where kind = 'late'")
    await worker.measure_backlog()
    assert REGISTRY.get_sample_value("parley_jobs_overdue_seconds", {"kind": "late"}) == 0
