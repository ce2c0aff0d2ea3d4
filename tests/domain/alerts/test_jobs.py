"""Evaluating rules: each change of state happens once and is told once, whoever evaluates, and however often."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
import pytest

from parley.domain.alerts import actions, activity_store, jobs, store
from parley.domain.alerts.jobs import EVALUATE_RULES, evaluate_rules
from parley.domain.alerts.model import HISTORY_KEPT, Judgement, Metric, Operator, Rule, Window
from parley.domain.projects.info import ProjectInfo
from parley.domain.webhooks.actions import publish_event
from parley.resources import Resources
from parley.storage import queue
from parley.storage.db import Connection, Database, DatabaseUnavailable
from parley.worker.registry import JOBS
from tests.domain.alerts.happenings import MINUTE, NOW, SECOND, Happened, StillClock, make_rule, write
from tests.domain.concurrency.past import make_place
from tests.make import Make

pytestmark = pytest.mark.io

LIVE = ["live"]
BAD = Happened(NOW - SECOND, function_errors=1)
TRIGGERED, RESOLVED = "alerts.triggered", "alerts.resolved"


@pytest.fixture
async def project_info(db: Database) -> ProjectInfo:
    return await make_place(db)


async def evaluate(db: Database, now: datetime = NOW) -> list[Judgement]:
    return await evaluate_rules(db, StillClock(now), LIVE)


async def now_is(db: Database, rule: Rule) -> Rule:
    found = await store.find_rule(db, rule.account_id, rule.id)
    assert found is not None
    return found


async def told(db: Database, rule: Rule | None = None) -> list[str]:
    rows = await db.fetch("select event_type, body from webhook_events order by created_at, id")
    events = [(row["event_type"], orjson.loads(row["body"])) for row in rows]
    assert all(kind == body["event_type"] for kind, body in events)
    return [kind for kind, body in events if rule is None or body["alert"]["id"] == rule.id]


async def test_the_life_of_a_rule(db: Database, project_info: ProjectInfo) -> None:
    rule = await make_rule(db, project_info)
    assert (rule.state, rule.since, rule.last_evaluated_at, rule.current_value) == ("ok", None, None, None)
    await evaluate(db)
    silent = await now_is(db, rule)
    assert (silent.state, silent.since, silent.last_evaluated_at, silent.current_value) == ("no_data", NOW, NOW, None)

    await write(db, project_info, [Happened(NOW + SECOND, function_errors=3)])
    first = NOW + 30 * SECOND
    await evaluate(db, first)
    firing = await now_is(db, rule)
    assert (firing.state, firing.since, firing.current_value) == ("alert", first, 3)

    again = first + 30 * SECOND
    await evaluate(db, again)
    still = await now_is(db, rule)
    assert (still.state, still.since, still.last_evaluated_at) == ("alert", first, again)

    quiet = NOW + 6 * MINUTE
    await evaluate(db, quiet)
    assert ((await now_is(db, rule)).state, await told(db)) == ("no_data", [TRIGGERED])

    await write(db, project_info, [Happened(quiet + SECOND)])
    await evaluate(db, quiet + 30 * SECOND)
    await evaluate(db, quiet + 60 * SECOND)
    well = await now_is(db, rule)
    assert (well.state, well.since, well.current_value) == ("ok", quiet + 30 * SECOND, 0)
    assert await told(db) == [TRIGGERED, RESOLVED]
    assert well.updated_at == rule.updated_at, "an evaluation does not change the rule"
    past = [(row["state"], row["value"], row["at"]) for row in await store.list_states(db, rule.id, None, 10)]
    assert past == [
        ("ok", 0, quiet + 30 * SECOND),
        ("no_data", None, quiet),
        ("alert", 3, first),
        ("no_data", None, NOW),
    ]


async def test_what_is_long_over_is_forgotten(db: Database, project_info: ProjectInfo) -> None:
    rule = await make_rule(db, project_info)
    await evaluate(db)
    await evaluate(db, NOW + 30 * SECOND)
    await write(db, project_info, [Happened(NOW + SECOND)])
    await db.fetch("update alert_rule_states set at = $1", NOW - HISTORY_KEPT)
    await evaluate(db, NOW + 60 * SECOND)
    assert [row["state"] for row in await store.list_states(db, rule.id, None, 10)] == ["ok"]


async def test_what_is_told(db: Database, project_info: ProjectInfo) -> None:
    rule = await make_rule(db, project_info, name="Errors", threshold_value=2)
    await write(db, project_info, [Happened(NOW - SECOND, function_errors=3)])
    await evaluate(db)
    [row] = await db.fetch("select * from webhook_events")
    assert (row["account_id"], row["created_at"]) == (project_info.account_id, NOW)
    assert orjson.loads(row["body"]) == {
        "event_type": "alerts.triggered",
        "alert": {
            "id": rule.id,
            "name": "Errors",
            "project_id": project_info.id,
            "metric": "function_errors",
            "operator": ">",
            "threshold_value": 2,
            "current_value": 3,
            "previous_state": "ok",
            "triggered_at": "2026-11-17T12:00:30.500Z",
        },
    }


VALUES = {
    Metric.LATENCY_P50: 250,
    Metric.LATENCY_P95: 385,
    Metric.API_ERRORS: 3,
    Metric.FUNCTION_ERRORS: 5,
    Metric.CALL_CRASHES: 2,
    Metric.CALL_VOLUME: 1,
}


async def test_each_metric_fires_at_its_value(db: Database) -> None:
    at = NOW - 2 * MINUTE
    happened = [
        Happened(at, 100, function_errors=5),
        Happened(at, 200, api_errors=3),
        Happened(at, 300, started=at - SECOND),
        Happened(at, 400),
        Happened(at, end_reason="crash"),
        Happened(at, end_reason="error"),
        Happened(at, end_reason="closed"),
    ]
    rules: dict[Metric, list[Rule]] = {}
    for metric, value in VALUES.items():
        project_info = await make_place(db)
        await write(db, project_info, happened)
        rules[metric] = [
            await make_rule(db, project_info, metric=metric, operator=each, threshold_value=value) for each in Operator
        ]
    await evaluate(db)
    for metric, value in VALUES.items():
        found = [await now_is(db, rule) for rule in rules[metric]]
        assert [rule.current_value for rule in found] == [value] * 4
        assert [rule.state.value for rule in found] == ["ok", "ok", "alert", "alert"]


async def test_silence_never_breaches_not_even_a_lower_bound(db: Database, project_info: ProjectInfo) -> None:
    rule = await make_rule(db, project_info, metric=Metric.CALL_VOLUME, operator=Operator.BELOW, threshold_value=10)
    await evaluate(db)
    assert ((await now_is(db, rule)).state, await told(db)) == ("no_data", [])


async def test_a_rule_of_the_account_sees_all_its_projects_and_nobody_elses(db: Database, make: Make) -> None:
    account = await make.account()
    here, there, elsewhere = await make.project(account), await make.project(account), await make.project()
    for project_info in (here, there, elsewhere):
        await write(db, project_info, [Happened(NOW - SECOND, function_errors=1)])
    every = await make_rule(db, here, project_id=None)
    one = await make_rule(db, here)
    await evaluate(db)
    assert ((await now_is(db, every)).current_value, (await now_is(db, one)).current_value) == (2, 1)


async def test_many_that_evaluate_at_once_tell_once(db: Database) -> None:
    places = [await make_place(db) for _ in range(3)]
    rules = [await make_rule(db, project_info) for project_info in places for _ in range(4)]
    for number in range(1, 5):
        now = NOW + number * 10 * MINUTE
        for project_info in places:
            await write(db, project_info, [Happened(now - SECOND, function_errors=number % 2)])
        await asyncio.gather(*(evaluate(db, now) for _ in range(4)))
    for rule in rules:
        assert await told(db, rule) == [TRIGGERED, RESOLVED] * 2


async def stopped_before_writing(
    db: Database, monkeypatch: pytest.MonkeyPatch, meanwhile: Any, now: datetime = NOW
) -> list[Judgement]:
    """An evaluation that has judged and is held up before it writes anything down."""
    original = jobs._write

    async def held_up(db: Database, judgements: Sequence[Judgement]) -> list[Judgement]:
        monkeypatch.undo()
        await meanwhile()
        return await original(db, judgements)

    monkeypatch.setattr(jobs, "_write", held_up)
    return await evaluate(db, now)


async def test_an_old_judgement_is_not_written_over_a_newer_one(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = await make_rule(db, project_info)
    await write(db, project_info, [BAD])
    later = NOW + 10 * MINUTE

    async def meanwhile() -> None:
        await write(db, project_info, [Happened(later - SECOND)])
        await evaluate(db, later)

    assert await stopped_before_writing(db, monkeypatch, meanwhile) == []
    found = await now_is(db, rule)
    assert (found.state, found.last_evaluated_at, await told(db)) == ("ok", later, [])


async def test_a_rule_that_was_changed_meanwhile_is_not_judged_by_what_it_was(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes: list[dict[str, Any]] = [{"threshold_value": 5}, {"enabled": False}, {"name": "Other"}]
    rules = [await make_rule(db, project_info) for _ in changes]
    await write(db, project_info, [BAD])

    async def meanwhile() -> None:
        async with db.transaction() as tx:
            for rule, change in zip(rules, changes, strict=True):
                await actions.change_rule(tx, project_info.account_id, rule.id, change, NOW)

    assert await stopped_before_writing(db, monkeypatch, meanwhile) == []
    assert {(await now_is(db, rule)).state for rule in rules} == {"ok"}
    assert await told(db) == []


async def test_a_rule_that_was_deleted_meanwhile_tells_nothing(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = await make_rule(db, project_info)
    await write(db, project_info, [BAD])

    async def meanwhile() -> None:
        async with db.transaction() as tx:
            await actions.remove_rule(tx, project_info.account_id, rule.id)

    assert await stopped_before_writing(db, monkeypatch, meanwhile) == []
    assert await told(db) == []


async def test_a_rule_that_somebody_is_changing_holds_nobody_up(db: Database, project_info: ProjectInfo) -> None:
    other = await make_rule(db, project_info)
    rule = await make_rule(db, project_info)
    await write(db, project_info, [BAD])
    async with db.transaction() as tx:
        await actions.change_rule(tx, project_info.account_id, rule.id, {"name": "Other"}, NOW)
        assert [each.rule.id for each in await evaluate(db)] == [other.id]
    assert {each.rule.id for each in await evaluate(db)} == {other.id, rule.id}
    assert len(await told(db)) == 2


async def test_state_and_event_exist_together_or_not_at_all(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await make_place(db)
    rule, neighbour = await make_rule(db, project_info), await make_rule(db, other)
    for each in (project_info, other):
        await write(db, each, [BAD])

    async def fails(tx: Connection, account_id: str, kind: str, payload: Mapping[str, Any], at: datetime) -> None:
        await publish_event(tx, account_id, kind, payload, at)
        if account_id == project_info.account_id:
            raise DatabaseUnavailable

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "publish_event", fails)
        with pytest.raises(DatabaseUnavailable):
            await evaluate(db)
    assert ((await now_is(db, rule)).state, await told(db, rule)) == ("ok", [])
    assert ((await now_is(db, neighbour)).state, await told(db, neighbour)) == ("alert", [TRIGGERED])
    await evaluate(db, NOW + SECOND)
    assert ((await now_is(db, rule)).state, await told(db, rule)) == ("alert", [TRIGGERED])
    assert await told(db, neighbour) == [TRIGGERED]


async def test_rules_of_an_account_that_cannot_be_measured_are_unknown_and_others_go_on(
    db: Database, project_info: ProjectInfo
) -> None:
    other = await make_place(db)
    rule, neighbour = await make_rule(db, project_info), await make_rule(db, other)
    for each in (project_info, other):
        await write(db, each, [Happened(NOW - 3 * MINUTE, function_errors=1)])
    await evaluate(db)
    await db.fetch("update activity_turns set turns = '\\x00' where account_id = $1", project_info.account_id)
    await evaluate(db, NOW + SECOND)
    found = await now_is(db, rule)
    assert (found.state, found.since, found.current_value) == ("unknown", NOW + SECOND, None)
    assert (await now_is(db, neighbour)).state == "alert"
    await write(db, project_info, [Happened(NOW + 10 * MINUTE - SECOND)])
    await evaluate(db, NOW + 10 * MINUTE)
    assert await told(db, rule) == [TRIGGERED, RESOLVED]
    assert await told(db, neighbour) == [TRIGGERED], "it is silent, which says nothing"


async def test_when_nothing_can_be_measured_everything_is_unknown(
    db: Database, project_info: ProjectInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_tx: Connection, _stretch: object) -> None:
        raise DatabaseUnavailable

    rule = await make_rule(db, project_info)
    await write(db, project_info, [BAD])
    with monkeypatch.context() as patch:
        patch.setattr(activity_store, "roll_up", fails)
        await evaluate(db)
    assert ((await now_is(db, rule)).state, await told(db)) == ("unknown", [])
    await evaluate(db, NOW + SECOND)
    assert ((await now_is(db, rule)).state, await told(db)) == ("alert", [TRIGGERED])


async def test_a_disabled_rule_is_not_evaluated_and_goes_on_where_it_was(
    db: Database, project_info: ProjectInfo
) -> None:
    rule = await make_rule(db, project_info)
    await write(db, project_info, [BAD])
    await evaluate(db)

    async def set_enabled(enabled: bool) -> None:
        async with db.transaction() as tx:
            await actions.change_rule(tx, project_info.account_id, rule.id, {"enabled": enabled}, NOW)

    await set_enabled(False)
    later = NOW + 10 * MINUTE
    await write(db, project_info, [Happened(later)])
    assert await evaluate(db, later + SECOND) == []
    found = await now_is(db, rule)
    assert (found.state, found.last_evaluated_at, await told(db)) == ("alert", NOW, [TRIGGERED])
    await set_enabled(True)
    await evaluate(db, later + 2 * SECOND)
    assert ((await now_is(db, rule)).state, await told(db)) == ("ok", [TRIGGERED, RESOLVED])


async def test_flapping_is_told_each_time_and_late_turns_may_bring_an_alert(
    db: Database, project_info: ProjectInfo
) -> None:
    rule = await make_rule(
        db, project_info, metric=Metric.LATENCY_P50, threshold_value=500, window_duration=Window.HOUR
    )
    now, latencies = NOW, (100, 900, 900, 100, 100, 900, 900)
    for latency in latencies:
        now += 30 * SECOND
        await write(db, project_info, [Happened(now - SECOND, latency)])
        await evaluate(db, now)
    assert await told(db) == [TRIGGERED, RESOLVED, TRIGGERED]
    await write(db, project_info, [Happened(now - 150 * SECOND, 100) for _ in range(5)])
    await evaluate(db, now + SECOND)
    assert (await now_is(db, rule)).state == "alert", "that minute was measured before they were written"
    await evaluate(db, now + 3 * MINUTE)
    assert await told(db) == [TRIGGERED, RESOLVED, TRIGGERED, RESOLVED]


async def test_endpoints_that_want_it_get_it(db: Database, project_info: ProjectInfo) -> None:
    await make_rule(db, project_info)
    await write(db, project_info, [BAD])
    for name, kinds, enabled in (("yes", [TRIGGERED], True), ("no", [RESOLVED], True), ("off", [TRIGGERED], False)):
        await db.fetch(
            """
            insert into webhook_endpoints (id, account_id, name, url, event_types, enabled, timeout_ms, secret,
                                           created_at, updated_at)
            values ($1, $2, $1, 'https://example.com', $3, $4, 1000, '', now(), now())
            """,
            name, project_info.account_id, kinds, enabled,
        )  # fmt: skip
    await evaluate(db)
    rows = await db.fetch("select endpoint_id from webhook_deliveries")
    assert [row["endpoint_id"] for row in rows] == ["yes"]


async def test_where_there_are_no_rules_nothing_is_measured_and_nothing_kept(
    db: Database, project_info: ProjectInfo
) -> None:
    await write(db, project_info, [Happened(NOW - 10 * MINUTE)])
    assert await evaluate(db) == []
    assert await db.fetch("select from activity_minutes") == []
    rule = await make_rule(db, project_info, window_duration=Window.HOUR)
    await evaluate(db)
    assert len(await db.fetch("select from activity_turns")) == 1
    async with db.transaction() as tx:
        await actions.remove_rule(tx, project_info.account_id, rule.id)
    await evaluate(db)
    assert await db.fetch("select from activity_minutes") == []


async def test_only_as_much_is_measured_as_rules_look_back(db: Database, project_info: ProjectInfo) -> None:
    await make_rule(db, project_info, window_duration=Window.TEN_MINUTES)
    await evaluate(db)
    row = await db.fetchrow("select min(minute) from activity_minutes")
    assert row is not None
    assert NOW - 11 * MINUTE < row["min"] <= NOW - 10 * MINUTE
    await make_rule(db, project_info, window_duration=Window.HOUR)
    await evaluate(db)
    row = await db.fetchrow("select min(minute) from activity_minutes")
    assert row is not None
    assert NOW - 61 * MINUTE < row["min"] <= NOW - 60 * MINUTE


async def test_accounts_are_read_some_at_a_time(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ACCOUNTS_AT_ONCE", 2)
    places = [await make_place(db) for _ in range(5)]
    rules = [await make_rule(db, project_info) for project_info in places]
    for project_info in places[::2]:
        await write(db, project_info, [BAD])
    await evaluate(db)
    assert [(await now_is(db, rule)).state for rule in rules] == ["alert", "no_data", "alert", "no_data", "alert"]


async def test_a_worker_evaluates_every_half_minute(resources: Resources, make: Make) -> None:
    project_info = await make.project()
    rule = await make_rule(resources.db, project_info)
    await write(resources.db, project_info, [Happened(resources.clock.now(), function_errors=1)])
    async with resources.db.transaction() as tx:
        await queue.defer(tx, EVALUATE_RULES, {})
        [job] = await queue.lease_due(tx, [EVALUATE_RULES], 1, 60)
    await JOBS[EVALUATE_RULES].run(resources, job)
    assert (await now_is(resources.db, rule)).state == "alert"
    assert await resources.db.fetch("select from jobs where kind = $1", EVALUATE_RULES) == []
    assert JOBS[EVALUATE_RULES].every_seconds == 30
    assert JOBS[EVALUATE_RULES].lease_seconds < 30, "a worker that dies is missed before the next evaluation is due"
