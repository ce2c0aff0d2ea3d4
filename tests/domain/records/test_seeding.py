"""Synthetic records: what they say, when they were held, and that they are what sealing would have made of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import numpy as np
import orjson
import pytest

from parley.domain.records import store, words
from parley.domain.records.building import build
from parley.domain.records.seeding import seed
from parley.domain.records.seeding.dialogues import REFERENCE, make_up
from parley.domain.records.seeding.seed import Wish, make_plan, write
from parley.domain.records.seeding.templates import ID, START, pieces, template
from parley.domain.records.seeding.timetable import starts
from parley.domain.records.seeding.wordings import languages, topics
from parley.domain.records.vectors import signatures, similarities
from parley.kit.ids import EPOCH
from parley.providers.embeddings.protocol import Vectors, normalised
from parley.storage.db import Connection, Database

NOW = datetime(2026, 3, 11, 15, 30, tzinfo=UTC)
WISH = Wish("ACCOUNT-1", "PROJECT-1", "live", UUID(int=7), count=60, days=40, turns=8)


@pytest.mark.slow
def test_every_language_has_topics_and_every_wording_can_be_filled_in() -> None:
    assert all(topics(language.tag) for language in languages())
    said = [said for number in range(500) for said in make_up(Random(number), 12).said]
    assert not [each for each in said if "{" in each.user + each.agent]
    assert len({wording for each in said for wording in each.wordings}) > 200


@pytest.mark.parametrize("turns", [1, 2, 3, 8, 40])
def test_a_dialogue_has_as_many_turns_as_were_asked_for(turns: int) -> None:
    assert {len(make_up(Random(number), turns).said) for number in range(50)} == {turns}


def test_the_same_source_of_chance_makes_the_same_template() -> None:
    made = [template(Random(5), ("a", "p"), "live", 8) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != template(Random(6), ("a", "p"), "live", 8)


def test_a_text_is_cut_where_copies_differ() -> None:
    moment = (START + timedelta(seconds=61)).strftime("%Y-%m-%dT%H:%M:%S.250Z")
    cut = pieces(f'"id":"OUT-{ID}","at":"{moment}","text":"it is {REFERENCE}"')
    assert [(piece.text, piece.slot) for piece in cut] == [
        ('"id":"', "id"),
        ('","at":"', "moment"),
        ('","text":"it is ', "reference"),
        ('"', ""),
    ]
    assert cut[1].after == timedelta(seconds=61.25)


def test_conversations_start_in_the_given_days_and_more_of_them_by_day() -> None:
    found = starts(np.random.default_rng(1), NOW, 28, 20_000)
    moments = [EPOCH + timedelta(microseconds=start) for start in found.tolist()]
    assert len(moments) == 20_000
    assert NOW - timedelta(days=28) <= moments[0] <= moments[-1] < NOW
    assert (np.diff(found) >= 0).all()
    by_hour = np.bincount([moment.hour for moment in moments], minlength=24)
    by_weekday = np.bincount([moment.weekday() for moment in moments], minlength=7)
    assert by_hour[10] > 10 * by_hour[3]
    assert by_weekday[0] > 1.5 * by_weekday[6]


async def test_seeded_records_are_what_sealing_makes_of_their_rows(db: Database) -> None:
    ids = await _seed(db, WISH)
    headers = {header.id: header for header in await store.headers(db, ids)}
    turns = await store.turns(db, ids)
    tag = words.tag(WISH.project_id, WISH.environment)
    kept = await db.fetch(
        """
        select id, head, turns, tsvector_to_array(words) as words, record_bytes, num_turns, num_silences, num_ood,
               conversations.metrics
        from records join record_words using (id) join conversations using (id)
        """
    )
    assert len(kept) == len(ids) == WISH.count
    for row in kept:
        said = turns[row["id"]]
        built = build(headers[row["id"]], said)
        assert (row["head"].encode(), row["turns"].encode()) == (built.head, built.turns)
        assert row["record_bytes"] == len(built.head) + len(built.turns)
        assert orjson.loads(f"{{{row['head']}}}")["num_turns"] == row["num_turns"] == WISH.turns
        assert row["num_silences"] == sum(turn.is_silence for turn in said)
        assert row["num_ood"] == sum(turn.is_ood for turn in said)
        assert sorted(row["words"]) == sorted(
            words.lexemes(tag, [(turn.user_input, turn.agent_response) for turn in said])
        )


async def test_references_are_unique_and_no_mark_of_a_template_is_left(db: Database) -> None:
    ids = await _seed(db, WISH)
    heads = [orjson.loads(f"{{{row['head']}}}") for row in await db.fetch("select head from records")]
    texts = [row["turns"] for row in await db.fetch("select turns from records")]
    rows = await db.fetch("select user_input || agent_response || entities::text || metrics::text as text from turns")
    assert not [text for text in (*texts, *(row["text"] for row in rows)) if REFERENCE in text or "2000-01-01" in text]
    assert len({head["id"] for head in heads}) == len(ids)
    headers = await store.headers(db, ids)
    references = [value for header in headers for value in header.state.values() if str(value).isdigit()]
    long = [reference for reference in references if len(str(reference)) == 9]
    assert len(set(long)) == len(long) > 0


async def test_all_have_ended_and_more_can_be_added(db: Database) -> None:
    first = await _seed(db, WISH)
    both = await _seed(db, WISH)
    assert set(first) < set(both)
    assert len(both) == 2 * WISH.count
    latest = (await db.fetch("select max(ended_at) as ended from conversations"))[0]["ended"]
    assert latest < NOW


async def test_what_was_written_before_an_interruption_stays(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seed, "CHUNK", 10)
    written = 0

    def progress(count: int) -> None:
        nonlocal written
        written += count
        if written == 20:
            task.cancel()

    task = asyncio.ensure_future(write(db, await make_plan(WISH, 3, NOW, None), wrote=nothing, progress=progress))
    with pytest.raises(asyncio.CancelledError):
        await task
    [row] = await db.fetch(
        "select count(*), count(r.id) as sealed from conversations as c left join records as r on r.id = c.id"
    )
    assert row["sealed"] == row["count"]
    assert written <= row["count"] < WISH.count, "a chunk may have been on disk when the interruption came"
    assert row["count"] % 10 == 0
    assert len(await _seed(db, WISH)) == row["count"] + WISH.count


async def test_vectors_are_packed_into_a_block_when_there_are_enough(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seed, "BLOCK", 50)
    monkeypatch.setattr(seed, "CHUNK", 50)
    plan = await make_plan(WISH, 3, NOW, Lengths())
    await write(db, plan, wrote=nothing, progress=lambda _count: None)
    rows = await db.fetch("select id, signature, vector, packed from record_vectors order by id")
    assert len(rows) == WISH.count
    axes, kept = np.eye(Lengths.dims, dtype=np.float32), [row["vector"] for row in rows]
    vectors = np.stack([similarities(b"".join(kept), axis) for axis in axes], axis=1)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=0.001)
    assert [row["signature"] for row in rows] == signatures(vectors)
    packed = [row for row in rows if row["packed"]]
    [block] = await db.fetch("select * from vector_blocks")
    assert block["ids"] == b"".join(row["id"].bytes for row in packed)
    assert block["signatures"] == b"".join(row["signature"] for row in packed)
    assert (block["first_id"], block["last_id"]) == (packed[0]["id"], packed[-1]["id"])
    assert len(packed) == 50


async def test_each_chunk_says_since_when_something_changed(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seed, "CHUNK", 25)
    changed: list[datetime] = []
    sizes: list[int] = []
    await _seed(db, WISH, changed, sizes)
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
    db: Database, wish: Wish, changed: list[datetime] | None = None, sizes: list[int] | None = None
) -> Sequence[UUID]:
    async def wrote(_tx: Connection, moment: datetime) -> None:
        if changed is not None:
            changed.append(moment)

    def progress(count: int) -> None:
        if sizes is not None:
            sizes.append(count)

    plan = await make_plan(wish, 3, NOW, None)
    await write(db, plan, wrote=wrote, progress=progress)
    return [row["id"] for row in await db.fetch("select id from conversations order by id")]
