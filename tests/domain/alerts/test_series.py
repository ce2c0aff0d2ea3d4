"""What a rule would have measured: the same as measuring it at each of those moments."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import pairwise

import pytest

from parley.domain.alerts.measurement import roll_up_minutes
from parley.domain.alerts.model import Gap, Metric, Operator, State, Window
from parley.domain.alerts.series import Point, Span, moments_of, read_points, read_series, step_of
from parley.storage.db import Database
from tests.domain.alerts.happenings import MINUTE, NOW, Happened, measured_by_hand, rule_of, write
from tests.domain.concurrency.past import make_place

HOUR = timedelta(hours=1)


@pytest.mark.parametrize("window", list(Window))
@pytest.mark.parametrize("span", list(Span))
def test_moments_leave_nothing_out(window: Window, span: Span) -> None:
    rule = rule_of(window_duration=window)
    moments, step = moments_of(rule, span, NOW), step_of(rule, span)
    assert step <= window.span
    assert NOW - step < moments[-1] <= NOW
    assert {after - before for before, after in pairwise(moments)} == {step}
    assert moments[-1] - moments[0] == span.length - step
    assert moments_of(rule, span, NOW + timedelta(microseconds=1))[0] == moments[0]


def test_a_point_means_what_the_rule_says() -> None:
    rule = rule_of(operator=Operator.AT_LEAST, threshold_value=3)
    readings = (3, 2, Gap.NOTHING_HAPPENED, Gap.NOT_MEASURED)
    states = [Point(NOW, reading).state_of(rule) for reading in readings]
    assert states == [State.ALERT, State.OK, State.NO_DATA, State.UNKNOWN]


def test_nobody_knows_what_could_not_be_read() -> None:
    assert read_points(rule_of(), [NOW], None, set()) == [Point(NOW, Gap.NOT_MEASURED)]


@pytest.mark.io
async def test_a_series_is_what_would_have_been_measured_then(db: Database) -> None:
    project, chance, begin = await make_place(db), random.Random(5), NOW - 3 * HOUR
    happened = [
        Happened(at, chance.uniform(0, 3000), chance.randrange(2), started=at if chance.random() < 0.5 else None)
        for at in (begin + chance.random() * 3 * HOUR for _ in range(300))
    ]
    happened += [Happened(begin + chance.random() * 3 * HOUR, end_reason="crash") for _ in range(20)]
    await write(db, project, happened)
    assert await roll_up_minutes(db, begin, NOW)
    for metric in (Metric.LATENCY_P95, Metric.FUNCTION_ERRORS, Metric.CALL_CRASHES, Metric.CALL_VOLUME):
        rule = rule_of(project, metric=metric, window_duration=Window.TEN_MINUTES)
        points = await read_series(db, rule, ["live"], Span.SIX_HOURS, NOW)
        assert len(points) == 72
        for at, reading in ((point.at, point.reading) for point in points):
            if at - Window.TEN_MINUTES.span < begin - MINUTE:
                assert reading is Gap.NOT_MEASURED, "nobody watched"
            else:
                assert reading == measured_by_hand(happened, metric, Window.TEN_MINUTES, at)
