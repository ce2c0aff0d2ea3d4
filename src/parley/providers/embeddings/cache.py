"""Keeps the vectors of the texts seen last: greetings and short answers come again and again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parley.providers.embeddings.protocol import Embedder, Vectors

LONGEST_KEY = 500
"""Longer texts hardly ever come twice."""


class CachedEmbedder:
    def __init__(self, embedder: Embedder, size: int = 2048) -> None:
        self._embedder = embedder
        self._size = size
        self._vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dims(self) -> int:
        return self._embedder.dims

    async def embed(self, texts: Sequence[str]) -> Vectors:
        known = self._look_up(texts)
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            new = dict(zip(missing, await self._embedder.embed(missing), strict=True))
            self._store(new)
            known |= new
        return np.stack([known[text] for text in texts]) if texts else np.zeros((0, self.dims), np.float32)

    def _look_up(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        with self._lock:
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
            for text in known:
                self._vectors.move_to_end(text)
        return known

    def _store(self, new: dict[str, NDArray[np.float32]]) -> None:
        with self._lock:
            # A copy: a row of the answer would keep the vectors of its whole batch in memory.
            self._vectors.update((text, vector.copy()) for text, vector in new.items() if len(text) <= LONGEST_KEY)
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)
