"""Vectors as they are stored and compared, as values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records.search.semantic.vectors import (
    HEAVY,
    MAX_WEIGHT,
    QuerySignature,
    cosines,
    encode_signatures,
    encode_vectors,
    signature_matrix,
)
from tests.domain.records.vector_rows import some_vectors


@pytest.mark.parametrize("dims", [1, 63, 64, 100, 384])
def test_an_encoded_vector_keeps_its_cosines(dims: int) -> None:
    vectors = some_vectors(20, dims)
    asked = some_vectors(1, dims, seed=2)[0]
    assert np.allclose(cosines(b"".join(encode_vectors(vectors)), asked), vectors @ asked, atol=1e-3)
    assert {len(kept) for kept in encode_vectors(vectors)} == {2 * dims}


def test_nothing_is_like_nothing() -> None:
    assert cosines(b"", some_vectors(1, 8)[0]).shape == (0,)


def test_a_signature_fills_whole_integers() -> None:
    assert [len(encode_signatures(some_vectors(1, dims))[0]) for dims in (1, 64, 65, 384)] == [8, 8, 16, 48]


@given(dims=st.integers(1, 200), seed=st.integers(0, 2**32 - 1))
def test_a_distance_is_the_weight_of_the_signs_that_differ(dims: int, seed: int) -> None:
    vectors, asked = some_vectors(7, dims, seed), some_vectors(1, dims, seed + 1)[0]
    lengths = np.abs(asked) / max(float(asked.std()) * HEAVY, 1e-12) * MAX_WEIGHT
    weights = np.minimum(lengths, MAX_WEIGHT).round().astype(int)
    expected = [int(weights[(vector > 0) != (asked > 0)].sum()) for vector in vectors]
    assert (
        QuerySignature(asked).distances(signature_matrix(b"".join(encode_signatures(vectors)), 7)).tolist() == expected
    )


def test_distances_are_right_beyond_sixteen_bits() -> None:
    asked = np.where(np.arange(30_000) % 2, 1.0, -1.0).astype(np.float32) / np.float32(30_000**0.5)
    same, opposite = (
        QuerySignature(asked)
        .distances(signature_matrix(b"".join(encode_signatures(np.stack([asked, -asked]))), 2))
        .tolist()
    )
    assert same == 0
    assert opposite > 2**16
