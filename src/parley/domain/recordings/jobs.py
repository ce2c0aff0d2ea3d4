"""What happens to recordings when nobody waits: parts that the project never wants to keep become silent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from parley.domain.recordings import store
from parley.domain.recordings.codec import open_chunk, seal_chunk
from parley.domain.recordings.model import Chunk, HiddenSpan, Recording, hidden_spans
from parley.domain.recordings.reader import silence
from parley.kit.encryption import Encryptor
from parley.storage import queue
from parley.storage.db import Database
from parley.storage.queue import Job

SILENCE = "recordings.silence"
SILENCE_AFTER = timedelta(seconds=30)
"""After the end: the last seconds of a call may still be on their way to the disk."""
LEASE_SECONDS = 60.0
STEP_SECONDS = 60
"""Of a call, in one transaction."""


async def silence_hidden(db: Database, encryptor: Encryptor, is_redacted: Callable[[str], bool], job: Job) -> None:
    """Silences turns whose text was redacted. Done twice it changes nothing."""
    recording = await store.find_recording(db, UUID(job.args["conversation"]))
    if recording is not None:
        texts = await store.list_texts(db, recording.id)
        if hidden := hidden_spans(texts, recording.conversation_started_at, is_redacted):
            step = STEP_SECONDS * recording.rate
            for first in range(0, recording.samples, step):
                await _silence_part(db, encryptor, job, recording, hidden, first, first + step)
    async with db.transaction() as tx:
        await queue.finish(tx, job)


async def _silence_part(
    db: Database,
    encryptor: Encryptor,
    job: Job,
    recording: Recording,
    hidden: Sequence[HiddenSpan],
    first: int,
    end: int,
) -> None:
    async with db.transaction() as tx:
        await queue.renew_lease(tx, job, LEASE_SECONDS)
        for chunk in await store.list_chunks(tx, recording.id, first, end):
            silenced = await asyncio.to_thread(silence_chunk, encryptor, recording, chunk, hidden)
            if silenced is not None:
                await store.update_chunk(tx, silenced)


def silence_chunk(
    encryptor: Encryptor, recording: Recording, chunk: Chunk, hidden: Sequence[HiddenSpan]
) -> Chunk | None:
    """None: nothing of it is hidden."""
    sides = [side.copy() for side in open_chunk(encryptor, chunk)]
    before = [side.copy() for side in sides]
    for span in hidden:
        silence(sides[0] if span.is_caller else sides[1], span, chunk.first_sample + recording.lead, recording.rate)
    if all((side == was).all() for side, was in zip(sides, before, strict=True)):
        return None
    caller, agent = (side.tobytes() for side in sides)
    return seal_chunk(
        encryptor, chunk.recording_id, chunk.number, chunk.first_sample, (caller, agent), chunk.is_private
    )
