"""Every SQL statement about messages that agents send: an outbox, written with the turn and delivered by a job."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations.model import OutboxMessage
from parley.providers.senders.protocol import Outgoing
from parley.storage.db import Connection, Database


async def insert_message(
    tx: Connection, message_id: UUID, project_id: str, conversation_id: UUID, message: OutboxMessage
) -> None:
    m = message
    await tx.execute(
        """
        insert into messages (id, project_id, conversation_id, kind, recipient, sender, subject, body, details)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        message_id, project_id, conversation_id, m.kind, m.recipient, m.sender, m.subject, m.body, m.details,
    )  # fmt: skip


async def find_queued_message(db: Database, message_id: UUID) -> Outgoing | None:
    """None when there is nothing to send (any more)."""
    row = await db.fetchrow(
        """
        select kind, recipient, sender, subject, body, details from messages where id = $1 and status = 'queued'
        """,
        message_id,
    )
    if row is None:
        return None
    return Outgoing(row["kind"], row["recipient"], row["body"], row["sender"], row["subject"], row["details"])


async def find_project(db: Database, message_id: UUID) -> str:
    """Empty when the message is gone."""
    row = await db.fetchrow("select project_id from messages where id = $1", message_id)
    return row["project_id"] if row else ""


async def set_message_status(tx: Connection, message_id: UUID, status: str, error: str = "") -> None:
    await tx.execute(
        "update messages set status = $2, error = $3, sent_at = now() where id = $1", message_id, status, error
    )
