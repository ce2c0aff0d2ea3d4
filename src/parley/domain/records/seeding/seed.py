"""Writing synthetic records: from a wish to rows, chunk by chunk, each in its own transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.conversations.model import public_id
from parley.domain.records.jobs import BLOCK
from parley.domain.records.seeding import store, vectors
from parley.domain.records.seeding.templates import START, Template, template
from parley.domain.records.seeding.timetable import starts
from parley.domain.records.vector_store import Shelf
from parley.domain.records.vectors import signatures, space, wholes
from parley.kit.ids import EPOCH, uuid7, uuid7_at
from parley.providers.embeddings.protocol import Embedder, Vectors
from parley.storage.db import Connection, Database
from parley.storage.partitions import ensure_between

CHUNK = BLOCK
"""A chunk is a block of vectors: what was started together is packed together."""
MOST_TEMPLATES = 2000
WRITERS = 2
FIRST_REFERENCE, MOST_REFERENCES = 100_000_000, 800_000_000
"""Nine digits, and none of them the one that templates have."""


@dataclass(frozen=True, slots=True)
class Wish:
    account_id: str
    project_id: str
    environment: str
    deployment_id: UUID
    count: int
    days: int
    turns: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is decided before anything is written."""

    wish: Wish
    templates: Sequence[Template]
    starts: NDArray[np.int64]
    vectors: Vectors | None
    """Of the templates."""
    space: str
    seed: int


@dataclass(frozen=True, slots=True)
class Chunk:
    ids: Sequence[UUID]
    public_ids: Sequence[str]
    started_at: Sequence[datetime]
    templates: Sequence[int]
    references: Sequence[str]
    vectors: Vectors | None


async def make_plan(wish: Wish, seed: int, now: datetime, embedder: Embedder | None) -> Plan:
    """All conversations have ended by now. The same seed makes the same plan."""
    chance = Random(seed)  # noqa: S311 nothing here is a secret
    project = (wish.account_id, wish.project_id)
    templates = [
        template(chance, project, wish.environment, wish.turns) for _ in range(min(wish.count, MOST_TEMPLATES))
    ]
    longest = max(each.header.ended_at or START for each in templates) - START
    begun = starts(np.random.default_rng(seed), now - longest, wish.days, wish.count)
    known = await vectors.of_templates(embedder, templates) if embedder else None
    return Plan(wish, templates, begun, known, space(embedder) if embedder else "", seed)


async def write(
    db: Database,
    plan: Plan,
    *,
    wrote: Callable[[Connection, datetime], Awaitable[None]],
    progress: Callable[[int], None],
) -> None:
    """`wrote` is called in each transaction, with the first moment at which something changed; `progress` after it.

    What is written stays when it is interrupted.
    """
    async with db.transaction() as tx:
        await ensure_between(tx, _moment(plan.starts[0]), _moment(plan.starts[-1]) + timedelta(milliseconds=1))
    rows, chunks = store.rows_of(plan.templates), _chunks(plan)
    try:
        async with asyncio.TaskGroup() as writers:
            for _ in range(WRITERS):
                writers.create_task(_write(db, plan, rows, chunks, wrote, progress))
    except ExceptionGroup as group:
        raise group.exceptions[0] from None


async def tidy(db: Database) -> None:
    """After the last of them was written: nothing is slow only because it is new."""
    async with db.connection() as connection:
        await store.tidy(connection)


async def _write(
    db: Database,
    plan: Plan,
    rows: store.Rows,
    chunks: Iterator[Chunk],
    wrote: Callable[[Connection, datetime], Awaitable[None]],
    progress: Callable[[int], None],
) -> None:
    async with db.connection() as connection:
        try:
            await store.load(connection, rows)
            for chunk in chunks:
                async with connection.transaction():
                    await _write_chunk(connection, plan, chunk)
                    await wrote(connection, chunk.started_at[0])
                progress(len(chunk.ids))
        finally:
            await store.unload(connection)


async def _write_chunk(tx: Connection, plan: Plan, chunk: Chunk) -> None:
    wish = plan.wish
    await store.insert_chunk(tx, chunk.ids, chunk.public_ids, chunk.started_at, chunk.templates, chunk.references)
    await store.copy_conversations(tx, wish.account_id, wish.project_id, wish.environment, wish.deployment_id)
    await store.copy_turns(tx)
    await store.copy_records(tx)
    await store.copy_words(tx)
    if chunk.vectors is not None:
        shelf, is_block = Shelf(wish.project_id, wish.environment, plan.space), len(chunk.ids) == BLOCK
        signed = signatures(chunk.vectors)
        await store.insert_vectors(tx, shelf, chunk.ids, signed, wholes(chunk.vectors), packed=is_block)
        if is_block:
            await store.insert_block(tx, shelf, uuid7(), chunk.ids, signed)


def _chunks(plan: Plan) -> Iterator[Chunk]:
    """From the first half and from the second by turns, so that two writers are rarely in the same month, where they
    would wait for each other's indexes."""
    chance = np.random.default_rng(plan.seed + 1)
    first_reference = int(chance.integers(MOST_REFERENCES))
    begins = range(0, len(plan.starts), CHUNK)
    half = (len(begins) + 1) // 2
    for begin in (begin for place in range(half) for begin in begins[place::half]):
        yield _chunk(plan, chance, begin, first_reference)


def _chunk(plan: Plan, chance: np.random.Generator, begin: int, first_reference: int) -> Chunk:
    started_at = [_moment(start) for start in plan.starts[begin : begin + CHUNK]]
    ids = sorted(uuid7_at(moment) for moment in started_at)
    chosen = chance.integers(len(plan.templates), size=len(ids)).tolist()
    references = (first_reference + begin + place for place in range(len(ids)))
    return Chunk(
        ids,
        [public_id(each, plan.templates[number].prefix) for each, number in zip(ids, chosen, strict=True)],
        started_at,
        chosen,
        [str(FIRST_REFERENCE + reference % MOST_REFERENCES) for reference in references],
        None if plan.vectors is None else vectors.of_copies(chance, plan.vectors, chosen),
    )


def _moment(microseconds: np.int64) -> datetime:
    return EPOCH + timedelta(microseconds=int(microseconds))
