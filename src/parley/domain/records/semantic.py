"""Semantic search: finished conversations by what they are about, in whatever words that was said."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.records import store, vector_store
from parley.domain.records.blocks import ID_BYTES, Block, BlockCache, Ranking, measure
from parley.domain.records.filters import count_up_to, id_bounds
from parley.domain.records.model import Filters, Found, Listed
from parley.domain.records.vector_store import Shelf
from parley.domain.records.vectors import Probe, Vector, similarities, space
from parley.kit.errors import ParleyError, ServiceUnavailable
from parley.providers.embeddings.protocol import Embedder, EmbeddingError, Vectors
from parley.storage.db import Connection, Database, Row

LOOKED_AT = 5000
"""So many whole vectors are compared at least: of the ten nearest among a million conversations, all but a few in a
hundred are then among them."""
PER_RESULT = 3
FEW_OF_A_KIND = 8000
"""Of a variant or a channel, so many are compared without a look at signatures: most of what is near by its signature
would be of another."""
AT_ONCE = 2
"""More searches at a time would only wait for each other, and each holds some megabytes."""
ENOUGH = 100
"""So many have to be left by the filters, or more are looked at."""
SPARE = 20
"""So many more conversations are looked at than are wanted, in case that some are not meant."""
WIDEST = 30_000
"""No more are looked up in one statement."""
FURTHEST = WIDEST // PER_RESULT
"""How far an offset reaches."""


class SemanticSearchUnavailable(ParleyError):
    """Semantic search is switched off on this installation: it has no embeddings."""

    status = 501


class SemanticSearchFailed(ServiceUnavailable):
    """The query cannot be compared with conversations at the moment. Try again shortly."""

    code = "SERVICE_UNAVAILABLE"

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})


async def ask(tx: Connection, conversation_id: UUID) -> None:
    """A conversation was sealed: a worker makes its vector soon."""
    await vector_store.ask(tx, conversation_id)


class Semantic:
    def __init__(self, db: Database, embedder: Embedder | None, cache_bytes: int) -> None:
        self._db = db
        self.embedder = embedder
        self._cache = BlockCache(db, cache_bytes)
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def find(self, filters: Filters, query: str, limit: int, offset: int = 0) -> Found:
        """The nearest first, from `offset` on."""
        [asked] = await self.embed([query])
        end = min(offset + limit, FURTHEST)
        async with self._turn:
            found = await self._nearest(filters, asked, end + 1)
        return Found(found[offset:end], more=end < FURTHEST and len(found) > end)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.embedder is None:
            raise SemanticSearchUnavailable
        try:
            return await self.embedder.embed(texts)
        except EmbeddingError:
            raise SemanticSearchFailed from None

    async def _nearest(self, filters: Filters, asked: Vector, limit: int) -> list[Listed]:
        """Among all conversations that are meant, or among the most promising ones."""
        assert self.embedder is not None, "it has made the vector that is asked for"
        shelf = Shelf(filters.project_id, filters.environment, space(self.embedder))
        most = max(LOOKED_AT, PER_RESULT * limit)
        few = most if filters.are_of_time_alone else max(FEW_OF_A_KIND, most)
        if await count_up_to(self._db, filters, few + 1) <= few:
            return await _chosen(await vector_store.all_wholes(self._db, filters, shelf.space), asked, limit)
        ranking = await self._rank(filters, shelf, Probe(asked))
        if filters.are_of_time_alone:
            return await self._first_meant(filters, shelf, asked, limit, await asyncio.to_thread(ranking.ids, 0, most))
        return await _chosen(await self._meant(filters, shelf, ranking, most, limit), asked, limit)

    async def _first_meant(
        self, filters: Filters, shelf: Shelf, asked: Vector, limit: int, ids: Sequence[UUID]
    ) -> list[Listed]:
        """All of these but a few at the edges of the time are meant, so it is enough to look at the conversations of
        the nearest vectors."""
        packed, vectors = await vector_store.wholes(self._db, shelf.space, ids)
        order, near = await asyncio.to_thread(_order, packed, vectors, asked)
        found: list[Listed] = []
        begin, count = 0, limit + SPARE
        while begin < len(order) and len(found) < limit:
            places = {_id(packed, place): place for place in order[begin : begin + count]}
            sizes = await store.sizes(self._db, filters, list(places))
            found += [Listed(each, sizes[each], float(near[places[each]])) for each in places if each in sizes]
            begin += count
        return found[:limit]

    async def _meant(self, filters: Filters, shelf: Shelf, ranking: Ranking, most: int, limit: int) -> list[Row]:
        """Whole vectors of the conversations whose signatures are nearest. When the filters leave too few of those, the
        next ones are looked at: as many more as it takes, going by how many were left."""
        enough = max(ENOUGH, PER_RESULT * limit)
        found: list[Row] = []
        begin, count = 0, most
        while begin < len(ranking) and len(found) < enough:
            ids = await asyncio.to_thread(ranking.ids, begin, begin + count)
            found += await vector_store.meant_wholes(self._db, filters, shelf.space, ids)
            begin += count
            count = min(begin * enough // max(len(found), 1) - begin + most, WIDEST)
        return found

    async def _rank(self, filters: Filters, shelf: Shelf, probe: Probe) -> Ranking:
        first, end = id_bounds(filters)
        # In this order: what is packed in between is found twice, otherwise it would not be found at all.
        ids, signatures = await vector_store.loose(self._db, shelf, filters)
        blocks = await vector_store.blocks(self._db, shelf, filters)
        parts = measure(probe, [Block.of(ids, signatures)]) if ids else []
        async for group in self._cache.read(blocks):
            parts += await asyncio.to_thread(measure, probe, [block.within(first, end) for block in group])
        return await asyncio.to_thread(Ranking, parts)


async def _chosen(rows: Sequence[Row], asked: Vector, limit: int) -> list[Listed]:
    packed, vectors = b"".join([row["id"].bytes for row in rows]), b"".join([row["vector"] for row in rows])
    order, near = await asyncio.to_thread(_order, packed, vectors, asked)
    return [Listed(rows[place]["id"], rows[place]["record_bytes"], float(near[place])) for place in order[:limit]]


def _order(packed: bytes, vectors: bytes, asked: Vector) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The places of the nearest first, and how near each place is. Of those that are equally near, the newest first."""
    high, low = np.frombuffer(packed, ">u8").reshape(-1, 2).T
    near = similarities(vectors, asked)
    order: NDArray[np.intp] = np.lexsort((~low, ~high, -near))
    return order, near


def _id(packed: bytes, place: int) -> UUID:
    return UUID(bytes=packed[place * ID_BYTES : (place + 1) * ID_BYTES])
