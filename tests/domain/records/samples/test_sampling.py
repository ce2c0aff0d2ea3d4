"""A sample is random, and every conversation has the same chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NoReturn

import pytest

from parley.domain.concurrency.actions import recount_from
from parley.domain.concurrency.jobs import count_next
from parley.domain.conversations.model import Stage
from parley.domain.records.model import Filters, RecordRef
from parley.domain.records.samples import numbers, sampling, sampling_store
from parley.domain.records.samples.sampling import random_sample
from parley.kit.ids import uuid7_at
from parley.storage.db import Database
from parley.storage.partitions import ensure_between
from tests.make import Make

pytestmark = pytest.mark.io

PROJECT = "PROJECT-P"
FIRST = datetime(2026, 1, 20, tzinfo=UTC)
COUNT = 60
FILTERS = Filters(PROJECT, "live")


@pytest.fixture
async def one(dsn: str) -> AsyncIterator[Database]:
    """A database with one connection, so that its chance can be fixed: what comes out is the same every time."""
    database = await Database.open(dsn, connections=1)
    yield database
    await database.aclose()


async def plant(db: Database, count: int = COUNT, **columns: str) -> list[RecordRef]:
    """So many conversations, one every day over several partitions, every other of them with a snapshot."""
    made = []
    async with db.transaction() as tx:
        await ensure_between(tx, FIRST, FIRST + timedelta(days=count))
        for day in range(count):
            at = FIRST + timedelta(days=day)
            row = {
                "project_id": PROJECT,
                "environment": "live",
                "channel": "WEBCHAT",
                "variant_id": f"V{day % 3}",
                **columns,
            }
            made.append(RecordRef(uuid7_at(at), day if day % 2 else None))
            await tx.execute(
                """
                insert into conversations (id, public_id, account_id, deployment_id, started_at, record_bytes,
                                           project_id, environment, channel, variant_id)
                values ($1, 'C', 'A', $1, $2, $3, $4, $5, $6, $7)
                """,
                made[-1].id, at, made[-1].record_bytes, *row.values(),
            )  # fmt: skip
    return made


async def draws(db: Database, filters: Filters, limit: int, times: int) -> Counter[tuple[int, RecordRef]]:
    """How often each conversation came at each place."""
    async with db.connection() as connection:
        await connection.execute("select setseed(0.25)")
    found: Counter[tuple[int, RecordRef]] = Counter()
    for _ in range(times):
        records = await random_sample(db, filters, limit)
        assert len(records) == len(set(records)) == limit
        found.update(enumerate(records))
    return found


def unevenness(counts: list[int]) -> float:
    """The chi-square of these counts against equal ones, in standard deviations from what chance gives."""
    mean = sum(counts) / len(counts)
    freedom = len(counts) - 1
    return (sum((count - mean) ** 2 / mean for count in counts) - freedom) / math.sqrt(2 * freedom)


@pytest.mark.parametrize("many", [sampling.MANY, 20], ids=["few", "many"])
async def test_every_conversation_comes_as_often_as_any_other_at_every_place(
    one: Database, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "MANY", many)
    monkeypatch.setattr(sampling, "SPARE", 3)
    made = await plant(one)
    found = await draws(one, FILTERS, limit=4, times=800)
    assert {listed for _, listed in found} == set(made)
    for index in range(4):
        assert abs(unevenness([found[index, listed] for listed in made])) < 6


async def test_a_thin_draw_that_leaves_too_few_is_made_up_for(one: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MANY", 50)
    monkeypatch.setattr(sampling, "SPARE", -7)
    made = await plant(one)
    found = await draws(one, FILTERS, limit=4, times=400)  # about one of fifty gets through: never four of sixty
    assert abs(unevenness([found[0, listed] for listed in made])) < 6


@pytest.fixture
def drawing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few conversations are many, and are drawn by their numbers in a way that is the same every time."""
    monkeypatch.setattr(sampling, "MANY", 20)
    monkeypatch.setattr(numbers, "chance", Random(7))
    monkeypatch.setattr(numbers, "MAX_PASSED", 1000.0)


async def never(*_given: object) -> NoReturn:
    raise AssertionError("all were looked at")


