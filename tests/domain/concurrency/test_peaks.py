"""Peaks of windows and series of them, against counting one by one."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.concurrency import peaks
from parley.domain.concurrency.model import (
    Facet,
    FacetRows,
    Integers,
    Range,
    SeriesQuery,
    TooManyIntervals,
    to_micros,
)
from parley.domain.concurrency.peaks import build_series, count_hours, group_by_value, window_peaks
from parley.domain.conversations.model import Stage
from tests.domain.concurrency.past import HOUR, MIDNIGHT, MINUTE, Past, most_at_once

STAGE = Stage("PROJECT-1", "live")
DAY_RANGE = Range(MIDNIGHT, MIDNIGHT + 24 * HOUR)

near_marks = st.builds(
    lambda steps, nudge: MIDNIGHT + steps * timedelta(seconds=150) + nudge * timedelta(microseconds=1),
    st.integers(-10, 30),
    st.integers(-1, 1),
)
lengths = st.one_of(
    st.just(timedelta(0)),
    st.sampled_from([timedelta(microseconds=1), 5 * MINUTE, 20 * MINUTE, 3 * HOUR]),
    st.timedeltas(min_value=-MINUTE, max_value=40 * MINUTE),
)
pasts = st.lists(st.builds(lambda start, length: Past(start, start + length), near_marks, lengths), max_size=25)


def spans(pasts: list[Past], now: datetime = MIDNIGHT) -> Integers:
    pairs = [(to_micros(past.started), to_micros(past.ended or now)) for past in pasts]
    return np.array(pairs, np.int64).reshape(-1, 2)


def hour_rows(start: datetime, *by_hour: list[int]) -> Integers:
    return np.array([[to_micros(start + number * HOUR), *twelve] for number, twelve in enumerate(by_hour)], np.int64)


def part(*pasts: Past) -> FacetRows:
    return FacetRows(pasts[0].variant_id, pasts[0].variant_name, spans(list(pasts)))


@given(pasts, st.integers(1, 15))
def test_peaks_are_what_counting_at_every_moment_finds(pasts: list[Past], windows: int) -> None:
    range_ = Range(MIDNIGHT, MIDNIGHT + windows * 5 * MINUTE)
    expected = most_at_once(pasts, range_, MIDNIGHT)
    assert window_peaks(spans(pasts), to_micros(MIDNIGHT), windows).tolist() == expected


def test_one_that_ends_when_another_starts_is_not_counted_with_it() -> None:
    row = [Past(MIDNIGHT + number * MINUTE, MIDNIGHT + (number + 1) * MINUTE) for number in range(5)]
    assert window_peaks(spans(row), to_micros(MIDNIGHT), 2).tolist() == [1, 0]


def test_one_over_many_windows_is_in_all_of_them_but_the_one_that_it_ends_at() -> None:
    long = [Past(MIDNIGHT - HOUR, MIDNIGHT + 10 * MINUTE)]
    assert window_peaks(spans(long), to_micros(MIDNIGHT), 3).tolist() == [1, 1, 0]


def test_the_same_span_twice_counts_twice() -> None:
    twice = [Past(MIDNIGHT, MIDNIGHT + MINUTE)] * 2
    assert window_peaks(spans(twice), to_micros(MIDNIGHT), 1).tolist() == [2]


def test_no_spans_no_peaks() -> None:
    assert window_peaks(spans([]), to_micros(MIDNIGHT), 3).tolist() == [0, 0, 0]


def test_only_hours_in_which_something_ran_are_kept() -> None:
    parts = [part(Past(MIDNIGHT + 2 * HOUR, MIDNIGHT + 2 * HOUR + 6 * MINUTE, "v1", "North"))]
    [only] = count_hours(Facet.VARIANT, parts, MIDNIGHT, 24)
    assert (only.facet, only.value, only.name, only.hour) == ("variant", "v1", "North", MIDNIGHT + 2 * HOUR)
    assert only.peaks == [1, 1, *[0] * 10]


def test_parts_of_one_value_count_together_under_the_newest_name() -> None:
    old = part(Past(MIDNIGHT, MIDNIGHT + HOUR, "v1", "Old"))
    new = part(Past(MIDNIGHT + MINUTE, MIDNIGHT + HOUR, "v1", "New"))
    for parts in ([old, new], [new, old]):
        assert group_by_value(parts)["v1"].name == "New"
        counted = count_hours(Facet.VARIANT, parts, MIDNIGHT, 1)
        assert [(hour.name, hour.peaks) for hour in counted] == [("New", [2] * 12)]


def test_a_series_takes_the_first_windows_from_hours_and_the_others_from_spans() -> None:
    question = SeriesQuery(STAGE, Range(MIDNIGHT + 50 * MINUTE, MIDNIGHT + 130 * MINUTE))
    hours = [FacetRows("", "", hour_rows(MIDNIGHT, [9] * 10 + [1, 2], [3] * 12))]
    fresh = [FacetRows("", "", spans([Past(MIDNIGHT + 115 * MINUTE, MIDNIGHT + 125 * MINUTE)]))]
    [only] = build_series(question, hours, fresh, counted=14)
    assert only.peaks.tolist() == [1, 2, *[3] * 12, 1, 0]


def test_without_anything_there_is_one_series_of_nothing_and_none_by_variant() -> None:
    [only] = build_series(SeriesQuery(STAGE, DAY_RANGE), [], [], counted=0)
    assert only.peaks.tolist() == [0] * 288
    assert build_series(SeriesQuery(STAGE, DAY_RANGE, by_variant=True), [], [], counted=0) == []


def test_by_variant_each_that_ran_in_the_range_has_a_series_in_order_of_ids() -> None:
    question = SeriesQuery(STAGE, Range(MIDNIGHT + 30 * MINUTE, MIDNIGHT + 2 * HOUR), by_variant=True)
    hours = [
        FacetRows("v2", "Two", hour_rows(MIDNIGHT, [1] * 12)),
        FacetRows("v3", "Before the range only", hour_rows(MIDNIGHT, [1] * 6 + [0] * 6)),
    ]
    fresh = [
        FacetRows("v1", "One", spans([Past(MIDNIGHT + HOUR, MIDNIGHT + 2 * HOUR)])),
        FacetRows("v2", "Two again", spans([Past(MIDNIGHT + HOUR, MIDNIGHT + 2 * HOUR)] * 2)),
    ]
    found = build_series(question, hours, fresh, counted=6)
    assert [(each.variant_id, each.variant_name) for each in found] == [("v1", "One"), ("v2", "Two again")]
    assert [each.peaks.tolist() for each in found] == [[0] * 6 + [1] * 12, [1] * 6 + [2] * 12]


def test_an_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peaks, "MOST_INTERVALS", 2 * 288)
    question = SeriesQuery(STAGE, DAY_RANGE, by_variant=True)
    parts = [part(Past(MIDNIGHT, MIDNIGHT + HOUR, f"v{number}")) for number in range(3)]
    assert len(build_series(question, [], parts[:2], counted=0)) == 2
    with pytest.raises(TooManyIntervals):
        build_series(question, [], parts, counted=0)
