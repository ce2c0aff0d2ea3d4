from __future__ import annotations

import numpy as np

from parley.domain.records.themes import clustering
from parley.domain.records.themes.clustering import ALONE, group
from parley.providers.embeddings.protocol import normalised

rng = np.random.default_rng(5)


def around(direction: int, count: int, spread: float = 0.4) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    middle = np.zeros(64, np.float32)
    middle[direction] = 1
    return normalised(middle + rng.standard_normal((count, 64)).astype(np.float32) * spread / 8)


def test_what_is_near_is_together_and_the_order_does_not_matter() -> None:
    vectors = np.concatenate([around(0, 30), around(1, 20), around(2, 1)])
    weights = np.ones(len(vectors), np.float32)
    groups, middles = group(vectors, weights)
    assert len(middles) == 3
    assert [len(set(groups[part].tolist())) for part in (slice(0, 30), slice(30, 50), slice(50, 51))] == [1, 1, 1]
    assert len(set(groups.tolist())) == 3
    shuffled = rng.permutation(len(vectors))
    again, _ = group(vectors[shuffled], weights)
    pairs = set(zip(groups[shuffled].tolist(), again.tolist(), strict=True))
    assert len(pairs) == 3


def test_groups_that_grew_together_are_one() -> None:
    # Two leaders that are not near to each other, and what lies between them draws both to the middle.
    apart = normalised(np.array([[1, 0.0, 0], [0.0, 1, 0]], np.float32))
    between = normalised(np.array([[1, 0.7, 0], [0.7, 1, 0]] * 10, np.float32))
    groups, middles = group(np.concatenate([apart, between]), np.array([5, 4, *[3] * 20], np.float32))
    assert (len(middles), set(groups.tolist())) == (1, {0})


def test_there_are_only_so_many_groups() -> None:
    vectors = np.eye(clustering.MOST_GROUPS + 5, dtype=np.float32)
    groups, middles = group(vectors, np.arange(len(vectors), 0, -1).astype(np.float32))
    assert len(middles) == clustering.MOST_GROUPS
    assert groups[: clustering.MOST_GROUPS].min() >= 0
    assert set(groups[clustering.MOST_GROUPS :].tolist()) == {ALONE}
