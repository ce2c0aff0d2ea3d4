"""Conversations that ended and got no snapshot then get it later, by a job that comes round."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID

import orjson
import pytest

from parley.domain.conversations.actions import FINISH, FINISH_KEY
from parley.domain.projects.actions import change_settings
from parley.domain.records import jobs
from parley.domain.records.marks import mark
from parley.domain.records.model import View
from parley.domain.records.pages.reader import read_records
from parley.kit.clock import SystemClock
from parley.storage import queue
from parley.storage.db import Database
from parley.storage.partitions import ensure_between
from parley.storage.queue import Job, LeaseLost
from parley.worker.registry import JOBS
from tests.domain.records.rows import Rows, a_moment_ago, new_project
from tests.domain.records.vector_rows import take_job

pytestmark = pytest.mark.io

CLOCK = SystemClock()
STATE = {"name": "Ada"}
METRICS = [("SIZE", 4), ("TAG", "x")]


@pytest.fixture
async def rows(db: Database) -> Rows:
    return Rows(db, await new_project(db))


async def defer_and_take(db: Database) -> Job:
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.BUILD_MISSING, {}, key="period")
    return await take_job(db, jobs.BUILD_MISSING)


async def build_missing_records(db: Database) -> None:
    """Every round, until none is asked for any more."""
    await jobs.build_missing_records(db, CLOCK, await defer_and_take(db))
    while await db.fetch("select from jobs where kind = $1", jobs.BUILD_MISSING):
        await jobs.build_missing_records(db, CLOCK, await take_job(db, jobs.BUILD_MISSING))


async def test_marks_are_written_of_what_was_finished_without(
    rows: Rows, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some at a time, each once, and of nothing that still runs."""
    monkeypatch.setattr(jobs, "MARK_BATCH", 2)
    trace = {"functions": [{"name": "book"}, {"name": "book"}]}
    made = [await rows.add(at=a_moment_ago(9 - number), turn={"trace": trace}) for number in range(3)]
    plain, running = await rows.add(), await rows.add("running", turn={"trace": trace})
    written = {row["id"]: row["marks"] for row in await db.fetch("select id, marks from conversations")}
    expected = [mark(rows.project.id, "live", "book")]
    assert written == {**dict.fromkeys(made, expected), plain: [], running: None}
    await db.fetch("update conversations set marks = null, traits = null")
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.MARK, {}, key="period")
    await jobs.mark_unmarked(db, CLOCK, await take_job(db, jobs.MARK))
    assert {row["id"]: row["marks"] for row in await db.fetch("select id, marks from conversations")} == written
    assert not await db.fetch("select from jobs where kind = $1", jobs.MARK)


async def with_snapshot(db: Database) -> set[UUID]:
    """Each with its text, its size, its words, and the wish for a vector."""
    tables = ("records", "record_words", "records_to_embed")
    found = [{row["id"] for row in await db.fetch(f"select id from {table}")} for table in tables]
    sizes = await db.fetch(
        "select id from conversations as c join records as r using (id) "
        "where record_bytes = octet_length(r.head) + octet_length(r.turns)"
    )
    assert found[0] == found[1] == found[2] == {row["id"] for row in sizes}
    return found[0]


async def record(db: Database, conversation_id: UUID) -> bytes:
    [text] = await read_records(db, [conversation_id], View(), {})
    return text


async def waits_to_be_finished(db: Database, conversation_id: UUID) -> None:
    async with db.transaction() as tx:
        await queue.defer(tx, FINISH, {"conversation": str(conversation_id)}, key=f"{FINISH_KEY}{conversation_id}")


async def test_the_worker_does_it_every_hour() -> None:
    assert jobs.BUILD_MISSING in JOBS
    assert JOBS[jobs.BUILD_MISSING].every_seconds == 3600


async def test_what_ended_before_there_were_snapshots_gets_one(db: Database, rows: Rows) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=200)
    async with db.transaction() as tx:
        await ensure_between(tx, long_ago, long_ago + timedelta(days=1))
    old = [
        await rows.add("finished", at=long_ago, state=STATE, metrics=METRICS),
        await rows.add("finished", environment="sandbox", state=STATE),
        await Rows(db, await new_project(db)).add("finished"),
    ]
    before = [orjson.loads(await record(db, each)) for each in old]
    await build_missing_records(db)
    assert await with_snapshot(db) == set(old)
    assert [orjson.loads(await record(db, each)) for each in old] == before
    assert before[0]["metrics"] == {"SIZE": "4", "TAG": "x"}


