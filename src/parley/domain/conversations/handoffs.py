"""What agents leave for whoever takes a conversation over: written with the turn that hands over, read from outside."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations.model import HandoffState
from parley.storage.db import Connection, Database, Row


async def put(tx: Connection, conversation_id: UUID, project_id: str, state: HandoffState) -> None:
    """In place of what an earlier attempt left."""
    await tx.execute(
        """
        insert into handoff_states (conversation_id, project_id, public_id, shared_id, data) values ($1, $2, $3, $4, $5)
        on conflict (conversation_id) do update set shared_id = excluded.shared_id, data = excluded.data
        """,
        conversation_id, project_id, state.id, state.shared_id, state.data,
    )  # fmt: skip


async def withdraw(tx: Connection, conversation_id: UUID) -> None:
    """Nobody has taken the conversation over."""
    await tx.execute("delete from handoff_states where conversation_id = $1", conversation_id)


async def find(db: Database, project_id: str, conversation_id: UUID) -> HandoffState | None:
    row = await db.fetchrow(
        "select public_id, data, shared_id from handoff_states where conversation_id = $1 and project_id = $2",
        conversation_id, project_id,
    )  # fmt: skip
    return _state(row) if row else None


async def find_shared(db: Database, project_id: str, shared_id: str) -> HandoffState | None:
    """Of the newest conversation with that id."""
    row = await db.fetchrow(
        """
        select public_id, data, shared_id from handoff_states
        where project_id = $1 and shared_id = $2 order by conversation_id desc limit 1
        """,
        project_id, shared_id,
    )  # fmt: skip
    return _state(row) if row else None


def _state(row: Row) -> HandoffState:
    return HandoffState(row["public_id"], row["data"], row["shared_id"])
