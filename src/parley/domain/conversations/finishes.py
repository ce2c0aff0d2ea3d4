"""What end functions did, each in the one run that counts."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations.model import Finish
from parley.storage.db import Connection, Database


async def insert(tx: Connection, conversation_id: UUID, finish: Finish) -> None:
    """In the transaction that finishes the conversation: a run whose process died before that leaves nothing."""
    await tx.execute(
        """
        insert into finishes (conversation_id, ran_at, function_errors, api_errors, metrics, trace)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing
        """,
        conversation_id, finish.at, finish.function_errors, finish.api_errors, finish.metrics, finish.trace,
    )  # fmt: skip


async def find(db: Database, conversation_id: UUID) -> Finish | None:
    row = await db.fetchrow(
        "select ran_at, function_errors, api_errors, metrics, trace from finishes where conversation_id = $1",
        conversation_id,
    )
    return Finish(*row) if row else None
