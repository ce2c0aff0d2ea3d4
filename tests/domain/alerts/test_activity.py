"""Metrics of a window, held against looking at every single thing that happened."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.alerts.activity import NOTHING, START_OF_COUNT, Activity, percentile, read_metrics
from parley.domain.alerts.model import Gap, Metric, Window
from tests.domain.alerts import happenings
from tests.domain.alerts.happenings import MICROSECOND, MINUTE, NOW, Happened, measured_by_hand, rule_of

EDGES = [NOW - window.span for window in Window]

moments = st.one_of(
    st.integers(0, 70 * 60_000_000).map(lambda micros: NOW - (1 + micros) * MICROSECOND),
    st.sampled_from([edge + step * MICROSECOND for edge in EDGES for step in (-1, 0, 1)]),
)
latencies = st.one_of(st.none(), st.floats(0, 10_000, width=32))
turns = st.builds(Happened, moments, latencies, st.integers(0, 3), st.integers(0, 3))
openings = st.builds(
    lambda at, wait: Happened(at, started=at - wait), moments, st.integers(0, 120).map(lambda s: timedelta(seconds=s))
)
ends = st.builds(
    lambda at, reason: Happened(at, end_reason=reason),
    moments,
    st.sampled_from(["crash", "error", "closed", "timeout"]),
)
everything = st.lists(st.one_of(turns, openings, ends), max_size=20)


def micros(moment: datetime) -> int:
    return (moment - START_OF_COUNT) // MICROSECOND


def activity_of(happened: list[Happened]) -> Activity:
    said = [each for each in happened if each.end_reason is None]
    return Activity(
        np.array([micros(each.at) for each in said], np.int64),
        np.array([np.nan if each.latency is None else each.latency for each in said], np.float64),
        np.array([each.function_errors for each in said], np.int64),
        np.array([each.api_errors for each in said], np.int64),
        np.array([micros(each.started) for each in said if each.started], np.int64),
        np.array([micros(each.at) for each in happened if each.end_reason in ("crash", "error")], np.int64),
    )


RULES = [
    rule_of(id=f"{metric}-{window}", metric=metric, window_duration=window) for metric in Metric for window in Window
]


@pytest.mark.slow
@given(everything)
def test_every_metric_in_every_window(happened: list[Happened]) -> None:
    found = read_metrics(RULES, {"PROJECT-1": activity_of(happened)}, NOW)
    assert found == {rule.id: measured_by_hand(happened, rule.metric, rule.window_duration, NOW) for rule in RULES}


@pytest.mark.slow
@given(everything, everything)
def test_a_rule_of_the_account_covers_all_of_its_projects(one: list[Happened], other: list[Happened]) -> None:
    projects = {"PROJECT-1": activity_of(one), "PROJECT-2": activity_of(other)}
    for rule in RULES:
        own = rule_of(id="own", project_id="PROJECT-2", metric=rule.metric, window_duration=rule.window_duration)
        found = read_metrics([rule, own], projects, NOW)
        assert found[rule.id] == measured_by_hand([*one, *other], rule.metric, rule.window_duration, NOW)
        assert found["own"] == measured_by_hand(other, rule.metric, rule.window_duration, NOW)


@pytest.mark.parametrize("metric", Metric)
def test_where_nothing_happened_nothing_is_known(metric: Metric) -> None:
    rules = [rule_of(id="all", metric=metric), rule_of(id="one", metric=metric, project_id="PROJECT-9")]
    for projects in ({}, {"PROJECT-1": NOTHING}):
        assert set(read_metrics(rules, projects, NOW).values()) == {Gap.NOTHING_HAPPENED}


def test_traffic_without_errors_is_zero_and_not_unknown() -> None:
    activity = activity_of([Happened(NOW - MINUTE, latency=None)])
    assert [activity.read(metric) for metric in (Metric.API_ERRORS, Metric.CALL_VOLUME, Metric.CALL_CRASHES)] == [0] * 3
    assert activity.read(Metric.LATENCY_P50) is Gap.NOTHING_HAPPENED, "turns without a latency have no percentile"


def test_a_crash_alone_is_something_that_happened() -> None:
    activity = activity_of([Happened(NOW - MINUTE, end_reason="crash")])
    assert (activity.read(Metric.CALL_CRASHES), activity.read(Metric.CALL_VOLUME)) == (1, 0)


@pytest.mark.parametrize(
    ("values", "p50", "p95"),
    [
        ([7.0], 7, 7),
        ([100, 200], 150, 195),
        ([1, 2, 3, 4], 3, 4),
        (list(range(1, 101)), 51, 95),
        ([0.4], 0, 0),
        ([0.5], 1, 1),
    ],
)
def test_percentiles_lie_between_the_values_around_their_rank(values: list[float], p50: int, p95: int) -> None:
    array = np.array(values, np.float64)
    assert (percentile(array, 50), percentile(array, 95)) == (p50, p95)


@pytest.mark.slow
@given(st.lists(st.floats(0, 60_000, width=32), min_size=1, max_size=300), st.sampled_from([50, 95]))
def test_percentiles_are_those_of_the_standard_library(values: list[float], percent: int) -> None:
    by_hand = happenings.percentile(values, percent)
    found = percentile(np.array(values, np.float64), percent)
    assert isinstance(found, int)
    assert abs(found - by_hand) <= 0.5 + 1e-6
