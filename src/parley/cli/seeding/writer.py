"""Writing what is planned, batch by batch, each in its own transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta

from parley.cli.seeding import store
from parley.cli.seeding.plan import Batch, Plan, moment_of, plan_batches
from parley.domain.records.search.semantic.blocks import BLOCK_SIZE
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import encode_signatures, encode_vectors
from parley.kit.ids import uuid7
from parley.storage.db import Connection, Database
from parley.storage.partitions import TABLES, ensure_between

WRITERS = 2

OnBatch = Callable[[Connection, datetime], Awaitable[None]]
"""Called in the transaction of a batch, with the first moment at which something changed."""


async def write_plan(db: Database, plan: Plan, *, on_batch: OnBatch, progress: Callable[[int], None]) -> None:
    """`progress` is called after each batch, with how many conversations it had.

    What is written stays when it is interrupted.
    """
    async with db.transaction() as tx:
        await ensure_between(tx, moment_of(plan.starts[0]), moment_of(plan.starts[-1]) + timedelta(milliseconds=1))
    rows, batches = store.template_rows(plan.templates), plan_batches(plan)
    try:
        async with asyncio.TaskGroup() as writers:
            for _ in range(WRITERS):
                writers.create_task(_write_batches(db, plan, rows, batches, on_batch, progress))
    except ExceptionGroup as group:
        # One error is what callers know how to tell about; a second one has the same cause.
        raise group.exceptions[0] from None


async def vacuum_tables(db: Database) -> None:
    """After the last batch: nothing is slow only because it is new. The planner gets its statistics, and the maps of
    what is visible to all without which an index alone is never enough."""
    async with db.connection() as connection:
        await store.disable_timeout(connection)
        try:
            for table in (*TABLES, "vector_blocks"):
                await store.vacuum(connection, table)
        finally:
            # The pool does not reset sessions: whoever gets this connection next would have no time limit.
            await store.reset_timeout(connection)


async def _write_batches(
    db: Database,
    plan: Plan,
    rows: store.TemplateRows,
    batches: Iterator[Batch],
    on_batch: OnBatch,
    progress: Callable[[int], None],
) -> None:
    async with db.connection() as connection:
        try:
            await _load_templates(connection, rows)
            for batch in batches:
                async with connection.transaction():
                    await _write_batch(connection, plan, batch)
                    await on_batch(connection, batch.started_at[0])
                progress(len(batch.ids))
        finally:
            # The connection goes back into its pool: whoever gets it next must not find our tables.
            await store.drop_temporary_tables(connection)


async def _load_templates(connection: Connection, rows: store.TemplateRows) -> None:
    await store.drop_temporary_tables(connection)  # an interrupted writer may have left some
    await store.create_temporary_tables(connection)
    for table, records in rows.items():
        await store.copy_rows(connection, table, records)
        # Temporary tables get no statistics by themselves, and without any the copies would be planned badly.
        await store.analyze(connection, table)


async def _write_batch(tx: Connection, plan: Plan, batch: Batch) -> None:
    request = plan.request
    await store.insert_batch(tx, batch.ids, batch.public_ids, batch.started_at, batch.templates, batch.references)
    await store.copy_conversations(
        tx, request.account_id, request.project_id, request.environment, request.deployment_id
    )
    await store.copy_turns(tx)
    await store.copy_snapshots(tx)
    await store.copy_words(tx)
    if batch.vectors is not None:
        collection = Collection(request.project_id, request.environment, plan.space)
        is_block = len(batch.ids) == BLOCK_SIZE
        signatures, vectors = encode_signatures(batch.vectors), encode_vectors(batch.vectors)
        await store.insert_vectors(tx, collection, batch.ids, signatures, vectors, packed=is_block)
        if is_block:
            await store.insert_block(tx, collection, uuid7(), batch.ids, signatures)
