"""Vectors as they are stored and compared.

A vector is stored twice: in full, and as its signature, one bit a coordinate: the sign. Signatures are small enough to
keep those of a million conversations in memory and to compare a query with all of them: that finds the thousands that
are worth a look at the full vector, which decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parley.providers.embeddings.protocol import Embedder, Vectors

Vector = NDArray[np.float32]
SignatureMatrix = NDArray[np.uint64]
"""Signatures, 64 coordinates to an integer: one row for each 64 coordinates, one column a vector. So
the same coordinates of all signatures lie side by side, and are compared with the query's in one go."""

REPRESENTATION = 1
"""Goes up when conversations are made into vectors in another way than before."""
SCALE = 2**15 - 1
INTEGER_BYTES = 8
WEIGHT_BITS = 3
"""For the weight of a query's coordinate. With fewer, the first look finds noticeably less."""
MAX_WEIGHT = 2**WEIGHT_BITS - 1
HEAVY = 2.5
"""A coordinate weighs most when it is so many standard deviations long, or longer."""


def embedding_space(embedder: Embedder) -> str:
    """Only vectors of the same space may be compared."""
    return f"{embedder.name}/{embedder.dims}/{REPRESENTATION}"


def encode_signatures(vectors: Vectors) -> list[bytes]:
    return [row.tobytes() for row in _pack_bits(vectors > 0)]


def encode_vectors(vectors: Vectors) -> list[bytes]:
    """Sixteen bits a coordinate. With eight, conversations that say nearly the same would be confused."""
    return [row.tobytes() for row in np.rint(vectors * SCALE).astype("<i2")]


def cosines(encoded: bytes, query: Vector) -> NDArray[np.float32]:
    """With the query, of each encoded vector, one after the other."""
    vectors = np.frombuffer(encoded, "<i2").reshape(-1, len(query))
    # Not the product of a matrix: its sums may differ in the last bit for equal vectors, and so would their order.
    found: NDArray[np.float32] = (vectors * (query / np.float32(SCALE))).sum(axis=1)
    return found


def signature_matrix(encoded: bytes, count: int) -> SignatureMatrix:
    """Of so many encoded signatures, one after the other."""
    return np.ascontiguousarray(np.frombuffer(encoded, np.uint64).reshape(count, -1).T)


class QuerySignature:
    """A query as signatures are compared with it: the sign of each coordinate and, in a few bits, its weight."""

    def __init__(self, query: Vector) -> None:
        lengths = np.abs(query) / max(float(query.std()) * HEAVY, 1e-12)
        weights = np.minimum(lengths * MAX_WEIGHT, MAX_WEIGHT).round().astype(np.uint8)
        self._signs = _signature_column(query > 0)
        self._weight_bits = [_signature_column(weights >> bit & 1) for bit in reversed(range(WEIGHT_BITS))]
        # Sixteen bits nearly always, and those are sorted in no time.
        self._type: type[np.unsignedinteger[Any]] = np.uint16 if weights.sum(dtype=int) <= 0xFFFF else np.uint32

    def distances(self, signatures: SignatureMatrix) -> NDArray[np.unsignedinteger[Any]]:
        """The weight of all coordinates whose sign differs, for each signature."""
        differing = signatures ^ self._signs
        total = np.zeros(signatures.shape[1], self._type)
        # From the highest bit of the weights to the lowest, doubling in between: bits are counted, nothing multiplied.
        for weight_bit in self._weight_bits:
            total += total
            total += np.bitwise_count(differing & weight_bit).sum(axis=0, dtype=self._type)
        return total


def _signature_column(bits: NDArray[Any]) -> SignatureMatrix:
    return signature_matrix(_pack_bits(bits[None, :]).tobytes(), 1)


def _pack_bits(bits: NDArray[Any]) -> NDArray[np.uint8]:
    """One bit a coordinate, filled up to whole integers."""
    packed = np.packbits(bits.astype(bool), axis=1)
    return np.pad(packed, ((0, 0), (0, -packed.shape[1] % INTEGER_BYTES)))
