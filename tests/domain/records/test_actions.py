"""The snapshot of a finished conversation is the very text that its rows give."""

from __future__ import annotations

from uuid import UUID

import orjson
import pytest

from parley.domain.conversations.model import Ending
from parley.domain.records import store
from parley.domain.records.model import View
from parley.domain.records.pages.reader import read_records
from parley.domain.records.record import build_record, render_record
from parley.storage.db import Database
from tests.domain.records.rows import Rows, new_project

pytestmark = pytest.mark.io

SAID = [("", "Welcome — “Łódź”"), ("ciao 👋", 'sì\n\t"quoted" \\ back'), ("", "Still there?")]
STATE = {"name": "Ada", "nested": {"b": [1, 2.5, None, True]}, "from_": None, "empty": ""}
METRICS = [("SIZE", 4), ("TAG", "x"), ("TAG", False)]


@pytest.fixture
async def rows(db: Database) -> Rows:
    return Rows(db, await new_project(db))


async def one(db: Database, conversation_id: UUID, view: View | None = None) -> bytes:
    [text] = await read_records(db, [conversation_id], view or View(), {})
    return text


async def test_the_text_is_what_the_rows_give(db: Database, rows: Rows) -> None:
    conversation_id = await rows.add(said=SAID, state=STATE, metrics=METRICS)
    kept = await db.fetchrow("select head, turns from records where id = $1", conversation_id)
    assert kept is not None
    [header] = await store.find_headers(db, [conversation_id])
    built = build_record(header, (await store.find_turns(db, [conversation_id]))[conversation_id])
    assert (kept["head"].encode(), kept["turns"].encode()) == (built.head, built.turns)
    size = await db.fetchrow("select record_bytes from conversations where id = $1", conversation_id)
    assert size is not None
    assert size["record_bytes"] == len(built.head) + len(built.turns)


@pytest.mark.parametrize("view", [View(), View(transcripts=False), View(metrics=("TAG", "NONE")), View(metrics=())])
async def test_a_snapshot_reads_as_a_record_that_is_built(db: Database, rows: Rows, view: View) -> None:
    conversation_id = await rows.add(said=SAID, state=STATE, metrics=METRICS, ending=Ending("handoff", True, "r", "d"))
    [header] = await store.find_headers(db, [conversation_id])
    built = build_record(header, (await store.find_turns(db, [conversation_id]))[conversation_id])
    assert orjson.loads(await one(db, conversation_id, view)) == orjson.loads(render_record(built, view))


async def test_a_snapshot_changes_nothing_that_was_to_be_seen(db: Database, rows: Rows) -> None:
    conversation_id = await rows.add("ended", said=SAID, state=STATE, metrics=METRICS)
    before = orjson.loads(await one(db, conversation_id))
    await rows.bring(conversation_id, "finished", state=STATE)
    assert orjson.loads(await one(db, conversation_id)) == before
    await rows.bring(conversation_id, "snapshot", state=STATE)
    after = orjson.loads(await one(db, conversation_id))
    assert after == before
    assert after["metrics"] == {"SIZE": "4", "TAG": ["x", "false"]}
    assert (after["num_turns"], after["num_silences"]) == (3, 1)


async def test_the_header_agrees_with_the_record(db: Database, rows: Rows) -> None:
    conversation_id = await rows.add(said=SAID, turn={"is_ood": True})
    row = await db.fetchrow("select num_turns, num_silences, num_ood from conversations where id = $1", conversation_id)
    record = orjson.loads(await one(db, conversation_id))
    assert row is not None
    assert dict(row) == {name: record[name] for name in ("num_turns", "num_silences", "num_ood")}


async def test_latency_is_read_from_the_turns_of_a_record_with_a_snapshot(db: Database, rows: Rows) -> None:
    conversation_id = await rows.add(said=SAID)
    with_latency = orjson.loads(await one(db, conversation_id, View(latency=True)))
    assert {turn.pop("latency")["perceived_latency"] for turn in with_latency["turns"]} == {0.25}
    assert with_latency == orjson.loads(await one(db, conversation_id))


async def test_what_a_conversation_with_a_snapshot_can_be_found_by(db: Database, rows: Rows) -> None:
    conversation_id = await rows.add(said=SAID)
    await rows.add("running")
    words = await db.fetch("select id from record_words")
    waiting = await db.fetch("select id from records_to_embed")
    assert [row["id"] for row in words] == [row["id"] for row in waiting] == [conversation_id]
