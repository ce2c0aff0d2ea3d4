"""Every SQL statement about recordings. Their removal with the conversation is in `conversations/removal_store`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.recordings.model import Chunk, Recording, TurnText
from parley.storage.db import Connection, Database, Row


async def insert_recording(tx: Connection, conversation_id: UUID, started_at: datetime, rate: int) -> None:
    """Nothing of a conversation that is gone: its row is held until the transaction ends."""
    await tx.execute(
        """
        insert into recordings (id, started_at, rate)
        select c.id, $2, $3 from conversations as c where c.id = $1 for share of c
        on conflict do nothing
        """,
        conversation_id, started_at, rate,
    )  # fmt: skip


async def append_chunks(tx: Connection, chunks: Sequence[Chunk]) -> set[UUID]:
    """Which recordings take them: those that were neither discarded nor removed. A chunk that is there already stays,
    so that a write whose outcome is unknown can be repeated."""
    rows = await tx.fetch(
        """
        with given as (
            select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::int[], $5::boolean[], $6::bytea[])
                as g (recording_id, number, first_sample, samples, is_private, audio)
        ), kept as (
            select id from recordings where id = any($1) and not is_discarded order by id for share
        ), written as (
            insert into recording_chunks (recording_id, number, first_sample, samples, is_private, audio)
            select g.* from given as g where g.recording_id in (select id from kept)
            on conflict do nothing
        )
        select id from kept
        """,
        [chunk.recording_id for chunk in chunks],
        [chunk.number for chunk in chunks],
        [chunk.first_sample for chunk in chunks],
        [chunk.samples for chunk in chunks],
        [chunk.is_private for chunk in chunks],
        [chunk.audio for chunk in chunks],
    )
    return {row["id"] for row in rows}


async def set_discarded(tx: Connection, conversation_id: UUID) -> None:
    """Also before there is a recording: from now on none can be begun."""
    await tx.execute(
        """
        insert into recordings (id, started_at, rate, is_discarded)
        select c.id, c.started_at, 8000, true from conversations as c where c.id = $1
        on conflict (id) do update set is_discarded = true
        """,
        conversation_id,
    )


async def delete_chunks(tx: Connection, conversation_id: UUID) -> None:
    await tx.execute("delete from recording_chunks where recording_id = $1", conversation_id)


async def find_recording(db: Database | Connection, conversation_id: UUID) -> Recording | None:
    """None also where nothing was written of it yet, or it was discarded."""
    row = await db.fetchrow(
        """
        select r.id, c.started_at as conversation_started_at, r.started_at, r.rate, (
            select max(first_sample + samples) from recording_chunks where recording_id = r.id
        ) as samples
        from recordings as r join conversations as c on c.id = r.id
        where r.id = $1 and not r.is_discarded
        """,
        conversation_id,
    )
    return Recording(**row) if row and row["samples"] else None


async def list_recorded(db: Database | Connection, ids: Sequence[UUID]) -> set[UUID]:
    """Those of which there is a recording."""
    rows = await db.fetch(
        """
        select id from recordings as r where id = any($1) and not is_discarded
            and exists (select from recording_chunks as c where c.recording_id = r.id)
        """,
        list(ids),
    )
    return {row["id"] for row in rows}


async def list_chunks(db: Database | Connection, recording_id: UUID, first: int, end: int) -> list[Chunk]:
    """Those that hold samples from `first` up to `end`."""
    rows = await db.fetch(
        """
        select recording_id, number, first_sample, samples, is_private, audio from recording_chunks
        where recording_id = $1 and first_sample < $3 and first_sample + samples > $2 order by number
        """,
        recording_id, first, end,
    )  # fmt: skip
    return [_chunk(row) for row in rows]


async def update_chunk(tx: Connection, chunk: Chunk) -> None:
    await tx.execute(
        "update recording_chunks set audio = $3 where recording_id = $1 and number = $2",
        chunk.recording_id, chunk.number, chunk.audio,
    )  # fmt: skip


async def list_texts(db: Database | Connection, conversation_id: UUID) -> list[TurnText]:
    """Of a conversation's turns, as they are kept."""
    rows = await db.fetch(
        """
        select user_input_at, user_input, agent_response, dtmf from turns where conversation_id = $1 order by number
        """,
        conversation_id,
    )
    return [TurnText(**row) for row in rows]


def _chunk(row: Row) -> Chunk:
    return Chunk(**row)
