"""Semantic search over chosen vectors: what is found, in which order, and what the filters leave."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from parley.domain.records import semantic
from parley.domain.records.blocks import Block, BlockCache
from parley.domain.records.model import Filters
from parley.domain.records.semantic import Semantic, SemanticSearchFailed, SemanticSearchUnavailable
from parley.domain.records.vector_store import Shelf
from parley.domain.records.vectors import space
from parley.kit.ids import uuid7
from parley.providers.embeddings.protocol import Vectors, normalised
from parley.storage.db import Database
from tests.domain.records.vector_rows import APART, FIRST, Spoken, pack, plant

pytestmark = pytest.mark.io

FILTERS = Filters("P", "live")
SHELF = Shelf("P", "live", space(Spoken()))
CACHE = 1 << 20


def clustered(count: int, dims: int = 64, seed: int = 3) -> Vectors:
    """Some topics, and around each many conversations about it: near to each other, as real ones are."""
    topics = normalised(np.random.default_rng(1).standard_normal((20, dims)))
    chance = np.random.default_rng(seed)
    return normalised(topics[chance.integers(20, size=count)] + chance.standard_normal((count, dims)) * 0.6 / dims**0.5)


def nearest(vectors: Vectors, ids: list[UUID], asked: Vectors, count: int) -> list[UUID]:
    """By comparing with all of them."""
    return [ids[project] for project in np.argsort(-(vectors @ asked))[:count]]


async def found(search: Semantic, filters: Filters, query: str, limit: int) -> list[UUID]:
    return [listed.id for listed in (await search.find(filters, query, limit)).records]


@pytest.fixture
def few_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands are many then: most of them are left out after a look at their signatures."""
    monkeypatch.setattr(semantic, "LOOKED_AT", 250)
    monkeypatch.setattr(semantic, "FEW_OF_A_KIND", 300)
    monkeypatch.setattr(semantic, "ENOUGH", 60)


async def test_a_few_are_compared_exactly(db: Database) -> None:
    vectors, asked = clustered(300), clustered(1, seed=9)[0]
    embedder = Spoken({"query": asked})
    ids = await plant(db, embedder, vectors)
    answer = await Semantic(db, embedder, CACHE).find(FILTERS, "query", 10)
    assert [listed.id for listed in answer.records] == nearest(vectors, ids, asked, 10)
    assert [listed.record_bytes for listed in answer.records] == [1000 + ids.index(each.id) for each in answer.records]
    assert answer.more
    scores = [listed.score or 0 for listed in answer.records]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.usefixtures("few_looked_at")
@pytest.mark.parametrize("count", [60, 900])
async def test_pages_go_on_where_the_last_one_ended(db: Database, count: int) -> None:
    vectors, asked = clustered(count), clustered(1, seed=9)[0]
    embedder = Spoken({"query": asked})
    await plant(db, embedder, vectors)
    search = Semantic(db, embedder, CACHE)
    whole = await search.find(FILTERS, "query", 50)
    pages = [await search.find(FILTERS, "query", 20, offset) for offset in (0, 20, 40)]
    assert [each.id for page in pages for each in page.records][:50] == [each.id for each in whole.records]
    assert [page.more for page in pages] == [True, True, count > 60]
    assert (await search.find(FILTERS, "query", 5, semantic.FURTHEST)).records == []


@pytest.mark.usefixtures("few_looked_at")
async def test_of_many_nearly_all_of_the_nearest_are_found(db: Database) -> None:
    vectors = clustered(5000, 384)
    queries = {f"query {number}": clustered(40, 384, seed=9)[number] for number in range(40)}
    embedder = Spoken(queries)
    embedder.dims = 384
    ids = await plant(db, embedder, vectors)
    await pack(db, Shelf("P", "live", space(embedder)), 1024, times=4)  # and some hundreds are in no block
    search = Semantic(db, embedder, CACHE)
    shared = [
        len(set(await found(search, FILTERS, query, 10)) & set(nearest(vectors, ids, asked, 10)))
        for query, asked in queries.items()
    ]
    assert sum(shared) >= 0.95 * 10 * len(queries)


