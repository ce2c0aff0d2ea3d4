"""What a project never wants to keep becomes silent in what is stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from parley.domain.conversations import turn_store
from parley.domain.conversations.model import Turn
from parley.domain.conversations.redaction import is_redacted
from parley.domain.recordings import codec, store
from parley.domain.recordings.jobs import SILENCE, silence_hidden
from parley.domain.recordings.model import Chunk
from parley.kit.encryption import Encryptor
from parley.storage import queue
from parley.storage.db import Database
from tests.domain.conversations.kept import add, place_with

pytestmark = pytest.mark.io

RATE = 8_000
ENCRYPTOR = Encryptor(b"k" * 32)
LOUD = np.full(3 * RATE, 1_000, np.int16).tobytes()


async def run_job(db: Database, **args: Any) -> None:
    async with db.transaction() as tx:
        await queue.defer(tx, SILENCE, args)
        (job,) = await queue.lease_due(tx, [SILENCE], 10, 60)
    await silence_hidden(db, ENCRYPTOR, is_redacted, job)
    assert not await db.fetch("select from jobs where kind = $1", SILENCE)


async def test_redacted_turns_become_silent_and_others_stay(db: Database) -> None:
    started_at = datetime.now(UTC)
    conversation = await add(db, await place_with(db), started_at)
    chunks = [codec.seal_chunk(ENCRYPTOR, conversation, n, n * 3 * RATE, (LOUD, LOUD), False) for n in range(3)]
    said_at = started_at + timedelta(seconds=4)
    async with db.transaction() as tx:
        await tx.execute("delete from recording_chunks")
        await tx.execute("update recordings set started_at = $1", started_at)
        await tx.execute("delete from turns")
        for turn in (
            Turn(0, "", started_at, "Hello.", started_at),
            Turn(1, "It is [phone].", said_at, "Thank you.", said_at),
            Turn(2, "bye", said_at + timedelta(seconds=3), "Bye.", said_at),
        ):
            await turn_store.insert_turn(tx, conversation, turn)
        await store.append_chunks(tx, chunks)
    for _ in range(2):
        await run_job(db, conversation=str(conversation))
        kept = await store.list_chunks(db, conversation, 0, 9 * RATE)
        caller, agent = (np.concatenate(side) for side in zip(*map(opened, kept), strict=True))
        assert (caller == 0).sum() == round(4.5 * RATE)
        assert not caller[: round(4.5 * RATE)].any()
        assert (agent != 0).all()
    assert kept[2].audio == chunks[2].audio, "nothing was hidden there"


async def test_a_recording_that_is_gone_needs_nothing(db: Database) -> None:
    await run_job(db, conversation="01890000-0000-7000-8000-000000000000")


def opened(chunk: Chunk) -> tuple[codec.Samples, codec.Samples]:
    return codec.open_chunk(ENCRYPTOR, chunk)
