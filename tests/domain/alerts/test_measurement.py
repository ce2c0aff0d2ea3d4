"""Measured from the records: exactly, whatever is packed already, and late turns too."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from parley.domain.alerts import activity_store, measurement
from parley.domain.alerts.activity import read_metrics
from parley.domain.alerts.measurement import ROLLUPS_KEPT, read_activity, roll_up_minutes
from parley.domain.alerts.model import Gap, Metric, Reading, Rule, Window
from parley.domain.alerts.rollups import PASSES, closed_until
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Connection, Database, DatabaseUnavailable, Row
from tests.domain.alerts.happenings import (
    MICROSECOND,
    MINUTE,
    NOW,
    SECOND,
    Happened,
    measured_by_hand,
    rule_of,
    write,
)
from tests.domain.concurrency.past import make_place

pytestmark = pytest.mark.io

HOUR = timedelta(hours=1)
LIVE = ["live"]
SCALES = (timedelta(seconds=90), timedelta(minutes=6), timedelta(minutes=70))


@pytest.fixture
async def project(db: Database) -> ProjectInfo:
    return await make_place(db)


def rules_of(project: ProjectInfo | None) -> list[Rule]:
    return [
        rule_of(project, id=f"{metric}-{window}", metric=metric, window_duration=window)
        for metric in Metric
        for window in Window
    ]


def by_hand(happened: Sequence[Happened], now: datetime) -> dict[str, Reading]:
    return {rule.id: measured_by_hand(happened, rule.metric, rule.window_duration, now) for rule in rules_of(None)}


async def measure(
    db: Database, project: ProjectInfo, now: datetime, environments: Sequence[str] = LIVE
) -> dict[str, Reading]:
    assert await roll_up_minutes(db, now - HOUR, now)
    found = await read_activity(db, [project.account_id], environments, now - HOUR, now)
    return read_metrics(rules_of(project), found[project.account_id], now)


async def errors_in(db: Database, project: ProjectInfo, now: datetime, window: Window = Window.HOUR) -> Reading:
    return (await measure(db, project, now))[f"{Metric.FUNCTION_ERRORS}-{window}"]


def anything(chance: random.Random, now: datetime) -> Happened:
    """Much of it a moment ago, some of it exactly on the edge of a window."""
    at = now - chance.random() * chance.choice(SCALES)
    if chance.random() < 0.2:
        at = now - chance.choice(list(Window)).span + chance.choice((-1, 0, 1)) * MICROSECOND
    kind = chance.random()
    if kind < 0.2:
        return Happened(at, end_reason=chance.choice(("crash", "error", "closed", "timeout", "handoff")))
    if kind < 0.5:
        return Happened(at, chance.uniform(0, 3000), started=at - chance.random() * 2 * MINUTE)
    latency = None if chance.random() < 0.1 else round(chance.uniform(0, 3000), 1)
    is_end = chance.random() < 0.2
    return Happened(at, latency, chance.randrange(3), chance.randrange(3), is_end_function=is_end)


async def test_every_metric_whenever_one_looks(db: Database, project: ProjectInfo) -> None:
    """The same installation at one moment after the other, with new turns in between."""
    chance, now, happened = random.Random(7), NOW, [Happened(NOW - timedelta(minutes=59), latency=1.0)]
    await write(db, project, happened)
    for pause in (0, 7, 31, 30, 95, 600, 30, 1800):
        now += pause * SECOND
        fresh = [anything(chance, now) for _ in range(60)] if not pause else []
        fresh += [
            Happened(now - chance.random() * min(pause, 50) * SECOND, chance.uniform(0, 3000), 1) for _ in range(20)
        ]
        await write(db, project, fresh)
        happened += fresh
        assert await measure(db, project, now) == by_hand(happened, now)


async def test_what_a_window_begins_and_ends_with(db: Database, project: ProjectInfo) -> None:
    begin = NOW - Window.FIVE_MINUTES.span
    moments = (begin - MICROSECOND, begin, begin + MICROSECOND, NOW - MICROSECOND, NOW, NOW + SECOND)
    await write(db, project, [Happened(at, function_errors=10**number) for number, at in enumerate(moments)])
    assert await errors_in(db, project, NOW, Window.FIVE_MINUTES) == 1110


async def test_an_end_function_that_fails_counts_when_it_ran(db: Database, project: ProjectInfo) -> None:
    old = Happened(NOW - 30 * MINUTE, function_errors=1, api_errors=2, is_end_function=True)
    new = Happened(NOW - MINUTE, function_errors=1, is_end_function=True)
    await write(db, project, [old, new])
    for window, errors in ((Window.FIVE_MINUTES, 1), (Window.HOUR, 2)):
        assert await errors_in(db, project, NOW, window) == errors
    found = await measure(db, project, NOW)
    assert found[f"{Metric.API_ERRORS}-{Window.HOUR}"] == 2
    assert found[f"{Metric.LATENCY_P95}-{Window.HOUR}"] is Gap.NOTHING_HAPPENED
    assert found[f"{Metric.CALL_VOLUME}-{Window.HOUR}"] == 0


async def test_an_end_function_that_does_not_fail_is_no_activity(db: Database, project: ProjectInfo) -> None:
    await write(db, project, [Happened(NOW - MINUTE, is_end_function=True)])
    assert set((await measure(db, project, NOW)).values()) == {Gap.NOTHING_HAPPENED}


async def test_minutes_are_packed_once_over_and_read_as_they_are_before(db: Database, project: ProjectInfo) -> None:
    await write(db, project, [Happened(NOW - number * MINUTE, function_errors=1) for number in range(1, 11)])
    assert await errors_in(db, project, NOW) == 10
    closed = closed_until(NOW)
    assert NOW - 2 * MINUTE < closed <= NOW - MINUTE
    packed = await db.fetch("select minute from activity_turns order by minute")
    assert [row["minute"] for row in packed] == [closed - number * MINUTE for number in range(9, 0, -1)]
    await db.fetch("delete from turns where agent_response_at < $1", closed)
    assert await errors_in(db, project, NOW) == 10, "what is packed is not read again"


async def test_late_turns_are_found_by_a_later_look(db: Database, project: ProjectInfo) -> None:
    """Answered at noon, written by a process that was held up for two minutes, and another for nine."""
    noon = NOW.replace(second=0, microsecond=0)
    first, second, third = (noon + MINUTE + wait for wait in PASSES)
    await write(db, project, [Happened(noon, function_errors=1)])
    assert await errors_in(db, project, first) == 1
    await write(db, project, [Happened(noon + SECOND, function_errors=10)])
    assert await errors_in(db, project, second - SECOND) == 1
    assert await errors_in(db, project, second) == 11
    assert await errors_in(db, project, second, Window.FIVE_MINUTES) == 11, "in time for the shortest window"
    await write(db, project, [Happened(noon + 2 * SECOND, function_errors=100)])
    assert await errors_in(db, project, third - SECOND) == 11
    assert await errors_in(db, project, third) == 111


async def test_a_turn_that_is_late_by_less_than_a_minute_is_never_missed(db: Database, project: ProjectInfo) -> None:
    for late in range(0, 60, 7):
        at = NOW + late * MINUTE
        await errors_in(db, project, at + late * SECOND)
        await write(db, project, [Happened(at, function_errors=1)])
        assert await errors_in(db, project, at + (late + 1) * SECOND, Window.FIVE_MINUTES) == 1


async def test_other_accounts_and_environments_are_not_measured(db: Database, project: ProjectInfo) -> None:
    other = await make_place(db)
    for age in (SECOND, 20 * MINUTE):
        await write(db, other, [Happened(NOW - age, function_errors=1), Happened(NOW - age, end_reason="crash")])
        await write(
            db,
            project,
            [
                Happened(NOW - age, function_errors=2),
                Happened(NOW - age, function_errors=4, environment="sandbox"),
                Happened(NOW - age, function_errors=8, environment="pre-release"),
                Happened(NOW - age, end_reason="crash", environment="sandbox"),
            ],
        )
    errors, crashes = f"{Metric.FUNCTION_ERRORS}-60m", f"{Metric.CALL_CRASHES}-60m"
    live = await measure(db, project, NOW)
    assert (live[errors], live[crashes]) == (4, 0)
    more = await measure(db, project, NOW, ["live", "sandbox"])
    assert (more[errors], more[crashes]) == (12, 2), "what is packed does not depend on the environments asked for"


async def test_a_crash_counts_when_it_happens_however_long_ago_the_conversation_began(
    db: Database, project: ProjectInfo
) -> None:
    ends = [Happened(NOW - age * MINUTE, end_reason="crash") for age in (1, 4, 6, 30, 61)]
    await write(db, project, [*ends, Happened(NOW - MINUTE, end_reason="timeout")])
    found = await measure(db, project, NOW)
    assert [found[f"{Metric.CALL_CRASHES}-{window}"] for window in Window] == [2, 3, 4]


async def test_a_conversation_of_many_turns_starts_once(db: Database, project: ProjectInfo) -> None:
    started = NOW - 4 * MINUTE
    await write(db, project, [Happened(started + SECOND, started=started)])
    await db.fetch(
        """
        insert into turns (conversation_id, number, user_input, user_input_at, agent_response, agent_response_at)
        select id, n, '', started_at, '', started_at + n * interval '20 s' from conversations, generate_series(1, 11) n
        """
    )
    assert (await measure(db, project, NOW))[f"{Metric.CALL_VOLUME}-5m"] == 1
    later = started + Window.FIVE_MINUTES.span + MICROSECOND
    found = await measure(db, project, later)
    assert (found[f"{Metric.CALL_VOLUME}-5m"], found[f"{Metric.CALL_VOLUME}-10m"]) == (0, 1)


async def test_minutes_that_nobody_can_look_at_any_more_are_removed(db: Database, project: ProjectInfo) -> None:
    await write(db, project, [Happened(NOW - MINUTE * number) for number in range(60)])
    await measure(db, project, NOW)
    later = NOW - 30 * MINUTE + ROLLUPS_KEPT
    await measure(db, project, later)
    row = await db.fetchrow("select min(minute), count(*) from activity_minutes")
    assert row is not None
    assert later - ROLLUPS_KEPT <= row["min"] < later - HOUR
    gone = await db.fetch("select from activity_turns where minute < $1", row["min"])
    assert gone == []


async def test_many_that_measure_at_once_measure_the_same(db: Database, project: ProjectInfo) -> None:
    chance = random.Random(3)
    happened = [anything(chance, NOW) for _ in range(200)]
    await write(db, project, happened)
    found = await asyncio.gather(*(measure(db, project, NOW) for _ in range(4)))
    assert found == [by_hand(happened, NOW)] * 4


async def test_an_account_that_cannot_be_read_stands_alone(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [await make_place(db) for _ in range(8)]
    for project in places:
        await write(db, project, [Happened(NOW - MINUTE)])
    bad, asked = places[5].account_id, []
    original = activity_store.fetch_activity

    async def times_out(
        tx: Connection, accounts: Sequence[str], environments: Sequence[str], first: datetime, now: datetime
    ) -> list[Row]:
        asked.append(len(accounts))
        if bad in accounts:
            await tx.execute("set local statement_timeout = '1ms'")
            await tx.execute("select pg_sleep(1)")
        return await original(tx, accounts, environments, first, now)

    monkeypatch.setattr(activity_store, "fetch_activity", times_out)
    found = await read_activity(db, [project.account_id for project in places], LIVE, NOW - HOUR, NOW)
    assert found.keys() == {project.account_id for project in places} - {bad}
    assert all(len(projects) == 1 for projects in found.values())
    assert asked == [8, 4, 4, 2, 1, 1, 2]


async def test_an_account_whose_bytes_are_broken_is_not_measured(db: Database, project: ProjectInfo) -> None:
    other = await make_place(db)
    for each in (project, other):
        await write(db, each, [Happened(NOW - 10 * MINUTE, function_errors=1)])
    await measure(db, other, NOW)
    await db.fetch("update activity_turns set turns = '\\x00' where account_id = $1", project.account_id)
    found = await read_activity(db, [project.account_id, other.account_id], LIVE, NOW - HOUR, NOW)
    assert found.keys() == {other.account_id}


async def test_minutes_that_cannot_be_packed_are_said_to_be_so(
    db: Database, project: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_tx: Connection, _stretch: object) -> None:
        raise DatabaseUnavailable

    monkeypatch.setattr(activity_store, "roll_up", fails)
    assert not await roll_up_minutes(db, NOW - HOUR, NOW)
    assert await db.fetch("select from activity_minutes") == [], "none is marked that was not packed"


async def test_without_a_database_nothing_is_said_about_anybody(
    db: Database, project: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_up(_self: Database) -> bool:
        return False

    async def fails(*_arguments: object) -> None:
        raise DatabaseUnavailable

    monkeypatch.setattr(Database, "is_up", is_up)
    monkeypatch.setattr(activity_store, "fetch_activity", fails)
    monkeypatch.setattr(activity_store, "roll_up", fails)
    with pytest.raises(DatabaseUnavailable):
        await read_activity(db, [project.account_id, "ACCOUNT-2"], LIVE, NOW - HOUR, NOW)
    with pytest.raises(DatabaseUnavailable):
        await roll_up_minutes(db, NOW - HOUR, NOW)
    assert measurement.ROLLUPS_KEPT >= HOUR + MINUTE
