"""Every SQL statement about turns."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import Turn, TurnRow
from parley.storage.batch import Batch
from parley.storage.db import Connection, Database, Row, json_bytes

KEPT_LEASE_SECONDS = 60.0
"""How long a process keeps the lease after a turn: the next turn in the same process needs no query to begin."""

TURN_COLUMNS = {
    "number": "int", "user_input": "text", "user_input_at": "timestamptz", "agent_response": "text",
    "agent_response_at": "timestamptz", "is_silence": "bool", "is_ood": "bool", "barge_in": "bool", "dtmf": "text",
    "intents": "jsonb", "entities": "jsonb", "metrics": "jsonb", "latency_ms": "real", "function_errors": "int",
    "api_errors": "int", "trace": "jsonb",
}  # fmt: skip
"""What is written of a turn: members of `Turn`, with their types."""
_NAMES = ", ".join(TURN_COLUMNS)
_turn_members = attrgetter(*TURN_COLUMNS)

INSERT_TURN = f"""
insert into turns (conversation_id, {_NAMES})
values ($1, {", ".join(f"${place}" for place in range(2, len(TURN_COLUMNS) + 2))})
"""

# What a conversation is left with, for which lease, and then its turn. JSON comes as text: in an array of parameters, a
# list would be taken for another dimension.
_GIVEN_TYPES = [
    *("uuid", "uuid", "bytea", "bytea", "int", "bool", "bool"),
    *("text" if kind == "jsonb" else kind for kind in TURN_COLUMNS.values()),
]
_GIVEN = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(_GIVEN_TYPES, 1))
_CASTS = ", ".join(f"{name}::{kind}" for name, kind in TURN_COLUMNS.items())

# Columns come as arrays, so that any number of turns is one statement, one round trip and one commit. A turn is only
# appended where the lease was still ours: `appended` reads what `saved` returned.
SAVE_TURNS = f"""
with given as (
    select * from unnest({_GIVEN}) as g (id, lease, dialog, state, turns, ended, keeps, {_NAMES})
), saved as (
    update live_conversations as l
    set dialog = g.dialog, state = g.state, turns = g.turns, last_active_at = g.agent_response_at, ended = g.ended,
        lease = case when g.keeps then l.lease end,
        leased_until = case when g.keeps then now() + make_interval(secs => ${len(_GIVEN_TYPES) + 1}) end
    from given as g where l.id = g.id and l.lease = g.lease returning l.id
), appended as (
    insert into turns (conversation_id, {_NAMES}) select id, {_CASTS} from given where id in (select id from saved)
)
select id from saved
"""


async def insert_turn(tx: Connection, conversation_id: UUID, turn: Turn) -> None:
    await tx.execute(INSERT_TURN, conversation_id, *_turn_members(turn))


async def update_reply(tx: Connection, conversation_id: UUID, number: int, text: str) -> None:
    await tx.execute(
        "update turns set agent_response = $3 where conversation_id = $1 and number = $2", conversation_id, number, text
    )


Exchange = tuple[int, str | None, str]
Translation = tuple[int, str, str]
"""The number of a turn, and both sides of it in English."""


async def set_translations(tx: Connection, conversation_id: UUID, translations: Sequence[Translation]) -> None:
    numbers, said, answered = zip(*translations, strict=True)
    await tx.execute(
        """
        update turns as t set translated_user_input = g.said, english_agent_response = g.answered
        from unnest($2::int[], $3::text[], $4::text[]) as g (number, said, answered)
        where t.conversation_id = $1 and t.number = g.number
        """,
        conversation_id, list(numbers), list(said), list(answered),
    )  # fmt: skip


async def list_exchanges(db: Database | Connection, conversation_id: UUID) -> list[Exchange]:
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


async def list_played(db: Database | Connection, conversation_id: UUID) -> list[Row]:
    """What it takes to play a conversation again. `said` as in `list_exchanges`, keys in place of words."""
    return await db.fetch(
        """
        select number, dtmf, barge_in, agent_response, trace - 'exchanges' as trace,
               case when is_silence or user_input <> '' then user_input when dtmf <> '' then dtmf end as said
        from turns where conversation_id = $1 order by number
        """,
        conversation_id,
    )


async def list_metrics(tx: Connection, conversation_id: UUID) -> list[tuple[str, Any]]:
    rows = await tx.fetch("select metrics from turns where conversation_id = $1 order by number", conversation_id)
    return [(name, value) for row in rows for name, value in row["metrics"]]


async def list_traces(db: Database, conversation_id: UUID, *, with_exchanges: bool = False) -> list[Row]:
    """`with_exchanges`: with what models were sent and answered, which is long, and not for everybody."""
    return await db.fetch(
        """
        select number, user_input_at, agent_response_at, latency_ms, function_errors, api_errors,
               case when $2 then trace else trace - 'exchanges' end as trace
        from turns where conversation_id = $1 order by number
        """,
        conversation_id,
        with_exchanges,
    )


async def save_turns(tx: Connection, rows: Sequence[TurnRow]) -> set[UUID]:
    """Appends each turn, stores what it left behind, and keeps or releases its lease. The ids of the conversations that
    were written: nothing is written of one whose lease is no longer ours."""
    columns = list(zip(*(_values(row) for row in rows), strict=True))
    saved = await tx.fetch(SAVE_TURNS, *map(list, columns), KEPT_LEASE_SECONDS)
    return {row["id"] for row in saved}


def _values(row: TurnRow) -> tuple[Any, ...]:
    conversation, live = row.conversation, row.live
    left_behind = (conversation.id, conversation.lease, live.dialog, live.state, live.turns, row.ended, row.keeps_lease)
    turn = [
        json_bytes(member).decode() if kind == "jsonb" else member
        for member, kind in zip(_turn_members(row.turn), TURN_COLUMNS.values(), strict=True)
    ]
    return (*left_behind, *turn)


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
