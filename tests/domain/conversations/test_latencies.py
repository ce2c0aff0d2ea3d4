from __future__ import annotations

from parley.domain.conversations.latencies import (
    BUCKETS,
    FIRST_MS,
    GROWTH,
    TIMINGS,
    Part,
    empty_histogram,
    empty_parts,
    parts_json,
    percentile_ms,
)


def test_percentiles_come_from_the_histogram() -> None:
    latencies = empty_histogram()
    assert percentile_ms(latencies, 0.5) is None
    latencies[10] = 95
    latencies[BUCKETS - 1] = 5
    assert percentile_ms(latencies, 0.5) == round(FIRST_MS * GROWTH**10.5)
    assert percentile_ms(latencies, 0.95) == round(FIRST_MS * GROWTH**10.5)
    assert percentile_ms(latencies, 0.96) == round(FIRST_MS * GROWTH ** (BUCKETS - 0.5))


def test_only_parts_that_were_measured_are_told() -> None:
    assert list(TIMINGS) == list(Part), "histograms are in this order"
    parts = empty_parts()
    assert parts_json(parts) == {}
    parts[2, 10] = 4
    middle = round(FIRST_MS * GROWTH**10.5)
    assert parts_json(parts) == {"model": {"turns": 4, "p50Ms": middle, "p95Ms": middle}}
