"""Semantic search over chosen vectors: what is found, in which order, and what the filters leave."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from parley.domain.records.model import Filters
from parley.domain.records.search.semantic import search as semantic_search
from parley.domain.records.search.semantic.search import SemanticSearch, SemanticSearchFailed, SemanticSearchUnavailable
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import embedding_space
from parley.providers.embeddings.protocol import Vectors
from parley.storage.db import Database
from tests.domain.records.vector_rows import APART, FIRST, Spoken, clustered, pack, plant

pytestmark = pytest.mark.io

FILTERS = Filters("P", "live")
COLLECTION = Collection("P", "live", embedding_space(Spoken()))
CACHE = 1 << 20


def nearest(vectors: Vectors, ids: list[UUID], asked: Vectors, count: int) -> list[UUID]:
    """By comparing with all of them."""
    return [ids[index] for index in np.argsort(-(vectors @ asked))[:count]]


async def found(search: SemanticSearch, filters: Filters, query: str, limit: int) -> list[UUID]:
    return [listed.id for listed in (await search.find(filters, query, limit)).records]


@pytest.fixture
def few_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands are many then: most of them are left out after a look at their signatures."""
    monkeypatch.setattr(semantic_search, "MIN_COMPARED", 250)
    monkeypatch.setattr(semantic_search, "FEW_OF_A_KIND", 300)
    monkeypatch.setattr(semantic_search, "MIN_FILTERED", 60)


async def test_a_few_are_compared_exactly(db: Database) -> None:
    vectors, asked = clustered(300), clustered(1, seed=9)[0]
    embedder = Spoken({"query": asked})
    ids = await plant(db, embedder, vectors)
    answer = await SemanticSearch(db, embedder, CACHE).find(FILTERS, "query", 10)
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
    search = SemanticSearch(db, embedder, CACHE)
    whole = await search.find(FILTERS, "query", 50)
    pages = [await search.find(FILTERS, "query", 20, offset) for offset in (0, 20, 40)]
    assert [each.id for page in pages for each in page.records][:50] == [each.id for each in whole.records]
    assert [page.more for page in pages] == [True, True, count > 60]
    assert (await search.find(FILTERS, "query", 5, semantic_search.MAX_OFFSET)).records == []


@pytest.mark.usefixtures("few_looked_at")
async def test_of_many_nearly_all_of_the_nearest_are_found(db: Database) -> None:
    vectors = clustered(5000, 384)
    queries = {f"query {number}": clustered(40, 384, seed=9)[number] for number in range(40)}
    embedder = Spoken(queries)
    embedder.dims = 384
    ids = await plant(db, embedder, vectors)
    await pack(
        db, Collection("P", "live", embedding_space(embedder)), 1024, times=4
    )  # and some hundreds are in no block
    search = SemanticSearch(db, embedder, CACHE)
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
    await pack(db, COLLECTION, 1000, times=2)
    search = SemanticSearch(db, embedder, CACHE)
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
    await pack(db, COLLECTION, 400)
    search = SemanticSearch(db, embedder, CACHE)
    past = replace(FILTERS, start=FIRST - timedelta(days=9), end=FIRST - timedelta(days=8))
    for filters in (past, replace(FILTERS, in_progress=True), replace(FILTERS, variant_id="V9"), Filters("Q", "live")):
        assert await found(search, filters, "query", 5) == []


@pytest.mark.usefixtures("few_looked_at")
async def test_what_is_deleted_is_not_found_though_its_block_has_it(db: Database) -> None:
    vectors, asked = clustered(1000), clustered(1, seed=9)[0]
    embedder = Spoken({"query": asked})
    ids = await plant(db, embedder, vectors)
    await pack(db, COLLECTION, 900)
    search = SemanticSearch(db, embedder, CACHE)
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
    assert await found(SemanticSearch(db, embedder, CACHE), FILTERS, "query", 3) == [ids[199], ids[198], ids[197]]


async def test_vectors_of_another_model_are_ignored(db: Database) -> None:
    embedder = Spoken()
    await plant(db, Spoken(name="another"), clustered(20))
    [ours] = await plant(db, embedder, clustered(1), first=FIRST + timedelta(days=3))
    assert await found(SemanticSearch(db, embedder, CACHE), FILTERS, "query", 5) == [ours]


async def test_without_embeddings_there_is_no_semantic_search(db: Database) -> None:
    with pytest.raises(SemanticSearchUnavailable) as raised:
        await SemanticSearch(db, None, CACHE).find(FILTERS, "query", 5)
    assert (raised.value.status, raised.value.code) == (501, "SEMANTIC_SEARCH_UNAVAILABLE")


async def test_an_embedder_that_is_down_is_a_passing_failure(db: Database) -> None:
    embedder = Spoken()
    embedder.is_down = True
    with pytest.raises(SemanticSearchFailed) as raised:
        await SemanticSearch(db, embedder, CACHE).find(FILTERS, "query", 5)
    assert (raised.value.status, raised.value.headers) == (503, {"Retry-After": "5"})
