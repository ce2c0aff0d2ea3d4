"""Counting closed hours: once, in steps, whoever else is at it, and again when the past has changed."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from parley.domain.concurrency.actions import recount_from
from parley.domain.concurrency.jobs import COUNT_CLOSED_HOURS, count_closed_hours
from parley.domain.concurrency.model import Range, SeriesQuery, floor
from parley.domain.concurrency.series import read_series
from parley.domain.conversations import counted_hours_store
from parley.domain.conversations.counted_hours import GRACE
from parley.domain.conversations.model import Count, Stage
from parley.domain.projects.info import ProjectInfo
from parley.resources import Resources
from parley.storage import queue
from parley.storage.db import Connection, Database, DatabaseUnavailable
from parley.worker.registry import JOBS
from tests.domain.concurrency.past import HOUR, MIDNIGHT, MINUTE, Past, make_place, write
from tests.make import Make

pytestmark = pytest.mark.io

DAY = timedelta(days=1)


@pytest.fixture
async def project_info(db: Database) -> ProjectInfo:
    return await make_place(db)


async def counted_until(db: Database, project_info: ProjectInfo) -> dict[str, datetime]:
    rows = await db.fetch(
        "select environment, counted_until from concurrency_progress where project_id = $1", project_info.id
    )
    return {row["environment"]: row["counted_until"] for row in rows}


async def hours(db: Database, project_info: ProjectInfo, facet: str = "all") -> dict[tuple[str, datetime], list[int]]:
    rows = await db.fetch(
        "select value, hour, peaks from concurrency_hours where project_id = $1 and facet = $2 order by 1, 2",
        project_info.id, facet,
    )  # fmt: skip
    return {(row["value"], row["hour"]): row["peaks"] for row in rows}


async def peaks(db: Database, project_info: ProjectInfo, start: datetime, end: datetime) -> list[int]:
    [only] = await read_series(db, SeriesQuery(Stage(project_info.id, "live"), Range(start, end)), MIDNIGHT + 30 * DAY)
    return list(only.peaks.tolist())


async def test_an_hour_is_counted_ten_minutes_after_its_end(db: Database, project_info: ProjectInfo) -> None:
    await write(db, project_info, [Past(MIDNIGHT + 6 * MINUTE, MIDNIGHT + 7 * MINUTE, "v1", "North", "en-GB", "+441")])
    await count_closed_hours(db, MIDNIGHT + HOUR + GRACE - timedelta(microseconds=1))
    assert await counted_until(db, project_info) == {}
    await count_closed_hours(db, MIDNIGHT + HOUR + GRACE)
    assert await counted_until(db, project_info) == {"live": MIDNIGHT + HOUR}
    line = [0, 1, *[0] * 10]
    facets = (("all", ""), ("variant", "v1"), ("variant_name", "North"), ("language", "en-gb"), ("number", "+441"))
    for facet, value in facets:
        assert await hours(db, project_info, facet) == {(value, MIDNIGHT): line}


async def test_a_long_history_is_counted_in_steps_and_empty_hours_leave_nothing(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[datetime] = []
    advance = counted_hours_store.set_progress

    async def noted(tx: Connection, count: Count, stage: Stage, until: datetime) -> None:
        steps.append(until)
        await advance(tx, count, stage, until)

    monkeypatch.setattr(counted_hours_store, "set_progress", noted)
    lasting = Past(MIDNIGHT + 23 * HOUR + 55 * MINUTE, MIDNIGHT + DAY + 5 * MINUTE)
    await write(db, project_info, [Past(MIDNIGHT + 5 * HOUR, MIDNIGHT + 5 * HOUR + MINUTE), lasting])
    await count_closed_hours(db, MIDNIGHT + 3 * DAY + GRACE)
    assert steps == [MIDNIGHT + 5 * HOUR + number * DAY for number in (1, 2)] + [MIDNIGHT + 3 * DAY]
    assert [hour for _, hour in await hours(db, project_info)] == [
        MIDNIGHT + 5 * HOUR, MIDNIGHT + 23 * HOUR, MIDNIGHT + DAY,
    ]  # fmt: skip
    await count_closed_hours(db, MIDNIGHT + 3 * DAY + GRACE)
    assert len(steps) == 3, "what is counted is not counted again"


async def test_every_environment_is_counted_from_its_own_first_conversation(
    db: Database, project_info: ProjectInfo
) -> None:
    await write(
        db,
        project_info,
        [
            Past(MIDNIGHT, MIDNIGHT + MINUTE),
            Past(MIDNIGHT + HOUR, MIDNIGHT + HOUR + MINUTE, environment="pre-release", early=HOUR),
        ],
    )
    await count_closed_hours(db, MIDNIGHT + 2 * HOUR + GRACE)
    assert await counted_until(db, project_info) == dict.fromkeys(("live", "pre-release"), MIDNIGHT + 2 * HOUR)


async def test_two_that_count_at_once_count_the_same_as_one(db: Database, project_info: ProjectInfo) -> None:
    other = await make_place(db)
    pasts = [Past(MIDNIGHT + n * 17 * MINUTE, MIDNIGHT + n * 17 * MINUTE + HOUR, f"v{n % 3}") for n in range(200)]
    await write(db, project_info, pasts)
    await write(db, other, pasts)
    now = MIDNIGHT + 4 * DAY
    await asyncio.gather(*(count_closed_hours(db, now) for _ in range(3)))
    await count_closed_hours(db, now)
    for facet in ("all", "variant"):
        found = await hours(db, project_info, facet)
        assert found
        assert found == await hours(db, other, facet)
    assert await counted_until(db, project_info) == await counted_until(db, other) == {"live": now - HOUR}


async def test_a_step_that_dies_leaves_nothing_behind(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(_tx: Connection, _count: Count, _stage: Stage, _until: datetime) -> None:
        raise ConnectionResetError

    await write(db, project_info, [Past(MIDNIGHT, MIDNIGHT + MINUTE)])
    with monkeypatch.context() as patch:
        patch.setattr(counted_hours_store, "set_progress", dies)
        with pytest.raises(DatabaseUnavailable):
            await count_closed_hours(db, MIDNIGHT + 2 * HOUR)
    assert await hours(db, project_info) == {}
    await count_closed_hours(db, MIDNIGHT + 2 * HOUR)
    assert await hours(db, project_info) == {("", MIDNIGHT): [1, *[0] * 11]}


async def test_older_conversations_that_come_later_are_counted_after_all(
    db: Database, project_info: ProjectInfo
) -> None:
    first = Past(MIDNIGHT + HOUR, MIDNIGHT + 4 * HOUR)
    await write(db, project_info, [first])
    now = MIDNIGHT + 6 * HOUR
    await count_closed_hours(db, now)
    await write(db, project_info, [Past(MIDNIGHT + 3 * HOUR, MIDNIGHT + 3 * HOUR + 6 * MINUTE)])
    async with db.transaction() as tx:
        await recount_from(tx, project_info.id, "live", MIDNIGHT + 3 * HOUR + MINUTE)
    assert await counted_until(db, project_info) == {"live": MIDNIGHT + 3 * HOUR}
    expected = [*[1] * 12, 2, 2, *[1] * 10]
    for _ in range(2):
        assert await peaks(db, project_info, MIDNIGHT + 2 * HOUR, MIDNIGHT + 4 * HOUR) == expected
        await count_closed_hours(db, now)
    assert await counted_until(db, project_info) == {"live": MIDNIGHT + 5 * HOUR}
    async with db.transaction() as tx:
        await recount_from(tx, project_info.id, "live", now)
    assert await counted_until(db, project_info) == {"live": MIDNIGHT + 5 * HOUR}, "it is only ever lowered"


async def test_conversations_that_are_removed_leave_no_hours(db: Database, project_info: ProjectInfo) -> None:
    _, removed = await write(
        db, project_info, [Past(MIDNIGHT + number * HOUR, MIDNIGHT + number * HOUR + MINUTE) for number in (0, 2)]
    )
    await count_closed_hours(db, MIDNIGHT + 4 * HOUR)
    async with db.transaction() as tx:
        await tx.execute("delete from conversations where id = $1", removed)
        await recount_from(tx, project_info.id, "live", MIDNIGHT + 2 * HOUR)
    await count_closed_hours(db, MIDNIGHT + 4 * HOUR)
    assert [hour for _, hour in await hours(db, project_info)] == [MIDNIGHT]


async def test_conversations_from_before_the_first_are_counted_after_all(
    db: Database, project_info: ProjectInfo
) -> None:
    await write(db, project_info, [Past(MIDNIGHT + 5 * HOUR, MIDNIGHT + 6 * HOUR)])
    await count_closed_hours(db, MIDNIGHT + 7 * HOUR)
    await write(db, project_info, [Past(MIDNIGHT, MIDNIGHT + MINUTE)])
    async with db.transaction() as tx:
        await recount_from(tx, project_info.id, "live", MIDNIGHT)
    await count_closed_hours(db, MIDNIGHT + 7 * HOUR)
    assert [hour for _, hour in await hours(db, project_info)] == [MIDNIGHT, MIDNIGHT + 5 * HOUR]


async def test_what_was_never_counted_is_not_passed_over_by_counting_again(
    db: Database, project_info: ProjectInfo
) -> None:
    await write(
        db, project_info, [Past(MIDNIGHT + number * HOUR, MIDNIGHT + number * HOUR + MINUTE) for number in (0, 4)]
    )
    async with db.transaction() as tx:
        await recount_from(tx, project_info.id, "live", MIDNIGHT + 4 * HOUR)
    await count_closed_hours(db, MIDNIGHT + 7 * HOUR)
    assert [hour for _, hour in await hours(db, project_info)] == [MIDNIGHT, MIDNIGHT + 4 * HOUR]


async def test_nobody_counts_while_the_past_is_being_written(db: Database, project_info: ProjectInfo) -> None:
    await write(db, project_info, [Past(MIDNIGHT, MIDNIGHT + MINUTE)])
    await count_closed_hours(db, MIDNIGHT + HOUR + GRACE)
    async with db.transaction() as tx:
        await recount_from(tx, project_info.id, "live", MIDNIGHT)
        await count_closed_hours(db, MIDNIGHT + 2 * HOUR + GRACE)
        assert await counted_until(db, project_info) == {"live": MIDNIGHT + HOUR}
    await count_closed_hours(db, MIDNIGHT + 2 * HOUR + GRACE)
    assert await counted_until(db, project_info) == {"live": MIDNIGHT + 2 * HOUR}


async def test_a_worker_counts_every_few_minutes(resources: Resources, make: Make) -> None:
    project_info = await make.project()
    now = resources.clock.now()
    await write(resources.db, project_info, [Past(now - 3 * HOUR, now - 2 * HOUR)])
    async with resources.db.transaction() as tx:
        await queue.defer(tx, COUNT_CLOSED_HOURS, {})
        [job] = await queue.lease_due(tx, [COUNT_CLOSED_HOURS], 1, 60)
    await JOBS[COUNT_CLOSED_HOURS].run(resources, job)
    assert await counted_until(resources.db, project_info) == {"live": floor(now - GRACE, HOUR)}
    assert await resources.db.fetch("select from jobs where kind = $1", COUNT_CLOSED_HOURS) == []
    assert JOBS[COUNT_CLOSED_HOURS].every_seconds == 300
