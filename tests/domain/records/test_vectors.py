"""Vectors as they are kept and compared, as values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records.blocks import Block, Measured, Ranking, measure
from parley.domain.records.embedding import pieces
from parley.domain.records.vectors import HEAVIEST, HEAVY, Probe, signatures, similarities, wholes, words
from parley.kit.ids import uuid7_at
from parley.providers.embeddings.protocol import Vectors, normalised
from parley.storage.partitions import first_id

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)


def some_vectors(count: int, dims: int, seed: int = 1) -> Vectors:
    return normalised(np.random.default_rng(seed).standard_normal((count, dims)))


def block_of(ids: list[UUID], vectors: Vectors) -> Block:
    return Block.of(b"".join(each.bytes for each in ids), b"".join(signatures(vectors)))


@pytest.mark.parametrize("dims", [1, 63, 64, 100, 384])
def test_a_whole_vector_keeps_its_cosines(dims: int) -> None:
    vectors = some_vectors(20, dims)
    asked = some_vectors(1, dims, seed=2)[0]
    assert np.allclose(similarities(b"".join(wholes(vectors)), asked), vectors @ asked, atol=1e-3)
    assert {len(kept) for kept in wholes(vectors)} == {2 * dims}


def test_nothing_is_like_nothing() -> None:
    assert similarities(b"", some_vectors(1, 8)[0]).shape == (0,)


def test_a_signature_fills_whole_words() -> None:
    assert [len(signatures(some_vectors(1, dims))[0]) for dims in (1, 64, 65, 384)] == [8, 8, 16, 48]


@given(dims=st.integers(1, 200), seed=st.integers(0, 2**32 - 1))
def test_a_distance_is_the_weight_of_the_signs_that_differ(dims: int, seed: int) -> None:
    vectors, asked = some_vectors(7, dims, seed), some_vectors(1, dims, seed + 1)[0]
    lengths = np.abs(asked) / max(float(asked.std()) * HEAVY, 1e-12) * HEAVIEST
    weights = np.minimum(lengths, HEAVIEST).round().astype(int)
    expected = [int(weights[(vector > 0) != (asked > 0)].sum()) for vector in vectors]
    assert Probe(asked).distances(words(b"".join(signatures(vectors)), 7)).tolist() == expected


def test_distances_are_right_beyond_sixteen_bits() -> None:
    asked = np.where(np.arange(30_000) % 2, 1.0, -1.0).astype(np.float32) / np.float32(30_000**0.5)
    same, opposite = Probe(asked).distances(words(b"".join(signatures(np.stack([asked, -asked]))), 2)).tolist()
    assert same == 0
    assert opposite > 2**16


@given(
    minutes=st.lists(st.integers(0, 60), min_size=1, max_size=20),
    first=st.none() | st.integers(-1, 61),
    end=st.none() | st.integers(-1, 61),
)
def test_the_part_of_a_block_within_a_time(minutes: list[int], first: int | None, end: int | None) -> None:
    ids = sorted(uuid7_at(MONDAY + timedelta(minutes=minute)) for minute in minutes)
    low, high = (None if m is None else first_id(MONDAY + timedelta(minutes=m)) for m in (first, end))
    vectors = some_vectors(len(ids), 64)
    part = block_of(ids, vectors).within(low, high)
    wanted = [at for at, each in enumerate(ids) if (not low or each >= low) and (not high or each < high)]
    assert part.ids == b"".join(ids[at].bytes for at in wanted)
    assert part.signatures.tolist() == block_of(ids, vectors).signatures[:, wanted].tolist()


@given(distances=st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=4), cut=st.integers(0, 32))
def test_a_ranking_is_every_id_once_in_order_of_distance(distances: list[list[int]], cut: int) -> None:
    ids = [[uuid4() for _ in part] for part in distances]
    parts = [
        Measured(b"".join(each.bytes for each in those), np.array(part, np.uint16))
        for those, part in zip(ids, distances, strict=True)
    ]
    ranking = Ranking(parts)
    pairs = sorted(
        (
            (far, each)
            for part, those in zip(distances, ids, strict=True)
            for far, each in zip(part, those, strict=True)
        ),
        key=lambda pair: pair[0],
    )
    assert len(ranking) == len(pairs)
    assert ranking.ids(0, cut) == sorted({each for _, each in pairs[:cut]})
    assert ranking.ids(cut, 2 * cut) == sorted({each for _, each in pairs[cut : 2 * cut]})


def test_the_nearest_signature_comes_first() -> None:
    vectors = some_vectors(200, 384)
    ids = [uuid4() for _ in vectors]
    ranking = Ranking(measure(Probe(vectors[17]), [block_of(ids[:90], vectors[:90]), block_of(ids[90:], vectors[90:])]))
    assert ranking.ids(0, 1) == [ids[17]]


def test_turns_are_embedded_user_and_agent_together_by_their_length() -> None:
    said = [("", "Welcome!"), ("where can I park", "Behind the house."), (" ", "Still there?"), ("bye", "")]
    assert [(piece.text, piece.weight) for piece in pieces(said)] == [
        ("where can I park\nBehind the house.", 7),
        ("bye", 1),
    ]


def test_an_agent_that_speaks_alone_is_better_than_nothing() -> None:
    assert [piece.text for piece in pieces([("", "Welcome!"), ("", " ")])] == ["Welcome!"]
    assert pieces([("", ""), ("", "  ")]) == []
