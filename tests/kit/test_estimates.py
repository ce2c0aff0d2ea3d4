"""Intervals against values that were published with their methods, or are in every table."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.estimates import (
    Mean,
    Share,
    estimate_mean,
    estimate_mean_difference,
    estimate_share,
    estimate_share_difference,
    merge_means,
    t_quantile,
)


@given(st.lists(st.floats(-1e3, 1e3), max_size=20), st.lists(st.floats(-1e3, 1e3), max_size=20))
def test_two_samples_are_merged_as_if_they_were_one(a: list[float], b: list[float]) -> None:
    merged, whole = merge_means(sample(a), sample(b)), sample(a + b)
    assert (merged.count, merged.mean, merged.variance) == pytest.approx(
        (whole.count, whole.mean, whole.variance), abs=1e-6
    )


def sample(numbers: list[float]) -> Mean:
    mean = statistics.fmean(numbers) if numbers else 0.0
    return Mean(len(numbers), mean, statistics.variance(numbers) if len(numbers) > 1 else 0.0)


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_shares(part: int, whole: int, low: float, high: float) -> None:
    found = estimate_share(Share(part, whole))
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        (Share(56, 70), Share(48, 80), 0.0524, 0.3339),
        (Share(9, 10), Share(3, 10), 0.1705, 0.8090),
        (Share(10, 10), Share(0, 10), 0.6075, 1.0),
        (Share(5, 56), Share(0, 29), -0.0381, 0.1926),
    ],
)
def test_differences_of_shares(a: Share, b: Share, low: float, high: float) -> None:
    found = estimate_share_difference(a, b)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 500), st.data())
def test_an_interval_holds_its_value_and_narrows(whole: int, data: st.DataObject) -> None:
    part = data.draw(st.integers(0, whole))
    few, many = estimate_share(Share(part, whole)), estimate_share(Share(part * 10, whole * 10))
    assert few is not None
    assert many is not None
    assert 0 <= few.low <= few.value <= few.high <= 1
    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(9, 2.262), (10, 2.228), (19, 2.093), (29, 2.045), (100, 1.984), (10_000, 1.960)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    assert round(t_quantile(freedom), 3) == quantile


def test_means() -> None:
    found = estimate_mean(Mean(25, 52.0, 144.0))
    assert found is not None
    assert (round(found.low, 3), round(found.high, 3)) == (47.047, 56.953)
    assert estimate_mean(Mean(9, 1.0, 1.0)) is None


def test_differences_of_means() -> None:
    found = estimate_mean_difference(Mean(20, 10.0, 4.0), Mean(30, 8.0, 25.0))
    assert found is not None
    # Welch: 41.1 degrees of freedom, t = 2.019, standard error 1.0165.
    assert (round(found.low, 2), round(found.high, 2)) == (-0.05, 4.05)
    same = estimate_mean_difference(Mean(20, 3.0, 0.0), Mean(20, 1.0, 0.0))
    assert same is not None
    assert (same.low, same.value, same.high) == (2.0, 2.0, 2.0)


def test_nothing_is_said_of_no_sample() -> None:
    assert estimate_share(Share(0, 0)) is None
    assert estimate_share_difference(Share(1, 2), Share(0, 0)) is None
    assert estimate_mean_difference(Mean(20, 1.0, 1.0), Mean(2, 1.0, 1.0)) is None
