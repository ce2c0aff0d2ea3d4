"""Blocks of signatures, kept in memory as far as that goes, and the order in which a query finds them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.records import vector_store
from parley.domain.records.vectors import Probe, Words, words
from parley.storage.db import Database

ID_BYTES = 16
LOADED_AT_ONCE = 16
"""Blocks in one statement: some megabytes."""


@dataclass(frozen=True, slots=True)
class Block:
    """Ids in their order, and the signature of each."""

    ids: bytes
    signatures: Words

    @classmethod
    def of(cls, ids: bytes, signatures: bytes) -> Self:
        return cls(ids, words(signatures, len(ids) // ID_BYTES))

    @property
    def size(self) -> int:
        return len(self.ids) + self.signatures.nbytes

    def within(self, first: UUID | None, end: UUID | None) -> Block:
        """The part from one id up to, but without, another: both the first ones of a moment."""
        if (first is None or self.ids[:ID_BYTES] >= first.bytes) and (end is None or self.ids[-ID_BYTES:] < end.bytes):
            return self
        moments = np.frombuffer(self.ids, ">u8")[::2]
        begin = 0 if first is None else int(np.searchsorted(moments, first.int >> 64))
        stop = len(moments) if end is None else int(np.searchsorted(moments, end.int >> 64))
        return Block(self.ids[begin * ID_BYTES : stop * ID_BYTES], self.signatures[:, begin:stop])


@dataclass(frozen=True, slots=True)
class Measured:
    """Ids, and how far from the query each is."""

    ids: bytes
    distances: NDArray[np.unsignedinteger[Any]]


def measure(probe: Probe, blocks: Iterable[Block]) -> list[Measured]:
    return [Measured(block.ids, probe.distances(block.signatures)) for block in blocks]


class Ranking:
    """Ids by their distance from a query."""

    def __init__(self, parts: Sequence[Measured]) -> None:
        self._ids = [part.ids for part in parts]
        self._ends = np.cumsum([len(part.distances) for part in parts], dtype=np.int64)
        self._distances = np.concatenate([part.distances for part in parts]) if parts else np.zeros(0, np.uint16)
        self._within = np.cumsum(np.bincount(self._distances))

    def __len__(self) -> int:
        return len(self._distances)

    def ids(self, begin: int, end: int) -> list[UUID]:
        """Who is at these ranks, by age: so they are found in the order in which they lie. An id can be at two ranks:
        in a block, and in what was not packed yet a moment ago."""
        places = self._nearest(end)[begin:]
        parts = np.searchsorted(self._ends, places, side="right")
        offsets = (places - np.concatenate(([0], self._ends))[parts]) * ID_BYTES
        pairs = zip(parts.tolist(), offsets.tolist(), strict=True)
        found = {self._ids[part][offset : offset + ID_BYTES] for part, offset in pairs}
        return [UUID(bytes=each) for each in sorted(found)]

    def _nearest(self, count: int) -> NDArray[np.intp]:
        """So many places in their order. Few are wanted of many: only those that are near enough are sorted."""
        farthest = np.searchsorted(self._within, min(count, len(self)))
        near = np.flatnonzero(self._distances <= farthest)
        return near[np.argsort(self._distances[near], kind="stable")][:count]


class BlockCache:
    """Blocks never change, so what is kept is never stale: one that is gone from the database is not asked for."""

    def __init__(self, db: Database, most_bytes: int) -> None:
        self._db = db
        self._most = most_bytes
        self._blocks: OrderedDict[UUID, Block] = OrderedDict()
        self._loading = asyncio.Lock()
        self.size = 0

    async def read(self, ids: Sequence[UUID]) -> AsyncIterator[list[Block]]:
        """All of these, in groups: what is in memory first, then the others as they are loaded."""
        missing = [each for each in ids if each not in self._blocks]
        yield self._known(ids)
        for start in range(0, len(missing), LOADED_AT_ONCE):
            yield await self._load(missing[start : start + LOADED_AT_ONCE], frozenset(ids))

    def _known(self, ids: Iterable[UUID]) -> list[Block]:
        known = [each for each in ids if each in self._blocks]
        for each in known:
            self._blocks.move_to_end(each)
        return [self._blocks[each] for each in known]

    async def _load(self, ids: Sequence[UUID], wanted: frozenset[UUID]) -> list[Block]:
        """One search loads at a time: those that wait for it find what it loaded."""
        async with self._loading:
            found = self._known(ids)
            missing = [each for each in ids if each not in self._blocks]
            rows = await vector_store.load_blocks(self._db, missing) if missing else []
            loaded = {row["id"]: Block.of(row["ids"], row["signatures"]) for row in rows}
            for block_id, block in loaded.items():
                self._keep(block_id, block, wanted)
        return [*found, *loaded.values()]

    def _keep(self, block_id: UUID, block: Block, wanted: frozenset[UUID]) -> None:
        """Makes room by dropping what was not used for longest, but nothing that the same search wants: a search over
        more than there is room for would otherwise find nothing of it the next time."""
        while self.size + block.size > self._most:
            oldest = next(iter(self._blocks), None)
            if oldest is None or oldest in wanted:
                return
            self.size -= self._blocks.pop(oldest).size
        self._blocks[block_id] = block
        self.size += block.size
