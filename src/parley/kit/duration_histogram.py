"""Durations for Prometheus in plain numbers: the library's own histograms take a lock for each."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class DurationHistogram:
    """How often something took up to each of the bounds and no less, and how long all took together."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Each holds the ones before it."""
        return list(zip([*map(str, BOUNDS), "+Inf"], accumulate(self.counts), strict=True))
