"""Messages that agents sent: read for delivery, marked with how it ended."""

from __future__ import annotations

from uuid import UUID

from parley.providers.senders.protocol import Outgoing
from parley.storage.db import Connection, Database


async def find(db: Database, message_id: UUID) -> Outgoing | None:
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


async def mark(tx: Connection, message_id: UUID, status: str, error: str = "") -> None:
    await tx.execute(
        "update messages set status = $2, error = $3, sent_at = now() where id = $1", message_id, status, error
    )
