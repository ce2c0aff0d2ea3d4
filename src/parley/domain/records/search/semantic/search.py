"""Finding conversations by meaning: the nearest vectors to that of a query."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.records import filter_store
from parley.domain.records.filter_store import id_bounds
from parley.domain.records.model import ID_BYTES, Filters, RecordList, RecordRef, pack_ids
from parley.domain.records.search.semantic import vector_store
from parley.domain.records.search.semantic.blocks import Block, BlockCache, Ranking, measure_distances
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import QuerySignature, Vector, cosines, embedding_space
from parley.kit.errors import ParleyError, ServiceUnavailable
from parley.providers.embeddings.protocol import Embedder, EmbeddingError, Vectors
from parley.storage.db import Database, Row

MIN_COMPARED = 5000
"""So many full vectors are compared at least: of the ten nearest among a million conversations, all but a few in a
hundred are then among them."""
COMPARED_PER_RESULT = 3
FEW_OF_A_KIND = 8000
"""Of a variant or a channel, so many are compared without a look at signatures: most of what is near by its signature
would be of another."""
SEARCHES_AT_ONCE = 2
"""More searches at a time would only wait for each other, and each holds some megabytes."""
MIN_FILTERED = 100
"""So many have to be left by the filters, or more are looked at."""
SPARE = 20
"""So many more conversations are looked at than are wanted, in case that some are not meant."""
MAX_LOOKUP = 30_000
"""No more are looked up in one statement."""
MAX_OFFSET = MAX_LOOKUP // COMPARED_PER_RESULT
EMBEDDED_AT_ONCE = 32
"""Of many texts: between these, others get their turn."""


class SemanticSearchUnavailable(ParleyError):
    """Semantic search is switched off on this installation: it has no embeddings."""

    status = 501


class SemanticSearchFailed(ServiceUnavailable):
    """The query cannot be compared with conversations at the moment. Try again shortly."""

    code = "SERVICE_UNAVAILABLE"

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})


class SemanticSearch:
    def __init__(self, db: Database, embedder: Embedder | None, cache_bytes: int) -> None:
        self._db = db
        self.embedder = embedder
        self._cache = BlockCache(db, cache_bytes)
        self._slots = asyncio.Semaphore(SEARCHES_AT_ONCE)

    async def find(self, filters: Filters, query: str, limit: int, offset: int = 0) -> RecordList:
        """The nearest first, from `offset` on."""
        [vector] = await self.embed([query])
        end = min(offset + limit, MAX_OFFSET)
        async with self._slots:
            found = await self._find_nearest(filters, vector, end + 1)
        return RecordList(found[offset:end], more=end < MAX_OFFSET and len(found) > end)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.embedder is None:
            raise SemanticSearchUnavailable
        try:
            return await self.embedder.embed(texts)
        except EmbeddingError:
            raise SemanticSearchFailed from None

    async def embed_all(self, texts: Sequence[str]) -> Vectors:
        """Of hundreds of texts, which takes seconds: no more of that at a time than of searches."""
        async with self._slots:
            parts = [
                await self.embed(texts[start : start + EMBEDDED_AT_ONCE])
                for start in range(0, len(texts), EMBEDDED_AT_ONCE)
            ]
        return np.concatenate(parts)

    async def _find_nearest(self, filters: Filters, query: Vector, limit: int) -> list[RecordRef]:
        """Among all conversations that are meant, or among the most promising ones."""
        assert self.embedder is not None, "it has made the vector of the query"
        collection = Collection(filters.project_id, filters.environment, embedding_space(self.embedder))
        compared = max(MIN_COMPARED, COMPARED_PER_RESULT * limit)
        few = compared if filters.only_bound_time else max(FEW_OF_A_KIND, compared)
        if await filter_store.count_up_to(self._db, filters, few + 1) <= few:
            return await _sort_rows(await vector_store.find_vectors(self._db, filters, collection.space), query, limit)
        ranking = await self._rank(filters, collection, QuerySignature(query))
        if filters.only_bound_time:
            ids = await asyncio.to_thread(ranking.ids, 0, compared)
            return await self._find_within_time(filters, collection, query, limit, ids)
        return await _sort_rows(await self._find_filtered(filters, collection, ranking, compared, limit), query, limit)

    async def _find_within_time(
        self, filters: Filters, collection: Collection, query: Vector, limit: int, ids: Sequence[UUID]
    ) -> list[RecordRef]:
        """All of these but a few at the edges of the time are meant, so it is enough to look at the conversations of
        the nearest vectors."""
        packed_ids, vectors = await vector_store.find_vectors_by_id(self._db, collection.space, ids)
        order, near = await asyncio.to_thread(_sort_by_cosine, packed_ids, vectors, query)
        found: list[RecordRef] = []
        begin, count = 0, limit + SPARE
        while begin < len(order) and len(found) < limit:
            # A few more than wanted at a time, in case that some at the edges of the time are not meant.
            indexes = {_id_at(packed_ids, index): index for index in order[begin : begin + count]}
            sizes = await filter_store.find_sizes(self._db, filters, list(indexes))
            found += [RecordRef(each, sizes[each], float(near[indexes[each]])) for each in indexes if each in sizes]
            begin += count
        return found[:limit]

    async def _find_filtered(
        self, filters: Filters, collection: Collection, ranking: Ranking, compared: int, limit: int
    ) -> list[Row]:
        """Full vectors of the conversations whose signatures are nearest. When the filters leave too few of those, the
        next ones are looked at: as many more as it takes, going by how many were left."""
        enough = max(MIN_FILTERED, COMPARED_PER_RESULT * limit)
        found: list[Row] = []
        begin, count = 0, compared
        while begin < len(ranking) and len(found) < enough:
            ids = await asyncio.to_thread(ranking.ids, begin, begin + count)
            found += await vector_store.find_filtered_vectors(self._db, filters, collection.space, ids)
            begin += count
            # As many as it takes if filters leave the same share of the next ones.
            count = min(begin * enough // max(len(found), 1) - begin + compared, MAX_LOOKUP)
        return found

    async def _rank(self, filters: Filters, collection: Collection, query: QuerySignature) -> Ranking:
        first, end = id_bounds(filters)
        # In this order: what is packed in between is found twice, otherwise it would not be found at all.
        ids, signatures = await vector_store.find_unpacked(self._db, collection, filters)
        block_ids = await vector_store.find_block_ids(self._db, collection, filters)
        parts = measure_distances(query, [Block.decode(ids, signatures)]) if ids else []
        # In threads: numpy lets go of the interpreter's lock, so requests are answered while millions are compared.
        async for group in self._cache.read(block_ids):
            parts += await asyncio.to_thread(measure_distances, query, [block.between(first, end) for block in group])
        return await asyncio.to_thread(Ranking, parts)


async def _sort_rows(rows: Sequence[Row], query: Vector, limit: int) -> list[RecordRef]:
    packed_ids, vectors = pack_ids(row["id"] for row in rows), b"".join([row["vector"] for row in rows])
    order, near = await asyncio.to_thread(_sort_by_cosine, packed_ids, vectors, query)
    return [RecordRef(rows[index]["id"], rows[index]["record_bytes"], float(near[index])) for index in order[:limit]]


def _sort_by_cosine(packed_ids: bytes, vectors: bytes, query: Vector) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The indexes of the nearest first, and how near each is, by index. Of those that are equally near, the newest
    first: pages of the same search must not overlap."""
    high, low = np.frombuffer(packed_ids, ">u8").reshape(-1, 2).T
    near = cosines(vectors, query)
    order: NDArray[np.intp] = np.lexsort((~low, ~high, -near))
    return order, near


def _id_at(packed_ids: bytes, index: int) -> UUID:
    return UUID(bytes=packed_ids[index * ID_BYTES : (index + 1) * ID_BYTES])
