"""The writer of recordings: what a database that is away costs, and what cannot be written any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

from parley.domain.conversations import actions as conversations
from parley.domain.conversations.model import Conversation, LiveState, Turn, TurnWrite, public_id
from parley.domain.recordings import actions, codec, store
from parley.domain.recordings.model import RecordingSettings
from parley.kit.clock import SystemClock
from parley.kit.encryption import Encryptor
from parley.kit.ids import uuid7
from parley.storage.db import Database, DatabaseUnavailable
from parley.voice.recording import call_recording
from parley.voice.recording import recorder as module
from parley.voice.recording.call_recording import CallRecording
from parley.voice.recording.recorder import Recorder
from tests.voice.fake_leg import FakeLeg
from tests.waiting import until

pytestmark = pytest.mark.io

ENCRYPTOR = Encryptor(b"k" * 32)
ON = RecordingSettings(is_on=True)
NOW = datetime.now(UTC)


async def converse(db: Database) -> UUID:
    """A conversation that runs."""
    row = uuid7()
    conversation = Conversation(row, public_id(row), "a", "p", "live", row, "VOICE-SIP", "", "", "en-US", NOW)
    opening = TurnWrite(Turn(0, "", NOW, "Hello.", NOW), LiveState({}, b"{}", b"", 1))
    async with db.transaction() as tx:
        await conversations.start(tx, conversation, opening)
    return row


@asynccontextmanager
async def recorder(db: Database) -> AsyncIterator[Recorder]:
    made = Recorder(db, ENCRYPTOR, SystemClock())
    yield made
    await made.aclose()


async def begin(recorder: Recorder, conversation: UUID) -> CallRecording:
    _leg, recording = recorder.begin(ON, conversation, FakeLeg(), is_listened=True)
    assert recording is not None
    await asyncio.sleep(0.2)  # so long the call lasts
    recording.heard(bytes(1600), asyncio.get_running_loop().time())
    return recording


async def count_chunks(db: Database, conversation: UUID) -> int:
    (row,) = await db.fetch("select count(*) from recording_chunks where recording_id = $1", conversation)
    count: int = row[0]
    return count


def failing(times: int, then: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    left = times

    async def write(*arguments: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            raise DatabaseUnavailable
        return await then(*arguments)

    return write


async def test_what_could_not_be_written_is_written_later(db: Database) -> None:
    conversation = await converse(db)
    async with recorder(db) as writer:
        with patch.object(store, "append_chunks", failing(2, store.append_chunks)):
            recording = await begin(writer, conversation)
            recording.turn_done(is_discarded=False, is_paused=False)
            await writer.end(recording)
        assert recording.outcome == "kept"
        found = await store.find_recording(db, conversation)
        assert found is not None
        chunks = await store.list_chunks(db, conversation, 0, found.samples)
        assert sum(len(codec.open_chunk(ENCRYPTOR, chunk)[0]) for chunk in chunks) == found.samples


async def test_a_write_of_unknown_outcome_is_repeated_without_harm(db: Database) -> None:
    conversation = await converse(db)
    sealed = codec.seal_chunk(ENCRYPTOR, conversation, 0, 0, (bytes(160), bytes(160)), False)
    async with db.transaction() as tx:
        await store.insert_recording(tx, conversation, NOW, 8_000)
    for _ in range(2):
        async with db.transaction() as tx:
            assert await store.append_chunks(tx, [sealed]) == {conversation}
    assert await count_chunks(db, conversation) == 1


async def test_a_database_that_is_away_for_long_ends_the_recording(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_recording, "MOST_CHUNKS", 0)
    monkeypatch.setattr(module, "CHUNK_SECONDS", 0.01)
    conversation = await converse(db)
    async with recorder(db) as writer:
        with patch.object(store, "append_chunks", failing(1_000_000, store.append_chunks)):
            recording = await begin(writer, conversation)
            recording.turn_done(is_discarded=False, is_paused=False)

            async def is_over() -> bool:
                return recording.is_over

            await until(is_over)
            assert (recording.outcome, len(recording.chunks)) == ("failed", 0)
            # The call goes on, and nothing is kept in memory for it.
            recording.heard(bytes(1600), asyncio.get_running_loop().time())
            recording.turn_done(is_discarded=False, is_paused=False)
            assert recording.is_over


async def test_a_recording_whose_conversation_never_came_to_be_is_not_written(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_recording, "MOST_HELD_SECONDS", 0.0)
    async with recorder(db) as writer:
        recording = await begin(writer, uuid7())

        async def is_over() -> bool:
            return recording.is_over

        await until(is_over)
        assert recording.outcome == "failed"
        assert not await db.fetch("select from recordings")


@pytest.mark.parametrize("how", ["discarded", "removed"])
async def test_nothing_is_added_to_what_is_gone(db: Database, how: str) -> None:
    """Also where it was discarded elsewhere, such as by the job that runs the end function."""
    conversation = await converse(db)
    async with recorder(db) as writer:
        recording = await begin(writer, conversation)
        async with db.transaction() as tx:
            if how == "discarded":
                await actions.discard(tx, conversation)
            else:
                await tx.execute("delete from conversations where id = $1", conversation)
        recording.turn_done(is_discarded=False, is_paused=False)
        await writer.end(recording)
        assert recording.outcome == "discarded"
        assert await count_chunks(db, conversation) == 0
        assert await store.find_recording(db, conversation) is None


async def test_who_discards_waits_for_who_writes(db: Database) -> None:
    """In whatever order they come, nothing is left."""
    conversation = await converse(db)
    sealed = codec.seal_chunk(ENCRYPTOR, conversation, 0, 0, (bytes(160), bytes(160)), False)
    async with db.transaction() as writing:
        await store.insert_recording(writing, conversation, NOW, 8_000)
    async with db.transaction() as writing:
        assert await store.append_chunks(writing, [sealed])

        async def discard() -> None:
            async with db.transaction() as tx:
                await actions.discard(tx, conversation)

        discarding = asyncio.create_task(discard())

        async def is_waiting() -> bool:
            return bool(await db.fetch("select from pg_locks where not granted"))

        await until(is_waiting)
    await discarding
    assert await count_chunks(db, conversation) == 0
    async with db.transaction() as tx:
        assert await store.append_chunks(tx, [sealed]) == set()


async def test_the_tail_is_padded_where_a_recording_began_late(db: Database) -> None:
    conversation = await converse(db)
    async with db.transaction() as tx:
        await store.insert_recording(tx, conversation, NOW + timedelta(seconds=2), 8_000)
        sealed = codec.seal_chunk(ENCRYPTOR, conversation, 0, 0, (bytes(160), bytes(160)), False)
        await store.append_chunks(tx, [sealed])
    found = await store.find_recording(db, conversation)
    assert found is not None
    assert (found.lead, found.length) == (16_000, 16_080)


async def test_after_the_end_all_of_it_is_taken_once() -> None:
    """A database that is away then does not make the recording longer."""
    recording = CallRecording(uuid7(), NOW, keeps_private=True, poll=None)
    recording.turn_done(is_discarded=False, is_paused=False)
    await asyncio.sleep(0.2)  # so long the call lasts
    recording.heard(bytes(1_600), asyncio.get_running_loop().time())
    recording.stop()
    assert recording.take(0.0)
    await asyncio.sleep(0.2)  # so long it cannot be written
    assert recording.take(0.0) == []
