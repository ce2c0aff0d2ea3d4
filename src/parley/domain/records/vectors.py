"""Vectors as they are kept and compared.

A vector is kept twice: whole, and as its signature, one bit a coordinate: the sign. Signatures are small enough to keep
those of a million conversations in memory and to compare a query with all of them: that finds the thousands that are
worth a look at the whole vector, which decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parley.providers.embeddings.protocol import Embedder, Vectors

Vector = NDArray[np.float32]
Words = NDArray[np.uint64]
"""Signatures, 64 coordinates to a word: one row a word, one column a vector."""

REPRESENTATION = 1
"""Goes up when conversations are made into vectors in another way than before."""
FINEST = 2**15 - 1
WORD_BYTES = 8
LEVELS = 3
"""Bits for the weight of a query's coordinate. With fewer, the first look finds noticeably less."""
HEAVIEST = 2**LEVELS - 1
HEAVY = 2.5
"""A coordinate weighs most when it is so many standard deviations long, or longer."""


def space(embedder: Embedder) -> str:
    """Only vectors of the same space may be compared."""
    return f"{embedder.name}/{embedder.dims}/{REPRESENTATION}"


def signatures(vectors: Vectors) -> list[bytes]:
    return [row.tobytes() for row in _packed(vectors > 0)]


def wholes(vectors: Vectors) -> list[bytes]:
    """Sixteen bits a coordinate. With eight, conversations that say nearly the same would be confused."""
    return [row.tobytes() for row in np.rint(vectors * FINEST).astype("<i2")]


def similarities(kept: bytes, asked: Vector) -> NDArray[np.float32]:
    """The cosine with the query of each whole vector, one after the other. Equal vectors have equal ones, to the last
    bit: the product of a matrix would not give that."""
    vectors = np.frombuffer(kept, "<i2").reshape(-1, len(asked))
    found: NDArray[np.float32] = (vectors * (asked / np.float32(FINEST))).sum(axis=1)
    return found


def words(raw: bytes, count: int) -> Words:
    """So many signatures, one after the other."""
    return np.ascontiguousarray(np.frombuffer(raw, np.uint64).reshape(count, -1).T)


class Probe:
    """A query as signatures are compared with: the sign of each coordinate and, in a few bits, how much it weighs."""

    def __init__(self, asked: Vector) -> None:
        lengths = np.abs(asked) / max(float(asked.std()) * HEAVY, 1e-12)
        weights = np.minimum(lengths * HEAVIEST, HEAVIEST).round().astype(np.uint8)
        self._signs = _column(asked > 0)
        self._levels = [_column(weights >> level & 1) for level in reversed(range(LEVELS))]
        # Sixteen bits nearly always, and those are sorted in no time.
        self._type: type[np.unsignedinteger[Any]] = np.uint16 if weights.sum(dtype=int) <= 0xFFFF else np.uint32

    def distances(self, those: Words) -> NDArray[np.unsignedinteger[Any]]:
        """The weight of all coordinates whose sign differs, for each signature."""
        differing = those ^ self._signs
        far = np.zeros(those.shape[1], self._type)
        for level in self._levels:
            far += far
            far += np.bitwise_count(differing & level).sum(axis=0, dtype=self._type)
        return far


def _column(bits: NDArray[Any]) -> Words:
    return words(_packed(bits[None, :]).tobytes(), 1)


def _packed(bits: NDArray[Any]) -> NDArray[np.uint8]:
    """One bit a coordinate, filled up to whole words."""
    packed = np.packbits(bits.astype(bool), axis=1)
    return np.pad(packed, ((0, 0), (0, -packed.shape[1] % WORD_BYTES)))
