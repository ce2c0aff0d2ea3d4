"""Retention: what is older than a project keeps goes, in steps or by whole months, and nothing else does."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from parley.domain.conversations import removal_store, retention
from parley.domain.conversations.retention import EXPIRE, expire_conversations, kept_since
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7_at
from parley.resources import Resources
from parley.storage import partitions, queue
from parley.storage.db import Database
from parley.storage.queue import Job, LeaseLost
from parley.worker.registry import JOBS
from parley.worker.run import Worker
from tests.domain.conversations.kept import (
    COLUMNS,
    NOW,
    add,
    add_block,
    add_vector,
    days_ago,
    left,
    month_names,
    place_with,
)
from tests.waiting import until

pytestmark = pytest.mark.io

EMPTIED = {"text_messages", "text_threads"}
"""Their rows say who wants no messages, and what was taken from a carrier: they stay, without what was said."""
RUN_OUT = {"external_event_ids", "messaging_sessions", "messaging_events"}
"""Gone within the hour by themselves."""
EVERYTHING = set(COLUMNS) - {"live_conversations"}


class StandingClock:
    """`steps`: how long each look at the clock takes."""

    def __init__(self, now: datetime = NOW, steps: float = 0.0) -> None:
        self._now, self._steps, self._passed = now, steps, 0.0

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        self._passed += self._steps
        return self._passed


async def taken(db: Database) -> Job:
    """A job of ours, as a worker has it."""
    async with db.transaction() as tx:
        await queue.defer(tx, EXPIRE, {})
        [job] = await queue.lease_due(tx, [EXPIRE], 1, 60)
        return job


async def round_of(db: Database, clock: StandingClock | None = None) -> None:
    await expire_conversations(db, clock or StandingClock(), await taken(db))


def test_a_project_keeps_for_ever_unless_it_says_otherwise() -> None:
    def project(**settings: object) -> ProjectInfo:
        return ProjectInfo("p", "a", "p", "p", "us-1", settings, NOW, NOW)

    assert kept_since(project(), NOW) is None
    assert kept_since(project(retention_days=None), NOW) is None
    assert kept_since(project(retention_days=7), NOW) == NOW - timedelta(days=7)


def test_it_happens_every_hour() -> None:
    assert EXPIRE in JOBS
    assert JOBS[EXPIRE].every_seconds == 3600


async def test_every_table_that_names_a_conversation_is_known_here(db: Database) -> None:
    """Whoever adds one adds it to `removal` too, unless its rows go away with the live conversation."""
    rows = await db.fetch(
        """
        select c.relname from pg_attribute as a join pg_class as c on c.oid = a.attrelid
        where a.attname = 'conversation_id' and c.relkind in ('r', 'p') and not c.relispartition and not exists (
            select from pg_constraint as k
            where k.conrelid = c.oid and k.confrelid = 'live_conversations'::regclass and k.confdeltype = 'c'
        )
        """
    )
    assert {row["relname"] for row in rows} <= set(COLUMNS) | EMPTIED
    assert set(partitions.TABLES) <= set(COLUMNS)


async def test_everything_of_what_is_older_goes_and_nothing_of_what_is_not(db: Database) -> None:
    project = await place_with(db, retention_days=7)
    old = [await add(db, project, days_ago(8), environment=env) for env in ("sandbox", "pre-release", "live")]
    young = await add(db, project, days_ago(6))
    assert await left(db, old[0]) == await left(db, young) == EVERYTHING
    await round_of(db)
    assert [await left(db, each) for each in old] == [set(), set(), set()]
    assert await left(db, young) == EVERYTHING


async def test_text_messages_lose_what_they_said(db: Database) -> None:
    project = await place_with(db, retention_days=7)
    old, young = await add(db, project, days_ago(8)), await add(db, project, days_ago(6))
    for conversation in (old, young):
        await db.fetch(
            """
            with thread as (
                insert into text_threads (id, account_id, project_id, connector_id, environment, channel, our_number,
                                          user_number, greeting, conversation_id, last_active_at, created_at)
                values ($1, $2, $3, 'c', 'live', 'sms', '+1', $1::uuid::text, 'Hello Ann', $1, now(), now())
                returning id, project_id
            )
            insert into text_messages (id, thread_id, project_id, connector_id, conversation_id, is_incoming, body,
                                       status, created_at, changed_at)
            select id, id, project_id, 'c', $1, true, 'I am Ann', 'received', now(), now() from thread
            """,
            conversation, project.account_id, project.id,
        )  # fmt: skip
    await round_of(db)
    rows = await db.fetch(
        """
        select t.id, m.body, t.greeting, t.conversation_id
        from text_threads t join text_messages m on m.thread_id = t.id
        """
    )
    left_of = {row["id"]: (row["body"], row["greeting"], row["conversation_id"]) for row in rows}
    assert left_of == {old: ("", "", None), young: ("I am Ann", "Hello Ann", young)}


async def test_other_projects_keep_what_they_have(db: Database) -> None:
    places = [await place_with(db), await place_with(db, retention_days=None), await place_with(db, retention_days=30)]
    kept = [await add(db, project, days_ago(20)) for project in places]
    gone = await add(db, await place_with(db, retention_days=1), days_ago(20))
    await round_of(db)
    assert [await left(db, each) for each in kept] == [EVERYTHING] * 3
    assert await left(db, gone) == set()


@pytest.mark.parametrize(("days", "stays"), [(6.99, True), (7.01, False)])
async def test_the_limit_is_exact(db: Database, days: float, stays: bool) -> None:
    conversation = await add(db, await place_with(db, retention_days=7), days_ago(days))
    await round_of(db)
    assert (await left(db, conversation) != set()) is stays


async def test_what_runs_is_never_touched(db: Database) -> None:
    project = await place_with(db, retention_days=7)
    running = await add(db, project, days_ago(30), "running")
    before = await left(db, running)
    assert "live_conversations" in before
    await round_of(db)
    assert await left(db, running) == before


async def test_what_has_ended_is_finished_first_unless_nobody_ever_does(db: Database) -> None:
    project = await place_with(db, retention_days=7)
    just_ended, forgotten = [await add(db, project, days_ago(30), "ended") for _ in range(2)]
    async with db.transaction() as tx:
        await tx.execute("update live_conversations set last_active_at = $2 where id = $1", just_ended, NOW)
    await round_of(db)
    assert "live_conversations" in await left(db, just_ended)
    assert await left(db, forgotten) == set()


async def test_it_goes_in_steps_until_there_is_no_more(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "STEP", 2)
    places = [await place_with(db, retention_days=7) for _ in range(2)]
    conversations = [await add(db, project, days_ago(8 + number)) for project in places for number in range(5)]
    await round_of(db)
    assert [await left(db, each) for each in conversations] == [set()] * 10


async def test_a_round_that_takes_too_long_leaves_the_rest_to_the_next(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest go first, and every project gets its turn."""
    monkeypatch.setattr(retention, "STEP", 1)
    places = [await place_with(db, retention_days=7) for _ in range(2)]
    conversations = [[await add(db, project, days_ago(days)) for days in (10, 9, 8)] for project in places]
    hurried = StandingClock(steps=retention.ROUND.total_seconds() / 6.5)
    await round_of(db, hurried)
    rest = [[await left(db, each) for each in some] for some in conversations]
    assert rest == [[set(), EVERYTHING, EVERYTHING]] * 2
    await round_of(db)
    assert [await left(db, each) for some in conversations for each in some] == [set()] * 6


