"""What every embedder looks like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row per text, each of length 1."""


class EmbeddingError(Exception):
    """The texts could not be embedded; the message carries none of them."""

    def __init__(self, message: str, *, is_passing: bool = False) -> None:
        """`is_passing`: not these texts are at fault, and later it may go well."""
        super().__init__(message)
        self.is_passing = is_passing


class Embedder(Protocol):
    @property
    def name(self) -> str:
        """Identifies the vector space: vectors of different names must not be compared."""
        ...

    @property
    def dims(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Raises EmbeddingError."""
        ...


def normalised(vectors: NDArray[np.floating]) -> Vectors:
    """Rows scaled to length 1; a row of zeros stays one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled
