"""Writing turns: every turn that ends at the same moment in this process goes to disk in one statement and one commit.

A statement holds at most one turn of a conversation, because a conversation takes one turn at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import LiveConversation, LiveState, Turn
from parley.kit.values import value
from parley.storage.batch import Batch
from parley.storage.db import Connection, Database, json_bytes

HELD_SECONDS = 60.0
"""How long a conversation stays claimed after its turn, so that the next turn in the same process need not ask."""


@value
class Save:
    claimed: LiveConversation
    turn: Turn
    live: LiveState
    ended: bool
    keeps_lease: bool


SAVE = """
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


async def save(tx: Connection, saves: Sequence[Save]) -> set[UUID]:
    """Appends each turn, keeps what it left behind, and keeps or gives back its claim. The ids of those that were
    written: nothing is written of one whose claim is no longer ours."""
    columns = list(zip(*(_values(each) for each in saves), strict=True))
    rows = await tx.fetch(SAVE, *map(list, columns), HELD_SECONDS)
    return {row["id"] for row in rows}


def _values(each: Save) -> tuple[Any, ...]:
    claimed, live, t = each.claimed, each.live, each.turn
    return (
        claimed.id, claimed.lease, live.dialog, live.state, live.turns, each.ended, each.keeps_lease, t.number,
        t.user_input, t.user_input_at, t.agent_response, t.agent_response_at, t.barge_in, t.is_silence, t.is_ood,
        t.dtmf, _json(t.intents), _json(t.entities), _json(t.metrics), t.latency_ms, t.function_errors, t.api_errors,
        _json(t.trace),
    )  # fmt: skip


def _json(value: object) -> str:
    """As text: in an array of parameters, a list would be taken for another dimension."""
    return json_bytes(value).decode()


class TurnWriter:
    """Gathers the turns of concurrent conversations. The answer comes when the commit is on disk."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._batch: Batch[Save, bool] = Batch(self._write)

    async def save(self, each: Save) -> bool:
        return await self._batch.add(each)

    async def _write(self, saves: Sequence[Save]) -> Sequence[bool]:
        async with self._db.connection() as connection:
            written = await save(connection, saves)
        return [each.claimed.id in written for each in saves]