async def test_what_runs_or_is_about_to_be_finished_or_has_a_snapshot_is_left_alone(db: Database, rows: Rows) -> None:
    await rows.add("running")
    ending = await rows.add("ended")
    await waits_to_be_finished(db, ending)
    done = await rows.add()
    before = await db.fetch("select xmin, * from conversations order by id")
    await build_missing_records(db)
    assert await db.fetch("select xmin, * from conversations order by id") == before
    assert await with_snapshot(db) == {done}


async def test_what_nobody_will_finish_gets_a_snapshot_as_it_stands(db: Database, rows: Rows) -> None:
    ended = await rows.add("ended", state=STATE, metrics=METRICS)
    await waits_to_be_finished(db, ended)
    async with db.transaction() as tx:
        await queue.give_up(tx, await take_job(db, FINISH), "Failed")
    before = orjson.loads(await record(db, ended))
    await build_missing_records(db)
    assert await with_snapshot(db) == {ended}
    assert orjson.loads(await record(db, ended)) == before
    assert before["metrics"] == {"SIZE": "4", "TAG": "x"}
    assert before["state"]["name"] == "Ada"
    assert await db.fetch("select from live_conversations where id = $1", ended)  # so that it can be finished yet


async def test_what_is_finished_after_all_gets_another_snapshot(db: Database, rows: Rows) -> None:
    ended = await rows.add("ended", state=STATE, metrics=METRICS)
    await build_missing_records(db)
    await rows.bring(ended, "snapshot", state={"name": "Grace"})
    assert await with_snapshot(db) == {ended}
    assert orjson.loads(await record(db, ended))["state"]["name"] == "Grace"


async def test_what_the_project_hides_is_not_in_the_text(db: Database, rows: Rows) -> None:
    async with db.transaction() as tx:
        await change_settings(tx, rows.project, {"redact": ["email"]})
    ended = await rows.add("ended", state={"mail": "ada@example.com"})
    await build_missing_records(db)
    assert b"ada@example.com" not in await record(db, ended)
    assert await with_snapshot(db) == {ended}


async def test_one_whose_snapshot_cannot_be_written_holds_up_no_other(
    db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SNAPSHOT_BATCH", 2)
    ids = [await rows.add("finished", at=a_moment_ago(number)) for number in range(60, 67)]
    broken = set(ids[2:5])
    async with db.transaction() as tx:
        await tx.execute(
            f"""
            create function refuse() returns trigger language plpgsql as $$ begin
                if new.id = any('{{{",".join(map(str, broken))}}}'::uuid[]) then
                    raise exception 'no' using errcode = 'character_not_in_repertoire';
                end if;
                return new;
            end $$;
            create trigger refuse before insert on records for each row execute function refuse();
            """
        )
    await build_missing_records(db)
    assert await with_snapshot(db) == set(ids) - broken
    async with db.transaction() as tx:
        await tx.execute("drop trigger refuse on records")
    await build_missing_records(db)
    assert await with_snapshot(db) == set(ids)


async def test_a_round_ends_and_asks_for_the_next(db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SNAPSHOT_BATCH", 1)

    class Hurried(SystemClock):
        """A round is over after its first batch."""

        def monotonic(self) -> float:
            return super().monotonic() + jobs.ROUND_SECONDS * len(rows.ids) * next(passed)

    passed = iter((0, 0, 1))
    ids = [await rows.add("finished") for _ in range(3)]
    await jobs.build_missing_records(db, Hurried(), await defer_and_take(db))
    assert len(await with_snapshot(db)) == 1
    await jobs.build_missing_records(db, CLOCK, await take_job(db, jobs.BUILD_MISSING))
    assert await with_snapshot(db) == set(ids)
    assert await db.fetch("select from jobs") == []


async def test_a_worker_that_lost_the_job_writes_nothing(db: Database, rows: Rows) -> None:
    await rows.add("finished")
    lost = await defer_and_take(db)
    async with db.transaction() as tx:
        await tx.execute("update jobs set leased_until = now() - interval '1 second'")
    await take_job(db, jobs.BUILD_MISSING)
    with pytest.raises(LeaseLost):
        await jobs.build_missing_records(db, CLOCK, lost)
    assert await with_snapshot(db) == set()


async def test_one_that_someone_is_at_is_passed_over(db: Database, rows: Rows) -> None:
    held, free = await rows.add("finished"), await rows.add("finished")
    async with db.transaction() as tx:
        await tx.execute("select from conversations where id = $1 for update", held)
        await asyncio.wait_for(build_missing_records(db), 30)
        assert await with_snapshot(db) == {free}
    await build_missing_records(db)
    assert await with_snapshot(db) == {held, free}
