"""Every SQL statement about sessions that people have taken over, or may."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.messaging.model import Attendance, Handover, Person, Session
from parley.domain.messaging.session_store import COLUMNS, session_of
from parley.storage.db import Connection, Database


async def set_handed_over(tx: Connection, session_id: UUID, handover: Handover) -> None:
    stored = {"queue": handover.queue, "reason": handover.reason, "sequence": handover.sequence}
    await tx.execute(
        "update messaging_sessions set attendance = $2, handoff = $3, handed_over_at = $4, person = null where id = $1",
        session_id, Attendance.QUEUE, stored, handover.at,
    )  # fmt: skip


async def set_person(tx: Connection, session_id: UUID, person: Person) -> None:
    stored = {"id": person.id, "name": person.name, "avatar_url": person.avatar_url}
    await tx.execute(
        "update messaging_sessions set attendance = $2, person = $3 where id = $1",
        session_id, Attendance.PERSON, stored,
    )  # fmt: skip


async def set_taken_back(tx: Connection, session_id: UUID) -> None:
    await tx.execute(
        """
        update messaging_sessions set attendance = $2, handoff = null, handed_over_at = null, person = null
        where id = $1
        """,
        session_id, Attendance.AGENT,
    )  # fmt: skip


async def list_handed_over(db: Database, project_id: str, environment: str, most: int) -> list[Session]:
    """Who has waited longest comes first."""
    rows = await db.fetch(
        f"""
        select {COLUMNS} from messaging_sessions s
        where project_id = $1 and environment = $2 and handed_over_at is not null and ended_at is null
        order by handed_over_at limit $3
        """,
        project_id, environment, most,
    )  # fmt: skip
    return [session_of(row) for row in rows]


async def list_waiting(db: Database, before: datetime, most: int) -> list[Session]:
    """Handed over before then, and nobody has taken them."""
    rows = await db.fetch(
        f"""
        select {COLUMNS} from messaging_sessions s
        where handed_over_at < $1 and ended_at is null and attendance = $2 order by handed_over_at limit $3
        """,
        before, Attendance.QUEUE, most,
    )  # fmt: skip
    return [session_of(row) for row in rows]


async def has_message(tx: Connection, session_id: UUID, message_id: str, after: int) -> bool:
    """Whether it was said since the handoff: a desk that was not sure has sent it again."""
    row = await tx.fetchrow(
        """
        select from messaging_events
        where session_id = $1 and sequence > $3 and body::jsonb -> 'payload' ->> 'message_id' = $2
        """,
        session_id, message_id, after,
    )  # fmt: skip
    return row is not None


async def list_texts(
    db: Database, session_id: UUID, after: int, types: Sequence[str], most: int
) -> list[tuple[str, str]]:
    """Types and texts of what was said behind that event, the newest of it, in order."""
    rows = await db.fetch(
        """
        select type, text from (
            select sequence, body::jsonb ->> 'type' as type, body::jsonb -> 'payload' ->> 'text' as text
            from messaging_events where session_id = $1 and sequence > $2
                and body::jsonb ->> 'type' = any ($3::text[])
            order by sequence desc limit $4
        ) as newest order by sequence
        """,
        session_id, after, list(types), most,
    )  # fmt: skip
    return [(row["type"], row["text"] or "") for row in rows]
