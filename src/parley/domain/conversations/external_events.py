"""Events from outside, on their way into a conversation: written when they are accepted, gone once it knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from uuid import UUID

from parley.domain.conversations.model import MOST_EVENT_CHARACTERS, MOST_EVENTS
from parley.kit.errors import ParleyError
from parley.storage.db import Connection, Database


class ExternalEventIdNotFound(ParleyError):
    """External event id not found in request"""

    status = 400


class ExternalEventIdNotValid(ParleyError):
    """External event id not valid"""

    status = 400


@dataclass(frozen=True, slots=True)
class Delivery:
    """What somebody outside sent under an id that an agent handed out."""

    event_id: str
    content_type: str
    data: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where an event went."""

    conversation_id: UUID
    is_attended: bool
    """A door waits for it, in a process that lives."""


class Taker(Enum):
    ANOTHER = auto()
    NOBODY = auto()


@dataclass(frozen=True, slots=True)
class ExternalEvent:
    number: int
    """Events of a conversation have rising numbers, in the order in which they were accepted."""
    event_id: str
    send_to_llm: bool
    content_type: str
    data: str
    created_at: datetime


async def announce(
    tx: Database | Connection, project_id: str, conversation_id: UUID, ids: Sequence[tuple[str, bool]], until: datetime
) -> None:
    """Makes ids good, together with whether their events wake the model. One that somebody has stays theirs."""
    await tx.fetch(
        """
        with awaiting as (update live_conversations set awaits_events = true where id = $2 and not awaits_events)
        insert into external_event_ids (id, project_id, conversation_id, send_to_llm, expires_at)
        select id, $1, $2, wakes, $5 from unnest($3::text[], $4::bool[]) as given (id, wakes)
        on conflict (id) do nothing
        """,
        project_id, conversation_id, [event_id for event_id, _ in ids], [wakes for _, wakes in ids], until,
    )  # fmt: skip


async def insert(tx: Connection, project_id: str, delivery: Delivery) -> Arrival | None:
    """None for an id that is unknown, expired or another project's, or whose conversation has ended.

    The lock on the conversation gives its events one order, and lets none in while it ends.
    """
    row = await tx.fetchrow(
        """
        with awaiting as (
            select l.id, i.send_to_llm,
                   l.attended_by is not null and not pg_try_advisory_xact_lock(l.attended_by) as is_attended
            from external_event_ids as i join live_conversations as l on l.id = i.conversation_id
            where i.id = $1 and i.project_id = $2 and i.expires_at > $3 and not l.ended
            for no key update of l
        ), accepted as (
            insert into external_events (conversation_id, event_id, send_to_llm, content_type, data, created_at)
            select id, $1, send_to_llm, $4, $5, $3 from awaiting
        )
        select id, is_attended from awaiting
        """,
        delivery.event_id, project_id, delivery.at, delivery.content_type, delivery.data,
    )  # fmt: skip
    return Arrival(row["id"], row["is_attended"]) if row else None


async def waiting(db: Database, conversation_id: UUID) -> list[ExternalEvent]:
    """What a conversation has yet to hear of, in order; of a flood as much as it can carry."""
    rows = await db.fetch(
        """
        select number, event_id, send_to_llm, content_type, data, created_at from (
            select *, sum(length(data)) over (order by number desc) - length(data) as characters_since
            from external_events where conversation_id = $1
        ) as e
        where characters_since < $2 order by number desc limit $3
        """,
        conversation_id, MOST_EVENT_CHARACTERS, MOST_EVENTS,
    )  # fmt: skip
    return [ExternalEvent(**row) for row in reversed(rows)]


async def who_takes_in(db: Database, conversation_id: UUID) -> Taker | None:
    """None: nothing waits. Else whether a process that lives attends the conversation, or is taking a turn of it."""
    row = await db.fetchrow(
        """
        select (attended_by is not null and not pg_try_advisory_xact_lock(attended_by))
            or (lease is not null and leased_until > now() and not pg_try_advisory_xact_lock(owner)) as has_taker
        from live_conversations as l
        where id = $1 and exists (select from external_events as e where e.conversation_id = l.id)
        """,
        conversation_id,
    )
    if row is None:
        return None
    return Taker.ANOTHER if row["has_taker"] else Taker.NOBODY


async def forget(tx: Connection, conversation_id: UUID, last: int) -> None:
    """The conversation knows its events up to this one."""
    await tx.execute("delete from external_events where conversation_id = $1 and number <= $2", conversation_id, last)


async def attend(db: Database, conversation_id: UUID, process: int) -> None:
    async with db.connection() as connection:
        await connection.execute(
            "update live_conversations set attended_by = $2 where id = $1", conversation_id, process
        )


async def leave(db: Database, conversation_id: UUID, process: int) -> None:
    async with db.connection() as connection:
        await connection.execute(
            "update live_conversations set attended_by = null where id = $1 and attended_by = $2",
            conversation_id, process,
        )  # fmt: skip
