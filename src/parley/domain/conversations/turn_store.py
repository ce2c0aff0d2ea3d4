"""Every SQL statement about turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import Turn, TurnRow
from parley.storage.batch import Batch
from parley.storage.db import Connection, Database, Row, json_bytes

KEPT_LEASE_SECONDS = 60.0
"""How long a process keeps the lease after a turn: the next turn in the same process needs no query to begin."""

# Columns come as arrays, so that any number of turns is one statement, one round trip and one commit. A turn is only
# appended where the lease was still ours: `appended` reads what `saved` returned.
SAVE_TURNS = """
with given as (
    select * from unnest(
        $1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::int[], $6::bool[], $7::bool[], $8::int[], $9::text[],
        $10::timestamptz[], $11::text[], $12::timestamptz[], $13::bool[], $14::bool[], $15::bool[], $16::text[],
        $17::text[], $18::text[], $19::text[], $20::real[], $21::int[], $22::int[], $23::text[]
    ) as g (
        id, lease, dialog, state, turns, ended, keeps, number, user_input, user_input_at, agent_response,
        agent_response_at, barge_in, is_silence, is_ood, dtmf, intents, entities, metrics, latency_ms, function_errors,
        api_errors, trace
    )
), saved as (
    update live_conversations as l
    set dialog = g.dialog, state = g.state, turns = g.turns, last_active_at = g.agent_response_at, ended = g.ended,
        lease = case when g.keeps then l.lease end,
        leased_until = case when g.keeps then now() + make_interval(secs => $24) end
    from given as g where l.id = g.id and l.lease = g.lease returning l.id
), appended as (
    insert into turns (
        conversation_id, number, user_input, user_input_at, agent_response, agent_response_at, barge_in, is_silence,
        is_ood, dtmf, intents, entities, metrics, latency_ms, function_errors, api_errors, trace
    )
    select id, number, user_input, user_input_at, agent_response, agent_response_at, barge_in, is_silence, is_ood, dtmf,
           intents::jsonb, entities::jsonb, metrics::jsonb, latency_ms, function_errors, api_errors, trace::jsonb
    from given where id in (select id from saved)
)
select id from saved
"""


async def insert_turn(tx: Connection, conversation_id: UUID, turn: Turn) -> None:
    t = turn
    await tx.execute(
        """
        insert into turns (conversation_id, number, user_input, user_input_at, agent_response, agent_response_at,
                           barge_in, is_silence, is_ood, dtmf, intents, entities, metrics, latency_ms, function_errors,
                           api_errors, trace)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
        """,
        conversation_id, t.number, t.user_input, t.user_input_at, t.agent_response, t.agent_response_at, t.barge_in,
        t.is_silence, t.is_ood, t.dtmf, t.intents, t.entities, t.metrics, t.latency_ms,
        t.function_errors, t.api_errors, t.trace,
    )  # fmt: skip


async def list_exchanges(db: Database | Connection, conversation_id: UUID) -> list[tuple[int, str | None, str]]:
    """(number, what the user said, what the agent answered), from the opening on. A silent user said the empty text;
    None: it was not the user's turn, but the opening or an external event's."""
    rows = await db.fetch(
        """
        select number, case when is_silence or user_input <> '' then user_input end as user_input, agent_response
        from turns where conversation_id = $1 order by number
        """,
        conversation_id,
    )
    return [(row["number"], row["user_input"], row["agent_response"]) for row in rows]


async def list_metrics(tx: Connection, conversation_id: UUID) -> list[tuple[str, Any]]:
    rows = await tx.fetch("select metrics from turns where conversation_id = $1 order by number", conversation_id)
    return [(name, value) for row in rows for name, value in row["metrics"]]


async def list_traces(db: Database, conversation_id: UUID) -> list[Row]:
    return await db.fetch(
        """
        select number, user_input_at, agent_response_at, latency_ms, function_errors, api_errors, trace
        from turns where conversation_id = $1 order by number
        """,
        conversation_id,
    )


async def save_turns(tx: Connection, rows: Sequence[TurnRow]) -> set[UUID]:
    """Appends each turn, stores what it left behind, and keeps or releases its lease. The ids of the conversations that
    were written: nothing is written of one whose lease is no longer ours."""
    columns = list(zip(*(_values(row) for row in rows), strict=True))
    saved = await tx.fetch(SAVE_TURNS, *map(list, columns), KEPT_LEASE_SECONDS)
    return {row["id"] for row in saved}


def _values(row: TurnRow) -> tuple[Any, ...]:
    conversation, live, t = row.conversation, row.live, row.turn
    return (
        conversation.id, conversation.lease, live.dialog, live.state, live.turns, row.ended, row.keeps_lease, t.number,
        t.user_input, t.user_input_at, t.agent_response, t.agent_response_at, t.barge_in, t.is_silence, t.is_ood,
        t.dtmf, _json(t.intents), _json(t.entities), _json(t.metrics), t.latency_ms, t.function_errors, t.api_errors,
        _json(t.trace),
    )  # fmt: skip


def _json(value: object) -> str:
    """As text: in an array of parameters, a list would be taken for another dimension."""
    return json_bytes(value).decode()


class TurnWriter:
    """Writes the turns that end at the same moment in this process in one statement and one commit, because a commit is
    what a turn waits for most. A statement holds at most one turn of a conversation: it takes one at a time."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._batch: Batch[TurnRow, bool] = Batch(self._write)

    async def save(self, row: TurnRow) -> bool:
        """Returns when the commit is on disk. False when the lease was no longer ours."""
        return await self._batch.add(row)

    async def _write(self, rows: Sequence[TurnRow]) -> Sequence[bool]:
        async with self._db.connection() as connection:
            written = await save_turns(connection, rows)
        return [row.conversation.id in written for row in rows]
