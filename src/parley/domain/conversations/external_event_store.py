"""Every SQL statement about external events: written when they are accepted, gone once their conversation knows them.

Whether a process lives is seen by its advisory lock: it holds one for as long as its connection lasts, and a lock that
can be had is nobody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.conversations.external_events import (
    MOST_EVENT_CHARACTERS,
    MOST_EVENTS,
    AcceptedEvent,
    EventConsumer,
    ExternalEvent,
    IncomingEvent,
)
from parley.storage.db import Connection, Database


async def insert_event_ids(
    tx: Database | Connection, project_id: str, conversation_id: UUID, ids: Sequence[tuple[str, bool]], until: datetime
) -> None:
    """Makes ids good, together with whether their events wake the model. One that somebody has stays theirs."""
    # Ids come twice: when the function gets them, because providers answer faster than models, and with the turn.
    # The live row is large, so it is only written anew where it does not await events yet.
    await tx.fetch(
        """
        with awaiting as (update live_conversations set awaits_events = true where id = $2 and not awaits_events)
        insert into external_event_ids (id, project_id, conversation_id, send_to_llm, expires_at)
        select id, $1, $2, wakes, $5 from unnest($3::text[], $4::bool[]) as given (id, wakes)
        on conflict (id) do nothing
        """,
        project_id, conversation_id, [event_id for event_id, _ in ids], [wakes for _, wakes in ids], until,
    )  # fmt: skip


async def insert_event(tx: Connection, project_id: str, event: IncomingEvent) -> AcceptedEvent | None:
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
        event.event_id, project_id, event.at, event.content_type, event.data,
    )  # fmt: skip
    return AcceptedEvent(row["id"], row["is_attended"]) if row else None


async def list_pending_events(db: Database, conversation_id: UUID) -> list[ExternalEvent]:
    """What a conversation does not know yet, in order; of too many the newest, as much as it can carry."""
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


async def find_consumer(db: Database, conversation_id: UUID) -> EventConsumer | None:
    """None: nothing is pending. `OTHER_PROCESS`: one that lives attends the conversation, or is taking a turn of it."""
    row = await db.fetchrow(
        """
        select (attended_by is not null and not pg_try_advisory_xact_lock(attended_by))
            or (lease is not null and leased_until > now() and not pg_try_advisory_xact_lock(owner)) as has_consumer
        from live_conversations as l
        where id = $1 and exists (select from external_events as e where e.conversation_id = l.id)
        """,
        conversation_id,
    )
    if row is None:
        return None
    return EventConsumer.OTHER_PROCESS if row["has_consumer"] else EventConsumer.NOBODY


async def delete_events(tx: Connection, conversation_id: UUID, last: int) -> None:
    """The conversation knows its events up to this one."""
    await tx.execute("delete from external_events where conversation_id = $1 and number <= $2", conversation_id, last)


async def set_attendant(db: Database, conversation_id: UUID, process: int) -> None:
    """From now on that process delivers the conversation's events; see `runtime/session/event_signals`."""
    async with db.connection() as connection:
        await connection.execute(
            "update live_conversations set attended_by = $2 where id = $1", conversation_id, process
        )


async def clear_attendant(db: Database, conversation_id: UUID, process: int) -> None:
    """Only its own: another process may have the conversation by now."""
    async with db.connection() as connection:
        await connection.execute(
            "update live_conversations set attended_by = null where id = $1 and attended_by = $2",
            conversation_id, process,
        )  # fmt: skip
