"""Vectors come by themselves: who makes them, what happens when that fails, and how they are packed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import numpy as np
import orjson
import pytest

from parley.domain.records import jobs
from parley.domain.records.model import Filters
from parley.domain.records.search.semantic import search, vector_store
from parley.domain.records.search.semantic.embedding import MAX_TURNS
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import cosines, embedding_space
from parley.kit.clock import SystemClock
from parley.providers.embeddings.openai import EmbeddingEndpoint, OpenAIEmbedder
from parley.providers.embeddings.protocol import Embedder, Vectors, normalised
from parley.providers.retry import RetryPolicy
from parley.storage import queue
from parley.storage.db import Database
from parley.storage.queue import LeaseLost
from tests.domain.records.rows import Rows, a_moment_ago, new_project
from tests.domain.records.vector_rows import Spoken, embed_queued, plant, take_job
from tests.waiting import until

pytestmark = pytest.mark.io

CLOCK = SystemClock()
BOOKING = (("", "Welcome!"), ("a table for two", "At what time?"))
COMPLAINT = (("", "Welcome!"), ("my soup was cold", "I am sorry to hear that."))


@pytest.fixture
async def rows(db: Database) -> Rows:
    return Rows(db, await new_project(db))


async def queued(db: Database) -> set[UUID]:
    return {row["id"] for row in await db.fetch("select id from records_to_embed")}


async def kept(db: Database, model: str | None = None) -> dict[UUID, bytes]:
    """The whole vectors, by conversation."""
    found = await db.fetch("select id, vector from record_vectors where $1::text is null or model = $1", model)
    return {row["id"]: row["vector"] for row in found}


async def do(db: Database, kind: str, embedder: Embedder | None) -> int:
    """Does the jobs of a kind until none is due. How many there were."""
    done = 0
    while True:
        async with db.transaction() as tx:
            found = await queue.take(tx, [kind], 1, 60)
        if not found:
            return done
        if kind == jobs.PACK:
            await jobs.pack_vectors(db, found[0])
        else:
            await jobs.requeue_unembedded(db, embedder, CLOCK, found[0])
        done += 1


async def requeue_unembedded(db: Database, embedder: Embedder | None) -> None:
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.REQUEUE_UNEMBEDDED, {}, key="period")
    await do(db, jobs.REQUEUE_UNEMBEDDED, embedder)


async def test_a_finished_conversation_gets_the_weighted_mean_of_its_turns(db: Database, rows: Rows) -> None:
    embedder = Spoken()
    finished = await rows.add(said=[*BOOKING, ("eight o'clock in the evening please", "Done.")])
    await rows.add("finished")
    assert await queued(db) == {finished}
    await embed_queued(db, embedder)
    texts = ["a table for two\nAt what time?", "eight o'clock in the evening please\nDone."]
    assert set(embedder.texts) == set(texts)
    assert await queued(db) == set()
    vectors = await embedder.embed(texts)
    [mean] = normalised(np.array([[7.0, 7.0]]) @ vectors)
    [vector] = (await kept(db)).values()
    assert cosines(vector, mean)[0] == pytest.approx(1, abs=1e-3)


async def test_of_a_long_conversation_the_turns_with_most_words(db: Database, rows: Rows) -> None:
    embedder = Spoken()
    said = [("ha " * number, "yes") for number in range(1, 3 * MAX_TURNS)] + [("", "how " * 400)]
    await rows.add(said=said)
    await embed_queued(db, embedder)
    assert sorted(len(text.split()) - 1 for text in embedder.texts) == list(range(2 * MAX_TURNS, 3 * MAX_TURNS))


async def test_more_than_a_batch_is_embedded_in_one_round_newest_first(
    db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "EMBED_BATCH", 3)
    embedder = Spoken()
    ids = [await rows.add(said=[(f"word{number}", "")], at=a_moment_ago(60 - number)) for number in range(8)]
    await embed_queued(db, embedder)
    assert set(await kept(db)) == set(ids)
    assert [text[4:] for text in embedder.texts] == ["5", "6", "7", "2", "3", "4", "0", "1"]


async def test_a_round_comes_to_an_end(db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "EMBED_BATCH", 1)
    monkeypatch.setattr(jobs, "ROUND_SECONDS", 0)
    ids = [await rows.add(at=a_moment_ago(60 - number)) for number in range(3)]
    await embed_queued(db, Spoken())
    assert set(await kept(db)) == {ids[2]}
    assert await queued(db) == set(ids[:2])


async def test_a_conversation_without_words_is_done_with(db: Database, rows: Rows) -> None:
    embedder = Spoken()
    silent, spoken = await rows.add(said=[("", "")]), await rows.add(said=BOOKING)
    await embed_queued(db, embedder)
    assert (await kept(db))[silent] == b""
    assert await queued(db) == set()
    found = await SemanticSearch(db, embedder, 0).find(Filters(rows.project.id, "live"), "a table", 5)
    assert [listed.id for listed in found.records] == [spoken]
    await requeue_unembedded(db, embedder)
    assert await queued(db) == set()


async def test_two_workers_do_not_embed_the_same(db: Database, rows: Rows) -> None:
    """The second one finds no job while the first has it. If the first loses it all the same, it changes nothing."""
    await rows.add(said=BOOKING)
    slow, quick = Gated(), Spoken()
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.EMBED, {}, key="period")
        assert await queue.defer(tx, jobs.EMBED, {}, key="period") is None
    job = await take_job(db, jobs.EMBED)
    working = asyncio.create_task(jobs.embed_queued(db, slow, CLOCK, job))
    await slow.begun.wait()
    async with db.transaction() as tx:
        assert await queue.take(tx, [jobs.EMBED], 1, 60) == []
        await tx.execute("update jobs set leased_until = now() - interval '1 second'")
    await jobs.embed_queued(db, quick, CLOCK, await take_job(db, jobs.EMBED))
    before = await db.fetch("select xmin, * from record_vectors")
    slow.gate.set()
    with pytest.raises(LeaseLost):
        await working
    assert await db.fetch("select xmin, * from record_vectors") == before
    assert len(before) == 1


async def test_a_worker_that_dies_loses_nothing(db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "EMBED_BATCH", 2)
    ids = {await rows.add(at=a_moment_ago(60 - number)) for number in range(5)}
    dying = Gated(after=1)
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.EMBED, {})
    working = asyncio.create_task(jobs.embed_queued(db, dying, CLOCK, await take_job(db, jobs.EMBED)))
    await dying.begun.wait()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert len(await kept(db)) == 2
    assert await queued(db) == ids - set(await kept(db))
    async with db.transaction() as tx:
        await tx.execute("update jobs set leased_until = now() - interval '1 second'")
    await jobs.embed_queued(db, Spoken(), CLOCK, await take_job(db, jobs.EMBED))
    assert set(await kept(db)) == ids
    assert await db.fetch("select from jobs") == []


class Gated(Spoken):
    """Stops at the gate, the first time or later."""

    def __init__(self, after: int = 0) -> None:
        super().__init__()
        self.begun, self.gate = asyncio.Event(), asyncio.Event()
        self._passes = after

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self._passes == 0:
            self.begun.set()
            await self.gate.wait()
        self._passes -= 1
        return await super().embed(texts)


async def test_a_conversation_that_is_deleted_meanwhile_gets_no_vector(db: Database, rows: Rows) -> None:
    gone, stays = await rows.add(said=BOOKING), await rows.add(said=COMPLAINT)
    embedder = Gated()
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.EMBED, {})
    working = asyncio.create_task(jobs.embed_queued(db, embedder, CLOCK, await take_job(db, jobs.EMBED)))
    await embedder.begun.wait()
    async with db.transaction() as tx:
        await tx.execute("delete from conversations where id = $1", gone)
    embedder.gate.set()
    await working
    assert set(await kept(db)) == {stays}
    assert await queued(db) == set()


async def test_a_vector_waits_for_a_deletion_that_has_begun(db: Database, rows: Rows) -> None:
    gone = await rows.add(said=BOOKING)
    async with db.transaction() as deleting:
        await deleting.execute("delete from conversations where id = $1", gone)
        working = asyncio.create_task(embed_queued(db, Spoken()))
        async with db.connection() as watching:

            async def is_held_up() -> bool:
                held = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
                return bool(await watching.fetch(held))

            await until(is_held_up)
    await working
    assert await kept(db) == {}


async def test_an_embedder_that_is_down_is_asked_again_later(db: Database, rows: Rows) -> None:
    embedder = Spoken()
    embedder.is_down = True
    finished = await rows.add(said=BOOKING)
    await embed_queued(db, embedder)
    assert await queued(db) == {finished}
    assert await kept(db) == {}
    assert await db.fetch("select from jobs") == []
    embedder.is_down = False
    await embed_queued(db, embedder)
    assert set(await kept(db)) == {finished}


async def test_one_that_is_refused_holds_up_no_other(db: Database, rows: Rows) -> None:
    embedder = Spoken()
    embedder.refuses = "soup"
    refused, fine = await rows.add(said=COMPLAINT), await rows.add(said=BOOKING)
    await embed_queued(db, embedder)
    found = await kept(db)
    assert (found[refused], len(found[fine])) == (b"", 2 * embedder.dims)
    assert await queued(db) == set()


async def test_where_everything_is_refused_nothing_is_given_up(db: Database, rows: Rows) -> None:
    embedder = Spoken()
    embedder.refuses = "-"  # which is also in the harmless text that is tried then
    finished = await rows.add(said=[("a well-known matter", "")])
    await embed_queued(db, embedder)
    assert await queued(db) == {finished}


async def test_without_embeddings_nothing_piles_up_and_nothing_is_lost(db: Database, rows: Rows) -> None:
    finished = await rows.add(said=BOOKING)
    await embed_queued(db, None)
    await requeue_unembedded(db, None)
    assert await queued(db) == set()
    await requeue_unembedded(db, Spoken())
    assert await queued(db) == {finished}


async def test_another_model_is_given_all_conversations_a_few_at_a_time(
    db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "REQUEUE_STEP", 2)
    monkeypatch.setattr(jobs, "MAX_QUEUED", 4)
    old, new = Spoken(), Spoken(name="newer")
    ids = [await rows.add(at=a_moment_ago(60 - number)) for number in range(5)]
    await rows.add("running")
    await embed_queued(db, old)
    async with db.transaction() as tx:
        await tx.execute(
            """
            insert into vector_blocks select $1, project_id, environment, model, id, id, '', '' from record_vectors
            limit 1
            """,
            UUID(int=1),
        )
    await requeue_unembedded(db, new)
    assert await queued(db) == set(ids[1:])  # two steps, then it waits for these
    assert set(await kept(db)) == {ids[0]}
    await requeue_unembedded(db, new)
    async with db.transaction() as tx:
        assert await tx.fetchval("select count(*) from jobs") == 1
        await tx.execute("update jobs set run_at = now()")
    assert await do(db, jobs.REQUEUE_UNEMBEDDED, new) == 1
    await embed_queued(db, new)
    async with db.transaction() as tx:
        await tx.execute("update jobs set run_at = now()")
    assert await do(db, jobs.REQUEUE_UNEMBEDDED, new) == 2  # the step that is left, and one that finds no more
    await embed_queued(db, new)
    assert set(await kept(db, embedding_space(new))) == set(ids)
    assert await db.fetch("select from vector_blocks") == []


async def test_vectors_are_packed_when_there_are_enough(
    db: Database, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BLOCK_SIZE", 4)
    embedder = Spoken()
    for number in range(3):
        await rows.add(said=[(f"word{number}", "")], at=a_moment_ago(60 - number))
    await embed_queued(db, embedder)
    assert await do(db, jobs.PACK, embedder) == 0
    for number in range(3, 10):
        await rows.add(said=[(f"word{number}", "")], at=a_moment_ago(60 - number))
    await rows.add("snapshot", environment="sandbox")
    await embed_queued(db, embedder)
    assert await do(db, jobs.PACK, embedder) == 2
    blocks = await db.fetch("select * from vector_blocks order by first_id")
    assert [bytes_of(rows.ids[:4]), bytes_of(rows.ids[4:8])] == [block["ids"] for block in blocks]
    assert [(block["first_id"], block["last_id"]) for block in blocks] == [
        (rows.ids[0], rows.ids[3]),
        (rows.ids[4], rows.ids[7]),
    ]
    loose = await db.fetch("select id from record_vectors where not packed")
    assert {row["id"] for row in loose} == set(rows.ids[8:])
    signed = await db.fetch("select signature from record_vectors where packed order by id")
    assert b"".join(block["signatures"] for block in blocks) == b"".join(row["signature"] for row in signed)


def bytes_of(ids: Sequence[UUID]) -> bytes:
    return b"".join(each.bytes for each in ids)


async def test_what_is_packed_during_a_search_is_found_all_the_same(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MIN_COMPARED", 5)
    monkeypatch.setattr(search, "MIN_FILTERED", 5)
    vectors = normalised(np.random.default_rng(4).standard_normal((30, 64)))
    embedder = Spoken({"query": vectors[7]})
    ids = await plant(db, embedder, vectors)
    collection = Collection("P", "live", embedding_space(embedder))
    listing = vector_store.find_block_ids

    async def pack_then_list(*args: Any) -> list[UUID]:
        async with db.transaction() as tx:
            await vector_store.pack_block(tx, collection, UUID(int=1), 20)
        return await listing(*args)

    monkeypatch.setattr(vector_store, "find_block_ids", pack_then_list)
    records = (await SemanticSearch(db, embedder, 1 << 20).find(Filters("P", "live"), "query", 5)).records
    assert records[0].id == ids[7]
    assert len({listed.id for listed in records}) == 5


async def test_an_endpoint_makes_and_finds_vectors(db: Database, rows: Rows) -> None:
    """Through the client of OpenAI-compatible endpoints; this one counts letters."""

    def answer(request: httpx.Request) -> httpx.Response:
        texts = orjson.loads(request.content)["input"]
        data = [
            {"index": at, "embedding": [float(text.lower().count(chr(97 + letter))) for letter in range(26)]}
            for at, text in enumerate(texts)
        ]
        return httpx.Response(200, json={"data": data})

    endpoint = EmbeddingEndpoint("http://embed.test/v1", "letters", 26, retry_policy=RetryPolicy())
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        embedder = OpenAIEmbedder(endpoint, client)
        zebras, bees = await rows.add(said=[("zzz zebra jazz", "")]), await rows.add(said=[("bees buzz by", "")])
        await embed_queued(db, embedder)
        search = SemanticSearch(db, embedder, 0)
        filters = Filters(rows.project.id, "live", start=a_moment_ago() - timedelta(days=1))
        found = [
            [listed.id for listed in (await search.find(filters, query, 2)).records]
            for query in ("zzz jazz", "by bees")
        ]
        assert found == [[zebras, bees], [bees, zebras]]
