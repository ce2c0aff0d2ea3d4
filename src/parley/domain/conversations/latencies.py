"""Latencies of turns and what they are made of, as histograms. Pure."""

from __future__ import annotations

import math
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

BUCKETS = 64
FIRST_MS = 10.0
GROWTH = 1.15
"""Latencies are kept as a histogram, because percentiles of hours cannot be added up: 64 buckets, each 15 % wider than
the one before, from 10 ms to over a minute. A percentile is exact to 7.5 %."""

Histogram = NDArray[np.int64]
Parts = NDArray[np.int64]
"""A histogram of each part, in the order of `Part`."""


class Part(StrEnum):
    ENDPOINTING = "endpointing"
    RECOGNITION = "recognition"
    """Runs while it is waited whether the user goes on."""
    MODEL = "model"
    """Until the first piece of its first answer."""
    FUNCTIONS = "functions"
    SYNTHESIS = "synthesis"
    """From the first words to the first sound."""


TIMINGS = {
    Part.ENDPOINTING: "endpointing_ms",
    Part.RECOGNITION: "recognition_ms",
    Part.MODEL: "model_first_piece_ms",
    Part.FUNCTIONS: "functions_ms",
    # Of the turn before it, whose sound came when its trace was written.
    Part.SYNTHESIS: "synthesis_before_ms",
}
"""What the trace of a turn calls them."""


def empty_histogram() -> Histogram:
    return np.zeros(BUCKETS, dtype=np.int64)


def empty_parts() -> Parts:
    return np.zeros((len(Part), BUCKETS), dtype=np.int64)


def bucket_of(ms: float) -> int:
    """As the analytics' statements have it."""
    bucket = math.floor(math.log(max(ms, 0.001) / FIRST_MS) / math.log(GROWTH))
    return min(max(bucket, 0), BUCKETS - 1)


def lower_edge_ms(bucket: int) -> float:
    return FIRST_MS * GROWTH**bucket if bucket else 0.0


def percentile_ms(histogram: Histogram, share: float) -> int | None:
    total = int(histogram.sum())
    if not total:
        return None
    bucket = int(np.searchsorted(histogram.cumsum(), share * total))
    middle: float = FIRST_MS * GROWTH ** (bucket + 0.5)
    return round(middle)


def parts_json(parts: Parts) -> dict[str, dict[str, int | None]]:
    """Of those that were measured."""
    return {
        part.value: {
            "turns": int(histogram.sum()),
            "p50Ms": percentile_ms(histogram, 0.5),
            "p95Ms": percentile_ms(histogram, 0.95),
        }
        for part, histogram in zip(Part, parts, strict=True)
        if histogram.any()
    }
