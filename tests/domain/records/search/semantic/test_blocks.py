"""Blocks: the part of a time, the ranking of a query as values, and the cache in front of the database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records.model import pack_ids
from parley.domain.records.search.semantic.blocks import Block, BlockCache, BlockDistances, Ranking, measure_distances
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import QuerySignature, embedding_space, encode_signatures
from parley.kit.ids import uuid7, uuid7_at
from parley.providers.embeddings.protocol import Vectors
from parley.storage.db import Database
from parley.storage.partitions import first_id
from tests.domain.records.vector_rows import Spoken, clustered, pack, plant, some_vectors

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
COLLECTION = Collection("P", "live", embedding_space(Spoken()))
CACHE = 1 << 20


def block_of(ids: list[UUID], vectors: Vectors) -> Block:
    return Block.decode(pack_ids(ids), b"".join(encode_signatures(vectors)))


@given(
    minutes=st.lists(st.integers(0, 60), min_size=1, max_size=20),
    first=st.none() | st.integers(-1, 61),
    end=st.none() | st.integers(-1, 61),
)
def test_the_part_of_a_block_within_a_time(minutes: list[int], first: int | None, end: int | None) -> None:
    ids = sorted(uuid7_at(MONDAY + timedelta(minutes=minute)) for minute in minutes)
    low, high = (None if m is None else first_id(MONDAY + timedelta(minutes=m)) for m in (first, end))
    vectors = some_vectors(len(ids), 64)
    part = block_of(ids, vectors).between(low, high)
    wanted = [at for at, each in enumerate(ids) if (not low or each >= low) and (not high or each < high)]
    assert part.ids == b"".join(ids[at].bytes for at in wanted)
    assert part.signatures.tolist() == block_of(ids, vectors).signatures[:, wanted].tolist()


@given(distances=st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=4), cut=st.integers(0, 32))
def test_a_ranking_is_every_id_once_in_order_of_distance(distances: list[list[int]], cut: int) -> None:
    ids = [[uuid4() for _ in part] for part in distances]
    parts = [
        BlockDistances(b"".join(each.bytes for each in those), np.array(part, np.uint16))
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
    ranking = Ranking(
        measure_distances(
            QuerySignature(vectors[17]), [block_of(ids[:90], vectors[:90]), block_of(ids[90:], vectors[90:])]
        )
    )
    assert ranking.ids(0, 1) == [ids[17]]


async def blocks_of(db: Database, count: int) -> list[UUID]:
    await plant(db, Spoken(), clustered(100 * count))
    await pack(db, COLLECTION, 100, times=count)
    rows = await db.fetch("select id from vector_blocks order by first_id")
    return [row["id"] for row in rows]


async def read(cache: BlockCache, ids: list[UUID]) -> list[Block]:
    return [block async for group in cache.read(ids) for block in group]


async def test_blocks_are_cached_within_their_limit(db: Database) -> None:
    ids = await blocks_of(db, 4)
    cache = BlockCache(db, max_bytes=3 * 100 * 24)
    assert len(await read(cache, ids)) == 4
    assert cache.size == 3 * 100 * 24
    await read(cache, ids[:1])
    await read(cache, ids[3:])  # in the place of the one that was not used for longest
    async with db.transaction() as tx:
        await tx.execute("delete from vector_blocks")
    assert len(await read(cache, ids)) == 3
    assert [len(await read(cache, [each])) for each in ids] == [1, 0, 1, 1]
    assert cache.size == 3 * 100 * 24


async def test_searches_at_the_same_time_load_a_block_once(db: Database) -> None:
    ids = await blocks_of(db, 3)
    cache = BlockCache(db, CACHE)
    both = await asyncio.gather(read(cache, ids), read(cache, ids))
    assert [len(blocks) for blocks in both] == [3, 3]
    assert {id(block) for block in both[0]} == {id(block) for block in both[1]}


async def test_no_memory_is_no_obstacle(db: Database) -> None:
    cache = BlockCache(db, 0)
    ids = await blocks_of(db, 2)
    assert [len(await read(cache, [*ids, uuid7()])) for _ in range(2)] == [2, 2]
    assert cache.size == 0