@pytest.mark.usefixtures("few_looked_at")
@pytest.mark.parametrize("limit", [1, 7, 500])
async def test_filters_leave_the_nearest_of_what_they_mean(db: Database, limit: int) -> None:
    vectors, asked = clustered(3000), clustered(1, seed=9)[0]
    embedder = Spoken({"query": asked})
    variants = [f"V{number % 7 == 0:d}" for number in range(3000)]
    channels = ["SMS" if number % 2 else "WEBCHAT" for number in range(3000)]
    ids = await plant(db, embedder, vectors, variant_id=variants, channel=channels)
    await plant(db, embedder, vectors[:500], project_id="Q")
    await plant(db, embedder, vectors[:500], environment="sandbox")
    await pack(db, SHELF, 1000, times=2)
    search = Semantic(db, embedder, CACHE)
    start, end = FIRST + 500 * APART, FIRST + 2600 * APART
    for filters in (
        FILTERS,
        replace(FILTERS, start=start, end=end),
        replace(FILTERS, variant_id="V1"),
        replace(FILTERS, start=start, variant_id="V0", channels=("SMS",)),
        replace(FILTERS, channels=("SMS", "WEBCHAT"), in_progress=False),
    ):
        meant = [
            at
            for at in range(3000)
            if (filters.start is None or at >= 500)
            and (filters.end is None or at < 2600)
            and variants[at] == (filters.variant_id or variants[at])
            and (not filters.channels or channels[at] in filters.channels)
        ]
        answer = await found(search, filters, "query", limit)
        expected = nearest(vectors[meant], [ids[at] for at in meant], asked, limit)
        assert len(answer) == len(set(answer)) == len(expected)
        assert set(answer) <= {ids[at] for at in meant}
        assert len(set(answer) & set(expected)) >= 0.95 * len(expected)
        assert answer[0] == expected[0]


@pytest.mark.usefixtures("few_looked_at")
async def test_nothing_is_found_where_nothing_is(db: Database) -> None:
    embedder = Spoken()
    await plant(db, embedder, clustered(600))
    await pack(db, SHELF, 400)
    search = Semantic(db, embedder, CACHE)
    past = replace(FILTERS, start=FIRST - timedelta(days=9), end=FIRST - timedelta(days=8))
    for filters in (past, replace(FILTERS, in_progress=True), replace(FILTERS, variant_id="V9"), Filters("Q", "live")):
        assert await found(search, filters, "query", 5) == []


@pytest.mark.usefixtures("few_looked_at")
async def test_what_is_deleted_is_not_found_though_its_block_has_it(db: Database) -> None:
    vectors, asked = clustered(1000), clustered(1, seed=9)[0]
    embedder = Spoken({"query": asked})
    ids = await plant(db, embedder, vectors)
    await pack(db, SHELF, 900)
    search = Semantic(db, embedder, CACHE)
    first = await found(search, FILTERS, "query", 5)
    async with db.transaction() as tx:
        await tx.execute("delete from conversations where id = any($1)", first[:3])
        await tx.execute("delete from record_vectors where id = any($1)", first[:2])
    assert set(await found(search, FILTERS, "query", 5)).isdisjoint(first[:3])
    assert (await found(search, FILTERS, "query", 2))[:2] == first[3:]
    assert len(await found(search, FILTERS, "query", 997)) == 997 == len(ids) - 3


@pytest.mark.usefixtures("few_looked_at")
async def test_equally_near_ones_come_newest_first(db: Database) -> None:
    vectors = np.repeat(clustered(2), 200, axis=0)
    embedder = Spoken({"query": vectors[0]})
    ids = await plant(db, embedder, vectors)
    assert await found(Semantic(db, embedder, CACHE), FILTERS, "query", 3) == [ids[199], ids[198], ids[197]]


async def test_vectors_of_another_model_are_ignored(db: Database) -> None:
    embedder = Spoken()
    await plant(db, Spoken(name="another"), clustered(20))
    [ours] = await plant(db, embedder, clustered(1), first=FIRST + timedelta(days=3))
    assert await found(Semantic(db, embedder, CACHE), FILTERS, "query", 5) == [ours]


async def test_without_embeddings_there_is_no_semantic_search(db: Database) -> None:
    with pytest.raises(SemanticSearchUnavailable) as raised:
        await Semantic(db, None, CACHE).find(FILTERS, "query", 5)
    assert (raised.value.status, raised.value.code) == (501, "SEMANTIC_SEARCH_UNAVAILABLE")


async def test_an_embedder_that_is_down_is_a_passing_failure(db: Database) -> None:
    embedder = Spoken()
    embedder.is_down = True
    with pytest.raises(SemanticSearchFailed) as raised:
        await Semantic(db, embedder, CACHE).find(FILTERS, "query", 5)
    assert (raised.value.status, raised.value.headers) == (503, {"Retry-After": "5"})


async def blocks_of(db: Database, count: int) -> list[UUID]:
    await plant(db, Spoken(), clustered(100 * count))
    await pack(db, SHELF, 100, times=count)
    rows = await db.fetch("select id from vector_blocks order by first_id")
    return [row["id"] for row in rows]


async def read(cache: BlockCache, ids: list[UUID]) -> list[Block]:
    return [block async for group in cache.read(ids) for block in group]


async def test_blocks_are_kept_within_their_allowance(db: Database) -> None:
    ids = await blocks_of(db, 4)
    cache = BlockCache(db, most_bytes=3 * 100 * 24)
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