async def count_hours(db: Database, until: datetime) -> None:
    async with db.transaction() as tx:
        await recount_from(tx, PROJECT, "live", FIRST)
    while await count_next(db, Stage(PROJECT, "live"), until, until):
        pass


@pytest.fixture
async def known_project(make: Make) -> None:
    """Hours are counted of projects that there are."""
    await make.project(project_id=PROJECT)


@pytest.mark.usefixtures("drawing_at_once", "known_project")
@pytest.mark.parametrize("counted_days", [COUNT, COUNT - 10, 0], ids=["counted", "not all counted", "not counted"])
async def test_numbers_are_as_good_as_any_other_chance(
    one: Database, counted_days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling_store, "find_random", never)
    made = await plant(one)
    await count_hours(one, FIRST + timedelta(days=counted_days))
    found = await draws(one, FILTERS, limit=4, times=800)
    assert {listed for _, listed in found} == set(made)
    for index in range(4):
        assert abs(unevenness([found[index, listed] for listed in made])) < 6


@pytest.mark.usefixtures("drawing_at_once", "known_project")
async def test_what_is_gone_leaves_the_others_their_chance(one: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await plant(one)
    await count_hours(one, FIRST + timedelta(days=COUNT))
    gone = made[10:25]
    await one.fetch("delete from conversations where id = any($1::uuid[])", [listed.id for listed in gone])
    left = [listed for listed in made if listed not in gone]
    found = await draws(one, FILTERS, limit=4, times=800)
    assert {listed for _, listed in found} == set(left)
    assert abs(unevenness([found[0, listed] for listed in left])) < 6
    monkeypatch.setattr(numbers, "SPARE", 0)
    await one.fetch("delete from conversations where id = any($1::uuid[])", [listed.id for listed in left[5:]])
    monkeypatch.setattr(sampling, "MANY", 3)
    assert len(await random_sample(one, FILTERS, 4)) == 4


@pytest.mark.usefixtures("known_project")
@pytest.mark.parametrize("minutes", [0, 7, 60, 95])
async def test_times_that_begin_and_end_within_hours(
    one: Database, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Conversations whose ids are older than themselves come in where they started."""
    monkeypatch.setattr(sampling, "MANY", 2)
    monkeypatch.setattr(numbers, "MAX_PASSED", 1000.0)
    at = [FIRST + timedelta(minutes=7 * number) for number in range(60)]
    async with one.transaction() as tx:
        await ensure_between(tx, FIRST - timedelta(days=1), FIRST + timedelta(days=1))
        for number, moment in enumerate(at):
            early = timedelta(minutes=50) if number % 3 == 0 else timedelta(0)
            await tx.execute(
                """
                insert into conversations (id, public_id, account_id, deployment_id, started_at, project_id,
                                           environment, channel, variant_id, variant_name)
                values ($1, 'C', 'A', $1, $2, $3, 'live', 'WEBCHAT', '', '')
                """,
                uuid7_at(moment - early), moment, PROJECT,
            )  # fmt: skip
    await count_hours(one, FIRST + timedelta(hours=5))
    monkeypatch.setattr(sampling_store, "find_random", never)
    start, end = FIRST + timedelta(minutes=minutes), FIRST + timedelta(minutes=minutes + 200, microseconds=1)
    meant = sum(start <= moment < end for moment in at)
    found = await random_sample(one, replace(FILTERS, start=start, end=end), 100)
    assert len(set(found)) == len(found) == meant


async def test_only_what_is_meant_is_drawn(one: Database) -> None:
    made = await plant(one)
    await plant(one, 5, project_id="Q")
    await plant(one, 5, environment="sandbox")
    await plant(one, 5, channel="VOICE-SIP")
    week = replace(FILTERS, start=FIRST, end=FIRST + timedelta(days=7), channels=("WEBCHAT",))
    assert set(await random_sample(one, week, 100)) == set(made[:7])
    assert set(await random_sample(one, replace(week, variant_id="V1"), 100)) == {made[1], made[4]}


async def test_all_of_a_few_in_random_order(one: Database) -> None:
    made = await plant(one)
    found = await random_sample(one, FILTERS, 5000)
    assert sorted(found, key=lambda listed: listed.id) == made
    assert list(found) not in (made, made[::-1])


async def test_a_sample_of_nothing_is_empty(one: Database) -> None:
    assert await random_sample(one, FILTERS, 5) == []
