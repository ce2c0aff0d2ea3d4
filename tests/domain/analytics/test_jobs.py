"""Kept hours and the conversations themselves say the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from parley.domain.analytics import actions, answers, jobs, metric_answers, metrics
from parley.domain.analytics.model import Dimension, Points, Question, Step, to_json
from parley.domain.conversations import actions as conversations
from parley.domain.conversations.counted_hours import begin_to_count
from parley.domain.conversations.counted_hours_store import list_begun, lock_progress
from parley.domain.conversations.latencies import parts_json
from parley.domain.conversations.model import Count, Ending, Stage
from parley.domain.deployments.model import SEQUENCE
from parley.storage.db import Database
from tests.domain.records.rows import Rows, new_project

pytestmark = pytest.mark.io

NOW = datetime.now(UTC).replace(minute=20, second=0, microsecond=0)
START = NOW.replace(hour=0, minute=0) - timedelta(days=3)
END = NOW.replace(minute=0) + timedelta(hours=1)
ENDINGS = (
    Ending("closed"),
    Ending("crash"),
    Ending("handoff", handoff=True, handoff_reason="angry"),
    Ending("handoff", True, "lost"),
)
TIMED = {"timings": {"endpointing_ms": 420.5, "model_first_piece_ms": 260, "functions_ms": 0.0, "recognition_ms": None}}


async def some(db: Database, count: int, chance: Random) -> Rows:
    rows = Rows(db, await new_project(db))
    for _ in range(count):
        await rows.add(
            at=NOW - timedelta(minutes=chance.randrange(10, 60 * 70)),
            said=[("", "Hello!"), *(("hm", "Yes?"),) * chance.randrange(4)],
            ending=chance.choice(ENDINGS),
            metrics=[("CSAT", chance.randrange(6)), ("PLAN", chance.choice(["basic", "plus"])), ("SPENT", 99.5)]
            * chance.randrange(3),
            turn={"latency_ms": chance.choice([None, 3.0, 900.0, 1e6]), "is_ood": chance.random() < 0.3,
                  "function_errors": chance.randrange(2), "trace": chance.choice([{}, TIMED])},
            environment=chance.choice(SEQUENCE),
            channel=chance.choice(["VOICE-SIP", "WEBCHAT"]),
            variant_id=chance.choice(["", "v1"]),
            deployment_id=UUID(int=chance.randrange(1, 3)),
        )  # fmt: skip
    return rows


def shown(points: Points) -> dict[Any, Any]:
    """In an order of its own: reasons that are as frequent come in any."""
    return {
        place: {
            **to_json(sums),
            "handoffReasons": dict(sorted(sums.reasons.items())),
            "latencyParts": parts_json(sums.parts),
        }
        for place, sums in points.items()
    }


def questions(project_id: str) -> list[Question]:
    whole = [Question(project_id, SEQUENCE, START, END, step, by=by) for step in Step for by in (None, *Dimension)]
    parts = [
        Question(project_id, ("live",), START + timedelta(hours=30), END - timedelta(hours=20), Step.HOUR),
        Question(project_id, SEQUENCE, START, END, Step.DAY, zone=ZoneInfo("Asia/Kolkata")),
        Question(project_id, SEQUENCE, START, END, Step.DAY, by=Dimension.VARIANT, zone=ZoneInfo("America/New_York")),
        Question(project_id, SEQUENCE, START, END, channel="WEBCHAT", by=Dimension.CHANNEL),
        Question(project_id, SEQUENCE, START, END, variant_id="v1", by=Dimension.ENVIRONMENT),
        Question(project_id, SEQUENCE, START, END, deployment_id=UUID(int=1)),
        Question(project_id, SEQUENCE, START, END, channel="WEBCHAT", by=Dimension.VARIANT),
        Question(project_id, SEQUENCE, START, END, channel="WEBCHAT", variant_id="v1", deployment_id=UUID(int=1)),
    ]
    return [replace(question, with_parts=number % 3 > 0) for number, question in enumerate(whole + parts)]


async def test_what_is_kept_is_what_would_be_counted(db: Database) -> None:
    rows = await some(db, 60, Random(7))
    asked = questions(rows.project.id)
    before = [shown(await answers.answer(db, question)) for question in asked]
    assert sum(point["conversations"] for point in before[0].values()) == 60
    assert not any(point["latencyParts"] for point in before[0].values()), "it was not asked for"
    measured = [set(point["latencyParts"]) for points in before[1:3] for point in points.values()]
    assert {"endpointing", "model"} in measured
    assert all(each <= {"endpointing", "model"} for each in measured)
    await jobs.count_hours(db, NOW)
    kept = await db.fetch("select sum(conversations) as kept from analytics_hours")
    assert 0 < kept[0]["kept"] <= 60
    assert [shown(await answers.answer(db, question)) for question in asked] == before
    await jobs.count_hours(db, NOW + timedelta(days=2))
    assert (await db.fetch("select sum(conversations) as kept from analytics_hours"))[0]["kept"] == 60
    assert [shown(await answers.answer(db, question)) for question in asked] == before
    totals = await db.fetch("select facet, sum(conversations) as kept from analytics_totals group by 1 order by 1")
    assert [tuple(row) for row in totals] == [(each, 60) for each in ("all", "channel", "deployment", "variant")]
    await forget_totals(db, "analytics")
    assert [shown(await answers.answer(db, question)) for question in asked] == before
    await jobs.count_hours(db, NOW + timedelta(days=2))
    assert await db.fetch("select facet, sum(conversations) from analytics_totals group by 1 order by 1") == totals


async def test_totals_are_what_their_hours_add_up_to_whatever_happens(db: Database) -> None:
    chance = Random(1)
    rows, now = await some(db, 25, chance), NOW - timedelta(hours=60)
    for step in range(6):
        now += timedelta(hours=chance.randrange(4, 14))
        await jobs.count_hours(db, now)
        async with db.transaction() as tx:
            await conversations.remove(tx, rows.ids.pop(chance.randrange(len(rows.ids))))
        if step % 2:
            at = now - timedelta(hours=chance.randrange(1, 30))
            await rows.add(at=at, metrics=[("CSAT", step)])
            async with db.transaction() as tx:
                await actions.recount_from(tx, rows.project.id, "live", at)
    asked = questions(rows.project.id)

    async def found() -> list[Any]:
        sums = [shown(await answers.answer(db, question)) for question in asked]
        measured = [await metric_answers.answer(db, question, "CSAT") for question in asked]
        return [sums, [{at: metrics.to_json(each) for at, each in points.items()} for points in measured]]

    added_up = await found()
    assert len(await db.fetch("select from analytics_totals")) > len(await db.fetch("select from analytics_hours"))
    await forget_totals(db, "analytics")
    await forget_totals(db, "metric")
    assert await found() == added_up


async def forget_totals(db: Database, kind: str) -> None:
    """As in a database of the version before."""
    await db.fetch(f"delete from {kind}_totals")
    progress = {"analytics": Count.ANALYTICS, "metric": Count.METRICS}[kind]
    await db.fetch(f"update {progress} set added_up_until = null")


@pytest.mark.parametrize("name", ["CSAT", "PLAN", "SPENT", "none"])
async def test_what_is_kept_of_metrics_is_what_would_be_counted(name: str, db: Database) -> None:
    rows = await some(db, 40, Random(11))
    asked = questions(rows.project.id)

    async def found() -> list[Any]:
        points = [await metric_answers.answer(db, question, name) for question in asked]
        named = await metric_answers.list_metrics(db, asked[0])
        return [[{at: metrics.to_json(sums) for at, sums in each.items()} for each in points], named]

    before = await found()
    assert bool(before[0][0]) is (name != "none")
    assert list(before[1]) == ["CSAT", "PLAN", "SPENT"]
    await jobs.count_hours(db, NOW + timedelta(days=2))
    assert (await db.fetch("select sum(times) as kept from metric_hours"))[0]["kept"] > 40
    assert await found() == before
    await forget_totals(db, "metric")
    assert await found() == before


async def test_texts_of_metrics_go_with_the_first_of_their_conversations(db: Database) -> None:
    rows = Rows(db, await new_project(db))
    at = NOW - timedelta(hours=9)
    gone = await rows.add(at=at, metrics=[("NAME", "Jane Doe"), ("CSAT", 5)])
    await rows.add(at=at, metrics=[("NAME", "John Doe"), ("CSAT", 5)])
    await jobs.count_hours(db, NOW)
    async with db.transaction() as tx:
        await conversations.remove(tx, gone)
    question = Question(rows.project.id, ("live",), START, END, Step.ALL)
    (name,), (csat,) = [(await metric_answers.answer(db, question, each)).values() for each in ("NAME", "CSAT")]
    assert (name.times, name.by_value, csat.times, csat.by_value) == (2, {}, 2, {"5": 2})
    for table in ("metric_hours", "metric_totals"):
        kept = await db.fetch(f"select by_value from {table}")
        assert {"5": 2} in [row["by_value"] for row in kept]
        assert "Doe" not in str(kept)


async def test_an_hour_waits_for_its_conversations_but_not_for_ever(db: Database) -> None:
    rows = Rows(db, await new_project(db))
    await rows.add(at=NOW - timedelta(hours=9))
    await rows.add("running", at=NOW - timedelta(hours=5))
    counted = (Count.ANALYTICS, rows.project.id, SEQUENCE)
    assert await list_begun(db, *counted) == {"live": None}
    await jobs.count_hours(db, NOW)
    assert await list_begun(db, *counted) == {"live": (NOW - timedelta(hours=5)).replace(minute=0)}
    await jobs.count_hours(db, NOW + jobs.PATIENCE)
    assert await list_begun(db, *counted) == {"live": NOW.replace(minute=0) + jobs.PATIENCE}


async def test_the_past_is_counted_anew_for_who_writes_into_it(db: Database) -> None:
    rows = Rows(db, await new_project(db))
    at = NOW - timedelta(hours=9)
    await rows.add(at=at)
    await jobs.count_hours(db, NOW)
    await rows.add(at=at)
    async with db.transaction() as tx:
        await actions.recount_from(tx, rows.project.id, "live", at)
    question = Question(rows.project.id, ("live",), START, END, Step.ALL)
    for _ in range(2):
        assert (await answers.answer(db, question))[START, None].conversations == 2
        await jobs.count_hours(db, NOW)


async def test_a_version_without_totals_may_count_the_past_anew(db: Database) -> None:
    rows = Rows(db, await new_project(db))
    at = NOW - timedelta(hours=9)
    await rows.add(at=at)
    await rows.add(at=at - timedelta(hours=2))
    await jobs.count_hours(db, NOW)
    await rows.add(at=at)
    since = at.replace(minute=0)
    await db.fetch("delete from analytics_hours where hour >= $1", since)
    await db.fetch("update analytics_progress set counted_until = $1", since)
    question = Question(rows.project.id, ("live",), START, END, Step.ALL)
    for _ in range(2):
        assert (await answers.answer(db, question))[START, None].conversations == 3
        await jobs.count_hours(db, NOW)


async def test_what_nobody_counted_yet_is_counted_though_somebody_writes_after_it(db: Database) -> None:
    rows = Rows(db, await new_project(db))
    await rows.add(at=NOW - timedelta(hours=30))
    later = NOW - timedelta(hours=9)
    await rows.add(at=later)
    async with db.transaction() as tx:
        await actions.recount_from(tx, rows.project.id, "live", later)
    await jobs.count_hours(db, NOW + timedelta(days=2))
    assert (await db.fetch("select sum(conversations) as kept from analytics_hours"))[0]["kept"] == 2


async def test_two_who_count_do_not_count_twice(db: Database) -> None:
    rows = Rows(db, await new_project(db))
    await rows.add(at=NOW - timedelta(hours=9))
    stage, until = Stage(rows.project.id, "live"), NOW.replace(minute=0)
    await begin_to_count(db, Count.ANALYTICS, SEQUENCE, until)
    async with db.transaction() as tx:
        await lock_progress(tx, Count.ANALYTICS, stage)
        assert not await jobs.count_next(db, Count.ANALYTICS, stage, until)
    assert await jobs.count_next(db, Count.ANALYTICS, stage, until) is False
    assert (await db.fetch("select sum(conversations) as kept from analytics_hours"))[0]["kept"] == 1
