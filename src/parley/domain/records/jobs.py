"""What happens to records later: snapshots that are missing are written, conversations with a snapshot get vectors, and
vectors are packed into blocks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np

from parley.domain.records import marks_store, store
from parley.domain.records.actions import write_marks, write_snapshot, write_snapshot_of_unfinished
from parley.domain.records.search.semantic import vector_store
from parley.domain.records.search.semantic.blocks import BLOCK_SIZE
from parley.domain.records.search.semantic.embedding import MAX_CHARACTERS, MAX_TURNS, embed_conversations
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import Vector, embedding_space, encode_signatures, encode_vectors
from parley.kit.clock import Clock
from parley.kit.ids import uuid7
from parley.kit.log import logger
from parley.providers.embeddings.protocol import Embedder, EmbeddingError
from parley.storage import queue
from parley.storage.db import UNACCEPTABLE, Connection, Database
from parley.storage.queue import Job

log = logger(__name__)

BUILD_MISSING = "records.build_missing"
MARK = "records.mark"
EMBED = "records.embed"
PACK = "records.pack"
REQUEUE_UNEMBEDDED = "records.requeue_unembedded"

LEASE_SECONDS = 60.0
SNAPSHOT_BATCH = 20
"""Conversations in one transaction."""
MARK_BATCH = 500
EMBED_BATCH = 16
ROUND_SECONDS = 20.0
"""A job that writes snapshots or embeds ends after this time, whatever is left: the next one comes within seconds."""
REQUEUE_STEP = 5000
MAX_QUEUED = 1000
"""No conversation from the past is enqueued while so many wait already."""
BACKLOG_PAUSE = timedelta(seconds=30)
"""When to look again whether they still wait."""
LAST_ID = UUID(int=(1 << 128) - 1)
DELETE_BATCH = 200


async def build_missing_records(db: Database, clock: Clock, job: Job) -> None:
    """Writes snapshots of conversations that ended and got none then: there were no snapshots yet, or the job that was
    to finish them failed too often. One whose snapshot cannot be written holds up no other."""
    ends = clock.monotonic() + ROUND_SECONDS
    refused: set[UUID] = set()
    found = SNAPSHOT_BATCH
    while found == SNAPSHOT_BATCH and clock.monotonic() < ends:
        async with db.transaction() as tx:
            # Fails when another worker has the job by now, and takes what this batch wrote with it.
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            found = await _write_missing_snapshots(tx, refused)
    async with db.transaction() as tx:
        await queue.finish(tx, job)
        if found == SNAPSHOT_BATCH:
            await queue.defer(tx, BUILD_MISSING, {}, key=BUILD_MISSING)


async def _write_missing_snapshots(tx: Connection, refused: set[UUID]) -> int:
    """How many there were to write. Those that the database did not accept are added to `refused`."""
    missing = await store.lock_without_snapshot(tx, SNAPSHOT_BATCH, refused)
    for conversation_id, is_live in missing:
        try:
            # A savepoint each: what the database refuses for one leaves the others of the batch as they are.
            async with tx.transaction():
                await (write_snapshot_of_unfinished if is_live else write_snapshot)(tx, conversation_id)
        except UNACCEPTABLE as error:
            log.warning("snapshot_not_written", conversation=str(conversation_id), error=type(error).__name__)
            refused.add(conversation_id)
    return len(missing)


async def mark_unmarked(db: Database, clock: Clock, job: Job) -> None:
    """Writes marks and traits of conversations that a version finished that knew none, or that got a metric since."""
    ends = clock.monotonic() + ROUND_SECONDS
    found = MARK_BATCH
    while found == MARK_BATCH and clock.monotonic() < ends:
        async with db.transaction() as tx:
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            ids = await marks_store.lock_unmarked(tx, MARK_BATCH)
            await write_marks(tx, ids)
            found = len(ids)
    async with db.transaction() as tx:
        await queue.finish(tx, job)
        if found == MARK_BATCH:
            await queue.defer(tx, MARK, {}, key=MARK)


async def embed_queued(db: Database, embedder: Embedder | None, clock: Clock, job: Job) -> None:
    """Makes vectors of the conversations that wait for one, some at a time, until none is left or the round is over.

    Every batch is written only while the job is still ours, so no two workers embed the same for longer than one batch.
    """
    ends = clock.monotonic() + ROUND_SECONDS
    try:
        while (
            embedder is not None and await _embed_batch(db, embedder, job) == EMBED_BATCH and clock.monotonic() < ends
        ):
            pass
    except EmbeddingError as error:
        # An endpoint that fails now is asked again by the next job; nothing was dequeued.
        log.warning("embedding_failed", error=str(error))
    async with db.transaction() as tx:
        if embedder is None:
            # Without embeddings nothing may pile up. Should there be some again, all without a vector are enqueued.
            await vector_store.clear_queue(tx)
        await queue.finish(tx, job)


async def _embed_batch(db: Database, embedder: Embedder, job: Job) -> int:
    ids = await vector_store.find_queued(db, EMBED_BATCH)
    if ids:
        turns = await vector_store.find_longest_turns(db, ids, MAX_TURNS, MAX_CHARACTERS)
        found = await embed_conversations(embedder, turns)
        async with db.transaction() as tx:
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            await _write_vectors(tx, embedding_space(embedder), found)
            await vector_store.dequeue(tx, ids)
    return len(ids)


async def _write_vectors(tx: Connection, space: str, found: Mapping[UUID, Vector | None]) -> None:
    made = {conversation_id: vector for conversation_id, vector in found.items() if vector is not None}
    if made:
        vectors = np.stack(list(made.values()))
        signatures, encoded = encode_signatures(vectors), encode_vectors(vectors)
        collections = await vector_store.upsert_vectors(tx, space, list(made), signatures, encoded)
        for collection in await vector_store.find_with_unpacked(tx, collections, BLOCK_SIZE):
            await _defer_packing(tx, collection)
    # An empty vector says that there is nothing to embed: otherwise the conversation would be enqueued every hour.
    empty = [conversation_id for conversation_id, vector in found.items() if vector is None]
    if empty:
        await vector_store.upsert_vectors(tx, space, empty, [b""] * len(empty), [b""] * len(empty))


async def _defer_packing(tx: Connection, collection: Collection) -> None:
    args = {"project": collection.project_id, "environment": collection.environment, "space": collection.space}
    await queue.defer(tx, PACK, args, key=f"{PACK}:{collection.project_id}:{collection.environment}")


async def pack_vectors(db: Database, job: Job) -> None:
    """Makes one block, and asks for the next one if there is more to pack."""
    collection = Collection(job.args["project"], job.args["environment"], job.args["space"])
    async with db.transaction() as tx:
        packed = await vector_store.pack_block(tx, collection, uuid7(), BLOCK_SIZE)
        await queue.finish(tx, job)
        if packed and await vector_store.find_with_unpacked(tx, [collection], BLOCK_SIZE):
            await _defer_packing(tx, collection)


async def requeue_unembedded(db: Database, embedder: Embedder | None, clock: Clock, job: Job) -> None:
    """Looks through all conversations with a snapshot, newest first and some at a time, for those without a vector of
    the current space: they are from a time with other embeddings, or with none. What waits already goes first."""
    async with db.transaction() as tx:
        await queue.finish(tx, job)  # first: the next step has the same key, and only one job may have it
        if embedder is None:
            return
        if "before" not in job.args:
            # The hourly period asked for this. A look that is not at its end has the same key, and goes on instead.
            await _defer_next_step(tx, LAST_ID)
            return
        before, space = UUID(job.args["before"]), embedding_space(embedder)
        if len(await vector_store.find_queued(tx, MAX_QUEUED)) == MAX_QUEUED:
            await _defer_next_step(tx, before, clock.now() + BACKLOG_PAUSE)
        elif (following := await vector_store.enqueue_missing(tx, space, before, REQUEUE_STEP)) is not None:
            await _defer_next_step(tx, following)
        else:
            await vector_store.delete_blocks_of_other_spaces(tx, space, DELETE_BATCH)


async def _defer_next_step(tx: Connection, before: UUID, run_at: datetime | None = None) -> None:
    await queue.defer(tx, REQUEUE_UNEMBEDDED, {"before": str(before)}, run_at=run_at, key=REQUEUE_UNEMBEDDED)
