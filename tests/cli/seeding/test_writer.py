"""Synthetic records are what a snapshot of their rows would be, and are written batch by batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

import numpy as np
import orjson
import pytest

from parley.cli.seeding import plan as planning
from parley.cli.seeding import writer
from parley.cli.seeding.dialogues import REFERENCE
from parley.cli.seeding.plan import SeedRequest, make_plan
from parley.cli.seeding.writer import write_plan
from parley.domain.records import store
from parley.domain.records.actions import write_marks
from parley.domain.records.record import build_record
from parley.domain.records.search.semantic.vectors import cosines, encode_signatures
from parley.domain.records.search.transcript.lexemes import project_tag, transcript_lexemes
from parley.providers.embeddings.protocol import Vectors, normalised
from parley.storage.db import Connection, Database

pytestmark = pytest.mark.io

NOW = datetime(2026, 3, 11, 15, 30, tzinfo=UTC)
REQUEST = SeedRequest("ACCOUNT-1", "PROJECT-1", "live", UUID(int=7), count=60, days=40, turns=8)


async def test_seeded_records_are_what_a_snapshot_of_their_rows_would_be(db: Database) -> None:
    ids = await _seed(db, REQUEST)
    headers = {header.id: header for header in await store.find_headers(db, ids)}
    turns = await store.find_turns(db, ids)
    tag = project_tag(REQUEST.project_id, REQUEST.environment)
    kept = await db.fetch(
        """
        select id, head, turns, tsvector_to_array(words) as words, record_bytes, num_turns, num_silences, num_ood,
               conversations.metrics
        from records join record_words using (id) join conversations using (id)
        """
    )
    assert len(kept) == len(ids) == REQUEST.count
    for row in kept:
        said = turns[row["id"]]
        built = build_record(headers[row["id"]], said)
        assert (row["head"].encode(), row["turns"].encode()) == (built.head, built.turns)
        assert row["record_bytes"] == len(built.head) + len(built.turns)
        assert orjson.loads(f"{{{row['head']}}}")["num_turns"] == row["num_turns"] == REQUEST.turns
        assert row["num_silences"] == sum(turn.is_silence for turn in said)
        assert row["num_ood"] == sum(turn.is_ood for turn in said)
        assert sorted(row["words"]) == sorted(
            transcript_lexemes(tag, [(turn.user_input, turn.agent_response) for turn in said])
        )


async def test_seeded_records_are_found_by_what_finishing_them_would_have_written(db: Database) -> None:
    ids = await _seed(db, REQUEST)
    query = "select id, marks, traits from conversations order by id"
    seeded = await db.fetch(query)
    async with db.transaction() as tx:
        await write_marks(tx, ids)
    assert await db.fetch(query) == seeded


async def test_references_are_unique_and_no_mark_of_a_template_is_left(db: Database) -> None:
    ids = await _seed(db, REQUEST)
    heads = [orjson.loads(f"{{{row['head']}}}") for row in await db.fetch("select head from records")]
    texts = [row["turns"] for row in await db.fetch("select turns from records")]
    rows = await db.fetch("select user_input || agent_response || entities::text || metrics::text as text from turns")
    assert not [text for text in (*texts, *(row["text"] for row in rows)) if REFERENCE in text or "2000-01-01" in text]
    assert len({head["id"] for head in heads}) == len(ids)
    headers = await store.find_headers(db, ids)
    references = [value for header in headers for value in header.state.values() if str(value).isdigit()]
    long = [reference for reference in references if len(str(reference)) == 9]
    assert len(set(long)) == len(long) > 0


async def test_all_have_ended_and_more_can_be_added(db: Database) -> None:
    first = await _seed(db, REQUEST)
    both = await _seed(db, REQUEST)
    assert set(first) < set(both)
    assert len(both) == 2 * REQUEST.count
    latest = (await db.fetch("select max(ended_at) as ended from conversations"))[0]["ended"]
    assert latest < NOW


async def test_what_was_written_before_an_interruption_stays(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "BATCH", 10)
    written = 0

    def progress(count: int) -> None:
        nonlocal written
        written += count
        if written == 20:
            task.cancel()

    task = asyncio.ensure_future(
        write_plan(db, await make_plan(REQUEST, 3, NOW, None), on_batch=nothing, progress=progress)
    )
    with pytest.raises(asyncio.CancelledError):
        await task
    [row] = await db.fetch(
        "select count(*), count(r.id) as snapshots from conversations as c left join records as r on r.id = c.id"
    )
    assert row["snapshots"] == row["count"]
    assert written <= row["count"] < REQUEST.count, "a batch may have been on disk when the interruption came"
    assert row["count"] % 10 == 0
    assert len(await _seed(db, REQUEST)) == row["count"] + REQUEST.count


async def test_vectors_are_packed_into_a_block_when_there_are_enough(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "BLOCK_SIZE", 50)
    monkeypatch.setattr(planning, "BATCH", 50)
    plan = await make_plan(REQUEST, 3, NOW, Lengths())
    await write_plan(db, plan, on_batch=nothing, progress=lambda _count: None)
    rows = await db.fetch("select id, signature, vector, packed from record_vectors order by id")
    assert len(rows) == REQUEST.count
    axes, kept = np.eye(Lengths.dims, dtype=np.float32), [row["vector"] for row in rows]
    vectors = np.stack([cosines(b"".join(kept), axis) for axis in axes], axis=1)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=0.001)
    assert [row["signature"] for row in rows] == encode_signatures(vectors)
    packed = [row for row in rows if row["packed"]]
    [block] = await db.fetch("select * from vector_blocks")
    assert block["ids"] == b"".join(row["id"].bytes for row in packed)
    assert block["signatures"] == b"".join(row["signature"] for row in packed)
    assert (block["first_id"], block["last_id"]) == (packed[0]["id"], packed[-1]["id"])
    assert len(packed) == 50


async def test_each_batch_says_since_when_something_changed(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "BATCH", 25)
    changed: list[datetime] = []
    sizes: list[int] = []
    await _seed(db, REQUEST, changed, sizes)
    assert sorted(sizes) == [10, 25, 25]
    first = (await db.fetch("select min(started_at) as first from conversations"))[0]["first"]
    assert min(changed) == first
    assert len(changed) == 3


async def nothing(_tx: Connection, _moment: datetime) -> None:
    """Nobody counts what was written."""


class Lengths:
    name, dims = "lengths", 64

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return normalised(np.stack([np.random.default_rng(len(text)).standard_normal(self.dims) for text in texts]))


async def _seed(
    db: Database, request: SeedRequest, changed: list[datetime] | None = None, sizes: list[int] | None = None
) -> Sequence[UUID]:
    async def on_batch(_tx: Connection, moment: datetime) -> None:
        if changed is not None:
            changed.append(moment)

    def progress(count: int) -> None:
        if sizes is not None:
            sizes.append(count)

    plan = await make_plan(request, 3, NOW, None)
    await write_plan(db, plan, on_batch=on_batch, progress=progress)
    return [row["id"] for row in await db.fetch("select id from conversations order by id")]
