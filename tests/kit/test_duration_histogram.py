from __future__ import annotations

from parley.kit.duration_histogram import DurationHistogram


def test_each_bucket_holds_the_ones_before_it() -> None:
    durations = DurationHistogram()
    for seconds in (0.0, 0.001, 0.3, 99.0):
        durations.add(seconds)
    buckets = dict(durations.buckets())
    assert (buckets["0.001"], buckets["0.25"], buckets["0.5"], buckets["30.0"], buckets["+Inf"]) == (2, 2, 3, 3, 4)
    assert durations.total == 99.301