async def test_a_job_that_another_worker_took_over_touches_nothing(db: Database) -> None:
    conversation = await add(db, await place_with(db, retention_days=7), days_ago(8))
    job = await taken(db)
    async with db.transaction() as tx:
        await tx.execute("update jobs set lease = gen_random_uuid()")
    with pytest.raises(LeaseLost):
        await expire_conversations(db, StandingClock(), job)
    assert await left(db, conversation) == EVERYTHING


async def test_two_rounds_at_once_do_no_harm(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a worker is thought dead and is not."""
    monkeypatch.setattr(retention, "STEP", 3)
    project = await place_with(db, retention_days=7)
    old = [await add(db, project, days_ago(8)) for _ in range(10)]
    young = await add(db, project, days_ago(1))
    jobs = [await taken(db), await taken(db)]
    await asyncio.gather(*(expire_conversations(db, StandingClock(), job) for job in jobs))
    assert [await left(db, each) for each in old] == [set()] * 10
    assert await left(db, young) == EVERYTHING


async def test_two_workers_do_it_once(resources: Resources) -> None:
    db = resources.db
    project = await place_with(db, retention_days=7)
    old, young = await add(db, project, days_ago(8)), await add(db, project, days_ago(1))
    stop = asyncio.Event()
    workers = [Worker(resources, {EXPIRE: JOBS[EXPIRE]}) for _ in range(2)]
    running = [asyncio.create_task(worker.run(stop)) for worker in workers]

    async def is_done() -> bool:
        return await left(db, old) == set() and await db.fetchrow("select from jobs where kind = $1", EXPIRE) is None

    await until(is_done)
    stop.set()
    await asyncio.gather(*running)
    assert await left(db, young) == EVERYTHING


async def test_blocks_of_vectors_go_when_all_in_them_are_older(db: Database) -> None:
    project, other = await place_with(db, retention_days=7), await place_with(db)
    ids = {days: uuid7_at(days_ago(days)) for days in (20, 10, 1)}
    async with db.transaction() as tx:
        await partitions.ensure_between(tx, days_ago(20), NOW)
        for each in ids.values():
            await add_vector(tx, each, project)
    await add_block(db, project, ids[20], ids[10])
    kept = [await add_block(db, project, ids[10], ids[1]), await add_block(db, other, ids[20])]
    await round_of(db)
    rows = await db.fetch("select id from vector_blocks")
    assert {row["id"] for row in rows} == set(kept)


async def test_event_ids_that_ran_out_are_forgotten(db: Database) -> None:
    conversation = await add(db, await place_with(db), days_ago(1))
    later = StandingClock(datetime.now(UTC) + timedelta(hours=2))
    await round_of(db)
    assert "external_event_ids" in await left(db, conversation)
    await round_of(db, later)
    assert "external_event_ids" not in await left(db, conversation)


# Whole months

LONG_AGO = datetime(2021, 3, 15, 12, tzinfo=UTC)


async def test_a_month_in_which_nobody_keeps_anything_goes_as_a_whole(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No row is deleted by itself: no step of it is allowed."""
    places = [await place_with(db, retention_days=days) for days in (7, 400)]
    gone = [await add(db, project, LONG_AGO) for project in places]
    present = await month_names(db)
    assert "2021_03" in present
    monkeypatch.setattr(retention, "ROUND", timedelta(0))
    await round_of(db, StandingClock(steps=1.0))
    assert await month_names(db) == [name for name in present if name != "2021_03"]
    for each in gone:
        assert await left(db, each) <= RUN_OUT
    for table in partitions.TABLES:
        assert await db.fetchrow("select where to_regclass($1) is not null", f"{table}_2021_03") is None


async def test_a_month_without_anything_goes(db: Database) -> None:
    await place_with(db)
    async with db.transaction() as tx:
        await partitions.ensure_between(tx, LONG_AGO, LONG_AGO + timedelta(days=70))
    assert {"2021_03", "2021_04", "2021_05"} <= set(await month_names(db))
    await round_of(db)
    assert await month_names(db) == [name for name in await month_names(db) if not name.startswith("2021")]


async def test_this_month_and_the_last_stay_although_they_are_empty(db: Database) -> None:
    present = await month_names(db)
    assert f"{partitions.month_start(NOW, -1):%Y_%m}" in present
    await round_of(db)
    assert await month_names(db) == present
    async with db.transaction() as tx:
        await partitions.ensure(tx, NOW)
    assert await month_names(db) == present


@pytest.mark.parametrize("days", [None, 10_000])
async def test_a_month_in_which_somebody_keeps_something_stays(db: Database, days: int | None) -> None:
    gone = await add(db, await place_with(db, retention_days=7), LONG_AGO)
    kept = await add(db, await place_with(db, retention_days=days), LONG_AGO)
    await round_of(db)
    assert "2021_03" in await month_names(db)
    assert (await left(db, gone), await left(db, kept)) == (set(), EVERYTHING)


async def test_a_month_with_a_conversation_that_runs_stays(db: Database) -> None:
    project = await place_with(db, retention_days=7)
    running = await add(db, project, LONG_AGO, "running")
    await round_of(db)
    assert {"conversations", "turns", "live_conversations"} <= await left(db, running)


async def test_a_month_with_conversations_of_nobody_we_know_stays(db: Database) -> None:
    conversation = await add(db, await place_with(db, retention_days=7), LONG_AGO)
    async with db.transaction() as tx:
        await tx.execute("update conversations set project_id = 'PROJECT-unknown'")
    await round_of(db)
    assert "conversations" in await left(db, conversation)


async def test_a_month_that_someone_is_reading_is_dropped_another_time(db: Database) -> None:
    project = await place_with(db, retention_days=7)
    old, recent = await add(db, project, LONG_AGO), await add(db, project, days_ago(8))
    async with db.transaction() as reading:
        await reading.fetch("select from conversations")
        await round_of(db)
        assert "2021_03" in await month_names(db)
        assert await left(db, old) <= {"external_event_ids"}, "its rows went one by one"
        assert await left(db, recent) == set()
    await round_of(db)
    assert "2021_03" not in await month_names(db)


async def test_all_projects_of_a_month_are_seen(db: Database) -> None:
    """Also those that come last, after many conversations of others."""
    projects: set[str] = set()
    for days in (7, 7, 7, None):
        project = await place_with(db, retention_days=days)
        projects.add(project.id)
        for _ in range(3):
            await add(db, project, LONG_AGO)
    async with db.transaction() as tx:
        [month] = [month for month in await partitions.months(tx) if month.start.year == 2021]
        assert set(await removal_store.list_projects_within(tx, month)) == projects
        assert await removal_store.list_projects_within(tx, partitions.Month(datetime(2021, 4, 1, tzinfo=UTC))) == []


def test_a_month_knows_its_ids() -> None:
    month = partitions.Month(datetime(2021, 12, 1, tzinfo=UTC))
    assert month.end == datetime(2022, 1, 1, tzinfo=UTC)
    last = uuid7_at(month.end - timedelta(milliseconds=1))
    assert month.first_id <= uuid7_at(month.start) < last < month.end_id <= uuid7_at(month.end)
