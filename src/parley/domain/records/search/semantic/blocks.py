"""Blocks of signatures, cached in memory as far as that goes, and the order in which a query ranks them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.records.model import ID_BYTES
from parley.domain.records.search.semantic import vector_store
from parley.domain.records.search.semantic.vectors import QuerySignature, SignatureMatrix, signature_matrix
from parley.storage.db import Database

BLOCK_SIZE = 8192
"""Signatures in a block: few enough to lie in a processor's cache while they are compared."""
LOADED_AT_ONCE = 16
"""Blocks in one statement: some megabytes."""


@dataclass(frozen=True, slots=True)
class Block:
    """Ids in their order, and the signature of each."""

    ids: bytes
    signatures: SignatureMatrix

    @classmethod
    def decode(cls, ids: bytes, signatures: bytes) -> Self:
        return cls(ids, signature_matrix(signatures, len(ids) // ID_BYTES))

    @property
    def size(self) -> int:
        return len(self.ids) + self.signatures.nbytes

    def between(self, first: UUID | None, end: UUID | None) -> Block:
        """The part from one id up to, but without, another: both the first ones of a moment."""
        if (first is None or self.ids[:ID_BYTES] >= first.bytes) and (end is None or self.ids[-ID_BYTES:] < end.bytes):
            return self
        # The bounds are first ids of a moment, so the upper half of an id decides.
        moments = np.frombuffer(self.ids, ">u8")[::2]
        begin = 0 if first is None else int(np.searchsorted(moments, first.int >> 64))
        stop = len(moments) if end is None else int(np.searchsorted(moments, end.int >> 64))
        return Block(self.ids[begin * ID_BYTES : stop * ID_BYTES], self.signatures[:, begin:stop])


@dataclass(frozen=True, slots=True)
class BlockDistances:
    """Ids, and how far from the query each is."""

    ids: bytes
    distances: NDArray[np.unsignedinteger[Any]]


def measure_distances(query: QuerySignature, blocks: Iterable[Block]) -> list[BlockDistances]:
    return [BlockDistances(block.ids, query.distances(block.signatures)) for block in blocks]


class Ranking:
    """Ids by their distance from a query."""

    def __init__(self, parts: Sequence[BlockDistances]) -> None:
        self._ids = [part.ids for part in parts]
        self._ends = np.cumsum([len(part.distances) for part in parts], dtype=np.int64)
        self._distances = np.concatenate([part.distances for part in parts]) if parts else np.zeros(0, np.uint16)
        self._counts = np.cumsum(np.bincount(self._distances))  # how many are at each distance or nearer

    def __len__(self) -> int:
        return len(self._distances)

    def ids(self, begin: int, end: int) -> list[UUID]:
        """Those at these ranks, by age: so they are looked up in the order in which they lie on disk."""
        indexes = self._nearest(end)[begin:]
        parts = np.searchsorted(self._ends, indexes, side="right")
        offsets = (indexes - np.concatenate(([0], self._ends))[parts]) * ID_BYTES
        pairs = zip(parts.tolist(), offsets.tolist(), strict=True)
        # A set: an id can be at two ranks, in a block and in what was not packed yet a moment ago.
        found = {self._ids[part][offset : offset + ID_BYTES] for part, offset in pairs}
        return [UUID(bytes=each) for each in sorted(found)]

    def _nearest(self, count: int) -> NDArray[np.intp]:
        """The indexes of so many, in their order."""
        # Few are wanted of many: only those that are near enough are sorted.
        farthest = np.searchsorted(self._counts, min(count, len(self)))
        near = np.flatnonzero(self._distances <= farthest)
        return near[np.argsort(self._distances[near], kind="stable")][:count]


class BlockCache:
    """Blocks never change, so what is cached is never stale: one that is gone from the database is not asked for."""

    def __init__(self, db: Database, max_bytes: int) -> None:
        self._db = db
        self._max_bytes = max_bytes
        self._blocks: OrderedDict[UUID, Block] = OrderedDict()
        self._loading = asyncio.Lock()
        self.size = 0

    async def read(self, ids: Sequence[UUID]) -> AsyncIterator[list[Block]]:
        """All of these, in groups: what is in memory first, then the others as they are loaded."""
        missing = [each for each in ids if each not in self._blocks]
        yield self._find_cached(ids)
        for start in range(0, len(missing), LOADED_AT_ONCE):
            yield await self._load(missing[start : start + LOADED_AT_ONCE], frozenset(ids))

    def _find_cached(self, ids: Iterable[UUID]) -> list[Block]:
        cached = [each for each in ids if each in self._blocks]
        for each in cached:
            self._blocks.move_to_end(each)
        return [self._blocks[each] for each in cached]

    async def _load(self, ids: Sequence[UUID], wanted: frozenset[UUID]) -> list[Block]:
        """One search loads at a time: those that wait for it find what it loaded."""
        async with self._loading:
            # Looked for once more: another search may have loaded them while this one waited.
            found = self._find_cached(ids)
            missing = [each for each in ids if each not in self._blocks]
            rows = await vector_store.find_blocks(self._db, missing) if missing else []
            loaded = {row["id"]: Block.decode(row["ids"], row["signatures"]) for row in rows}
            for block_id, block in loaded.items():
                self._add(block_id, block, wanted)
        return [*found, *loaded.values()]

    def _add(self, block_id: UUID, block: Block, wanted: frozenset[UUID]) -> None:
        """Makes room by dropping what was not used for longest, but nothing that the same search wants: a search over
        more than there is room for would otherwise find nothing of it the next time."""
        while self.size + block.size > self._max_bytes:
            oldest = next(iter(self._blocks), None)
            if oldest is None or oldest in wanted:
                return
            self.size -= self._blocks.pop(oldest).size
        self._blocks[block_id] = block
        self.size += block.size
