"""Vectors put together by direction. Pure: the same vectors make the same groups."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parley.domain.records.search.semantic.vectors import Vector
from parley.providers.embeddings.protocol import Vectors, normalised

NEAR = 0.5
"""From this cosine on two short questions are about the same, with the built-in model."""
MERGED = 0.7
"""From this cosine on two groups are one: what began apart has grown together."""
MOST_GROUPS = 200
ALONE = -1
"""The group of what is near to none when there are as many groups as there may be."""

Groups = NDArray[np.intp]


def group(vectors: Vectors, weights: NDArray[np.float32]) -> tuple[Groups, Vectors]:
    """The group of each vector, and the middle of each group. What weighs most comes first and leads: whatever is near
    to a group joins it, what is near to none begins one. Then all choose again among the middles that came of it."""
    sums = _lead(vectors, weights)
    sums = _merge(_sums_of(vectors, weights, _nearest(vectors, normalised(sums)), len(sums)))
    middles = normalised(sums)
    return _nearest(vectors, middles), middles


def _lead(vectors: Vectors, weights: NDArray[np.float32]) -> Vectors:
    sums = np.zeros((MOST_GROUPS, vectors.shape[1]), np.float32)
    middles = np.zeros_like(sums)
    count = 0
    for index in np.argsort(-weights, kind="stable"):
        vector: Vector = vectors[index]
        near = middles[:count] @ vector
        chosen = int(near.argmax()) if count else 0
        if not count or near[chosen] < NEAR:
            if count == MOST_GROUPS:
                continue
            chosen, count = count, count + 1
        sums[chosen] += vector * weights[index]
        middles[chosen] = normalised(sums[chosen : chosen + 1])[0]
    return sums[:count]


def _nearest(vectors: Vectors, middles: Vectors) -> Groups:
    if not len(middles):
        return np.full(len(vectors), ALONE, np.intp)
    near = vectors @ middles.T
    chosen: Groups = near.argmax(axis=1)
    return np.where(near.max(axis=1) >= NEAR, chosen, ALONE)


def _sums_of(vectors: Vectors, weights: NDArray[np.float32], groups: Groups, count: int) -> Vectors:
    sums = np.zeros((count, vectors.shape[1]), np.float32)
    chosen = groups != ALONE
    np.add.at(sums, groups[chosen], vectors[chosen] * weights[chosen, None])
    # One that everybody left for another is none any more.
    left: Vectors = sums[np.abs(sums).sum(axis=1) > 0]
    return left


def _merge(sums: Vectors) -> Vectors:
    while len(sums) > 1:
        near = normalised(sums) @ normalised(sums).T
        np.fill_diagonal(near, ALONE)
        first, second = divmod(int(near.argmax()), len(sums))
        if near[first, second] < MERGED:
            break
        sums[first] += sums[second]
        sums = np.delete(sums, second, axis=0)
    return sums
