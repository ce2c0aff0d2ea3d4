"""A recording of a conversation that was none."""

from __future__ import annotations

import numpy as np

from parley.domain.conversations.model import row_id
from parley.domain.recordings import codec
from parley.domain.recordings import store as recordings
from parley.resources import Resources


async def record(resources: Resources, conversation: str) -> None:
    """Four seconds: the caller beeps in the first two, the agent in the others."""
    found = row_id(conversation)
    assert found is not None
    beep = (np.sin(np.arange(16_000) * 0.35) * 9_000).astype(np.int16).tobytes()
    tracks = beep + bytes(len(beep)), bytes(len(beep)) + beep
    sealed = codec.seal_chunk(resources.dependencies.secret_store.encryptor, found, 0, 0, tracks, False)
    async with resources.db.transaction() as tx:
        [row] = await tx.fetch("select started_at from conversations where id = $1", found)
        await recordings.insert_recording(tx, found, row["started_at"], 8_000)
        await recordings.append_chunks(tx, [sealed])
