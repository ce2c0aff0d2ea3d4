"""What happens to records by itself: what was never sealed is, sealed conversations get vectors, and vectors are packed
into blocks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np

from parley.domain.records import store, vector_store
from parley.domain.records.embedding import CHARACTERS, TURNS, Vector, embed
from parley.domain.records.sealing import seal, seal_unfinished
from parley.domain.records.vector_store import Shelf
from parley.domain.records.vectors import signatures, space, wholes
from parley.kit.clock import Clock
from parley.kit.ids import uuid7
from parley.kit.log import logger
from parley.providers.embeddings.protocol import Embedder, EmbeddingError
from parley.storage import queue
from parley.storage.db import UNACCEPTABLE, Connection, Database
from parley.storage.queue import Job

log = logger(__name__)

SEAL = "records.build_missing"
EMBED = "records.embed"
PACK = "records.pack"
ASK_AGAIN = "records.requeue_unembedded"

LEASE_SECONDS = 60.0
SEALED_AT_ONCE = 20
"""Conversations in one transaction."""
BATCH = 16
ROUND_SECONDS = 20.0
"""A job that seals or embeds ends after this time, whatever is left: the next one comes within seconds."""
BLOCK = 8192
"""Vectors in a block: few enough to lie in a processor's cache while they are compared."""
STEP = 5000
BACKLOG = 1000
"""No conversation from the past is asked for while so many wait already."""
LATER = timedelta(seconds=30)
"""When to look again whether they still wait."""
LAST_ID = UUID(int=(1 << 128) - 1)
FORGOTTEN_AT_ONCE = 200


async def seal_forgotten(db: Database, clock: Clock, job: Job) -> None:
    """Seals conversations that ended and were not sealed then: records were not sealed yet, or the job that was to
    finish them failed too often. One that cannot be sealed holds up no other."""
    ends = clock.monotonic() + ROUND_SECONDS
    refused: set[UUID] = set()
    found = SEALED_AT_ONCE
    while found == SEALED_AT_ONCE and clock.monotonic() < ends:
        async with db.transaction() as tx:
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            found = await _seal_some(tx, refused)
    async with db.transaction() as tx:
        await queue.finish(tx, job)
        if found == SEALED_AT_ONCE:
            await queue.defer(tx, SEAL, {}, key=SEAL)


async def _seal_some(tx: Connection, refused: set[UUID]) -> int:
    """How many there were to seal. Those that the database did not take are added to `refused`."""
    forgotten = await store.take_forgotten(tx, SEALED_AT_ONCE, refused)
    for conversation_id, is_live in forgotten:
        try:
            async with tx.transaction():
                await (seal_unfinished if is_live else seal)(tx, conversation_id)
        except UNACCEPTABLE as error:
            log.warning("record_not_sealed", conversation=str(conversation_id), error=type(error).__name__)
            refused.add(conversation_id)
    return len(forgotten)


async def embed_waiting(db: Database, embedder: Embedder | None, clock: Clock, job: Job) -> None:
    """Makes vectors of the conversations that wait for one, some at a time, until none is left or the round is over.

    Every batch is kept only while the job is still ours, so no two workers embed the same for longer than one batch.
    """
    ends = clock.monotonic() + ROUND_SECONDS
    try:
        while embedder is not None and await _embed_some(db, embedder, job) == BATCH and clock.monotonic() < ends:
            pass
    except EmbeddingError as error:
        log.warning("embedding_failed", error=str(error))
    async with db.transaction() as tx:
        if embedder is None:
            await vector_store.forget_all_asked(tx)
        await queue.finish(tx, job)


async def _embed_some(db: Database, embedder: Embedder, job: Job) -> int:
    ids = await vector_store.asked_for(db, BATCH)
    if ids:
        found = await embed(embedder, await vector_store.most_said(db, ids, TURNS, CHARACTERS))
        async with db.transaction() as tx:
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            await _keep(tx, space(embedder), found)
            await vector_store.forget_asked(tx, ids)
    return len(ids)


async def _keep(tx: Connection, space: str, found: Mapping[UUID, Vector | None]) -> None:
    made = {conversation_id: vector for conversation_id, vector in found.items() if vector is not None}
    if made:
        vectors = np.stack(list(made.values()))
        shelves = await vector_store.keep(tx, space, list(made), signatures(vectors), wholes(vectors))
        for shelf in await vector_store.full(tx, shelves, BLOCK):
            await _ask_to_pack(tx, shelf)
    empty = [conversation_id for conversation_id, vector in found.items() if vector is None]
    if empty:
        await vector_store.keep(tx, space, empty, [b""] * len(empty), [b""] * len(empty))


async def _ask_to_pack(tx: Connection, shelf: Shelf) -> None:
    args = {"project": shelf.project_id, "environment": shelf.environment, "space": shelf.space}
    await queue.defer(tx, PACK, args, key=f"{PACK}:{shelf.project_id}:{shelf.environment}")


async def pack(db: Database, job: Job) -> None:
    """Makes one block, and asks for the next one if there is more to pack."""
    shelf = Shelf(job.args["project"], job.args["environment"], job.args["space"])
    async with db.transaction() as tx:
        packed = await vector_store.pack(tx, shelf, uuid7(), BLOCK)
        await queue.finish(tx, job)
        if packed and await vector_store.full(tx, [shelf], BLOCK):
            await _ask_to_pack(tx, shelf)


async def ask_again(db: Database, embedder: Embedder | None, clock: Clock, job: Job) -> None:
    """Looks through all sealed conversations, newest first and some at a time, for those without a vector of the
    current space: they are from a time with other embeddings, or with none. What waits already goes first."""
    async with db.transaction() as tx:
        await queue.finish(tx, job)
        if embedder is None:
            return
        if "before" not in job.args:
            await _look_on(tx, LAST_ID)  # which changes nothing while the last look is not at its end
            return
        before = UUID(job.args["before"])
        if len(await vector_store.asked_for(tx, BACKLOG)) == BACKLOG:
            await _look_on(tx, before, clock.now() + LATER)
        elif (following := await vector_store.ask_for_missing(tx, space(embedder), before, STEP)) is not None:
            await _look_on(tx, following)
        else:
            await vector_store.forget_other_blocks(tx, space(embedder), FORGOTTEN_AT_ONCE)


async def _look_on(tx: Connection, before: UUID, run_at: datetime | None = None) -> None:
    await queue.defer(tx, ASK_AGAIN, {"before": str(before)}, run_at=run_at, key=ASK_AGAIN)
