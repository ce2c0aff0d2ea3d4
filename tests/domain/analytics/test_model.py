from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from parley.domain.analytics.model import (
    MOST_STEPS,
    Question,
    Step,
    Sums,
    TooManySteps,
    check,
    step_start,
    steps,
    to_json,
)

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)


def question(step: Step, hours: int) -> Question:
    return Question("p", ("live",), MONDAY, MONDAY + timedelta(hours=hours), step)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step.HOUR, MONDAY + timedelta(days=3, hours=5)),
        (Step.DAY, MONDAY + timedelta(days=3)),
        (Step.WEEK, MONDAY),
        (Step.ALL, MONDAY + timedelta(hours=1)),
    ],
)
def test_where_a_step_begins(step: Step, expected: datetime) -> None:
    moment = MONDAY + timedelta(days=3, hours=5, minutes=7)
    assert step_start(moment, step, MONDAY + timedelta(hours=1)) == expected


@pytest.mark.parametrize(
    ("step", "hours", "count"), [(Step.HOUR, 5, 5), (Step.DAY, 25, 2), (Step.WEEK, 169, 2), (Step.ALL, 9000, 1)]
)
def test_steps_follow_one_another(step: Step, hours: int, count: int) -> None:
    assert len(list(steps(question(step, hours)))) == count


def test_days_are_those_of_a_time_zone() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    start = datetime(2026, 3, 27, 23, tzinfo=UTC)
    asked = Question("p", ("live",), start, start + timedelta(days=3), Step.DAY, zone=berlin)
    # The clocks go forward on 29 March: that day has 23 hours.
    assert [each - start for each in steps(asked)] == [
        timedelta(0),
        timedelta(hours=24),
        timedelta(hours=47),
        timedelta(hours=71),
    ]
    week = step_start(start, Step.WEEK, start, berlin)
    assert week.astimezone(berlin) == datetime(2026, 3, 23, tzinfo=berlin)
    early = datetime(1, 1, 1, tzinfo=UTC)
    check(Question("p", ("live",), early, early + timedelta(days=3), Step.DAY, zone=ZoneInfo("America/Chicago")))


def test_what_is_too_much() -> None:
    check(question(Step.HOUR, MOST_STEPS))
    for step, hours in ((Step.HOUR, MOST_STEPS + 1), (Step.ALL, 401 * 24)):
        with pytest.raises(TooManySteps):
            check(question(step, hours))


def test_sums_are_added_up() -> None:
    one, two = Sums(conversations=2, ended=2, handoffs=1, seconds=30.0), Sums(conversations=1, turns=4, misunderstood=1)
    one.reasons["angry"] += 1
    one.add(two)
    shown = to_json(one)
    assert (shown["conversations"], shown["contained"], shown["containment"]) == (3, 1, 0.5)
    assert (shown["handoffReasons"], shown["meanDuration"], shown["misunderstoodShare"]) == ({"angry": 1}, 15.0, 0.25)
    assert to_json(Sums())["containment"] is None
