"""What state follows from what was measured, and what is told about it."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.alerts.model import (
    Gap,
    Judgement,
    Metric,
    Operator,
    Reading,
    Rule,
    State,
    Window,
    apply_changes,
    judge,
    webhook_payload,
)
from parley.domain.webhooks.model import EventType
from tests.domain.alerts.happenings import NOW, SECOND, rule_of

TRIGGERED, RESOLVED = EventType.ALERT_TRIGGERED, EventType.ALERT_RESOLVED
HALF_MINUTE = 30 * SECOND
NOTHING, FAILED = Gap.NOTHING_HAPPENED, Gap.NOT_MEASURED
BAD, GOOD = 1, 0
"""For a rule that fires above zero."""

readings = st.lists(st.one_of(st.integers(0, 3), st.sampled_from(Gap)), max_size=30)


def written(judgement: Judgement) -> Rule:
    """The rule as it is once the judgement was written down."""
    return replace(
        judgement.rule,
        state=judgement.state,
        firing=judgement.firing,
        since=judgement.since,
        current_value=judgement.value,
        last_evaluated_at=judgement.at,
        revision=judgement.rule.revision + 1,
    )


def story(*found: Reading, rule: Rule | None = None) -> list[Judgement]:
    """Evaluations half a minute apart."""
    rule = rule or rule_of()
    judgements = []
    for number, reading in enumerate(found):
        judgements.append(judge(rule, reading, NOW + number * HALF_MINUTE))
        rule = written(judgements[-1])
    return judgements


@pytest.mark.parametrize(
    ("operator", "below", "equal", "above"),
    [(">", False, False, True), ("<", True, False, False), (">=", False, True, True), ("<=", True, True, False)],
)
def test_operators(operator: str, below: bool, equal: bool, above: bool) -> None:
    rule = rule_of(operator=Operator(operator), threshold_value=10)
    assert [rule.is_breached_by(value) for value in (9, 10, 11)] == [below, equal, above]


@pytest.mark.parametrize(
    ("found", "states", "events"),
    [
        ([GOOD], ["ok"], [None]),
        ([BAD], ["alert"], [TRIGGERED]),
        ([NOTHING], ["no_data"], [None]),
        ([FAILED], ["unknown"], [None]),
        ([BAD, BAD, BAD], ["alert"] * 3, [TRIGGERED, None, None]),
        ([BAD, GOOD, GOOD], ["alert", "ok", "ok"], [TRIGGERED, RESOLVED, None]),
        ([BAD, NOTHING, GOOD, GOOD], ["alert", "no_data", "ok", "ok"], [TRIGGERED, None, RESOLVED, None]),
        ([BAD, FAILED, GOOD], ["alert", "unknown", "ok"], [TRIGGERED, None, RESOLVED]),
        ([BAD, NOTHING, BAD], ["alert", "no_data", "alert"], [TRIGGERED, None, TRIGGERED]),
        ([BAD, FAILED, NOTHING, BAD, GOOD], ["alert", "unknown", "no_data", "alert", "ok"],
         [TRIGGERED, None, None, TRIGGERED, RESOLVED]),
        ([NOTHING, GOOD], ["no_data", "ok"], [None, None]),
        ([NOTHING, BAD], ["no_data", "alert"], [None, TRIGGERED]),
        ([FAILED, BAD], ["unknown", "alert"], [None, TRIGGERED]),
        ([BAD, GOOD] * 3, ["alert", "ok"] * 3, [TRIGGERED, RESOLVED] * 3),
    ],
)  # fmt: skip
def test_stories(found: list[Reading], states: list[str], events: list[EventType | None]) -> None:
    judged = story(*found)
    assert [each.state.value for each in judged] == states
    assert [each.event for each in judged] == events


@given(readings)
def test_what_is_told_agrees_with_the_states(found: list[Reading]) -> None:
    """Every move into `alert` is told; every `ok` after one ends what was told, once."""
    judged = story(*found)
    states = [State.OK, *(each.state for each in judged)]
    moves = [each.event is TRIGGERED for each in judged]
    assert moves == [now is State.ALERT and before is not State.ALERT for before, now in pairwise(states)]
    events = [each.event for each in judged if each.event is not None]
    assert events[:1] in ([], [TRIGGERED])
    assert (RESOLVED, RESOLVED) not in pairwise(events)
    for each, reading in zip(judged, found, strict=True):
        if each.state is State.ALERT:
            assert each.firing
        if each.state is State.OK:
            assert not each.firing
        assert each.value == (None if isinstance(reading, Gap) else reading)
        assert (each.state in (State.NO_DATA, State.UNKNOWN)) == isinstance(reading, Gap)
    if judged:
        assert judged[-1].firing == (events[-1:] == [TRIGGERED])


@given(readings)
def test_gaps_tell_nothing_and_end_nothing(found: list[Reading]) -> None:
    """Who leaves out the evaluations without a value gets the same ends at the same values."""

    def ends(many: list[Reading]) -> list[int | None]:
        return [each.value for each in story(*many) if each.event is RESOLVED]

    assert ends(found) == ends([reading for reading in found if not isinstance(reading, Gap)])
    assert all(each.event is None for each in story(*found) if each.value is None)


@given(readings)
def test_since_is_the_evaluation_that_brought_the_state(found: list[Reading]) -> None:
    judged = story(*found)
    for number, each in enumerate(judged):
        first = next(
            begin
            for begin in range(number + 1)
            if all(other.state is each.state for other in judged[begin : number + 1])
        )
        assert each.since == judged[first].at
    assert all(later.at > earlier.at for earlier, later in pairwise(judged))


@given(readings)
def test_judging_again_by_the_same_reading_tells_nothing_new(found: list[Reading]) -> None:
    for each, reading in zip(story(*found), found, strict=True):
        again = judge(written(each), reading, each.at + HALF_MINUTE)
        assert (again.event, again.state, again.since) == (None, each.state, each.since)


def test_the_payload_of_a_trigger() -> None:
    rule = rule_of(name="Errors", project_id="PROJECT-1", state=State.NO_DATA)
    assert webhook_payload(judge(rule, 4, NOW)) == {
        "event_type": "alerts.triggered",
        "alert": {
            "id": "ar_1",
            "name": "Errors",
            "project_id": "PROJECT-1",
            "metric": "function_errors",
            "operator": ">",
            "threshold_value": 0,
            "current_value": 4,
            "previous_state": "no_data",
            "triggered_at": "2026-11-17T12:00:30.500Z",
        },
    }


@pytest.mark.parametrize("before", [State.ALERT, State.NO_DATA, State.UNKNOWN])
def test_the_payload_of_a_resolution(before: State) -> None:
    told = webhook_payload(judge(rule_of(state=before, firing=True), 0, NOW))
    assert told["event_type"] == "alerts.resolved"
    assert told["alert"] == {
        "id": "ar_1",
        "name": "A rule",
        "project_id": None,
        "metric": "function_errors",
        "operator": ">",
        "threshold_value": 0,
        "current_value": 0,
        "previous_state": "alert",
        "resolved_at": "2026-11-17T12:00:30.500Z",
    }


FIRING = rule_of(
    state=State.ALERT, firing=True, since=NOW, last_evaluated_at=NOW, current_value=5, name="Old", revision=7
)
LATER = NOW + timedelta(hours=1)


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ({"name": "New"}, 5),
        ({"enabled": False}, 5),
        ({"threshold_value": 6}, 5),
        ({"operator": Operator.BELOW}, 5),
        ({"metric": Metric.CALL_VOLUME}, None),
        ({"window_duration": Window.HOUR}, None),
        ({"project_id": "PROJECT-2"}, None),
    ],
)
def test_a_change_leaves_the_state_to_the_next_evaluation(change: dict[str, object], value: int | None) -> None:
    new = apply_changes(FIRING, change, LATER)
    assert new == replace(FIRING, **change, current_value=value, updated_at=LATER, revision=8)  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{}, {"name": "Old"}, {"threshold_value": 0, "enabled": True}])
def test_a_change_to_what_is_there_already_is_none(change: dict[str, object]) -> None:
    assert apply_changes(FIRING, change, LATER) is FIRING


@pytest.mark.parametrize(("value", "event"), [(9, None), (3, RESOLVED)])
def test_an_incident_outlives_a_change_of_its_rule(value: int, event: EventType | None) -> None:
    new = apply_changes(FIRING, {"metric": Metric.API_ERRORS, "threshold_value": 5}, LATER)
    assert judge(new, value, LATER + SECOND).event is event


def test_windows() -> None:
    assert {window.value: window.span for window in Window} == {
        "5m": timedelta(minutes=5),
        "10m": timedelta(minutes=10),
        "60m": timedelta(minutes=60),
    }
    assert {field.name for field in fields(Rule)} >= {"revision", "firing"}
