"""Every SQL statement about handoff states: what conversations show to other systems.

Until a conversation is finished, what it carries from turn to turn is what it shows, so a turn writes nothing here but
a shared id that has changed. What it shows in the end is kept when it is finished.
"""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations.model import HandoffState, LiveSnapshot, SharedIdChange
from parley.storage.db import Connection, Database, Row


async def set_shared_id(tx: Connection, conversation_id: UUID, project_id: str, change: SharedIdChange) -> None:
    """From now on the conversation is found by this shared id."""
    await tx.execute(
        """
        insert into handoff_states (conversation_id, project_id, public_id, shared_id, data)
        values ($1, $2, $3, $4, '{}')
        on conflict (conversation_id) do update set shared_id = excluded.shared_id
        """,
        conversation_id, project_id, change.public_id, change.shared_id,
    )  # fmt: skip


async def put_state(tx: Connection, conversation_id: UUID, project_id: str, state: HandoffState) -> None:
    """What a finished conversation shows."""
    await tx.execute(
        """
        insert into handoff_states (conversation_id, project_id, public_id, shared_id, data) values ($1, $2, $3, $4, $5)
        on conflict (conversation_id) do update set shared_id = excluded.shared_id, data = excluded.data
        """,
        conversation_id, project_id, state.id, state.shared_id, state.data,
    )  # fmt: skip


async def delete_state(tx: Connection, conversation_id: UUID) -> None:
    """A finished conversation shows nothing."""
    await tx.execute("delete from handoff_states where conversation_id = $1", conversation_id)


async def find_state(db: Database, project_id: str, conversation_id: UUID) -> LiveSnapshot | HandoffState | None:
    """One statement: a conversation that is being finished is either still carried or already kept."""
    row = await db.fetchrow(
        """
        select l.deployment_id, l.context, l.dialog, h.public_id, h.data, h.shared_id
        from (select $1::uuid as id) as wanted
            left join live_conversations as l on l.id = wanted.id and l.project_id = $2
            left join handoff_states as h on h.conversation_id = wanted.id and h.project_id = $2
        """,
        conversation_id, project_id,
    )  # fmt: skip
    return _found(row)


async def find_state_by_shared_id(db: Database, project_id: str, shared_id: str) -> LiveSnapshot | HandoffState | None:
    """Of the newest conversation with that id."""
    row = await db.fetchrow(
        """
        select l.deployment_id, l.context, l.dialog, h.public_id, h.data, h.shared_id
        from (
            select conversation_id, project_id, public_id, data, shared_id from handoff_states
            where project_id = $1 and shared_id = $2 order by conversation_id desc limit 1
        ) as h left join live_conversations as l on l.id = h.conversation_id and l.project_id = h.project_id
        """,
        project_id, shared_id,
    )  # fmt: skip
    return _found(row)


def _found(row: Row | None) -> LiveSnapshot | HandoffState | None:
    if row is None:
        return None
    if row["dialog"] is not None:
        return LiveSnapshot(row["deployment_id"], row["context"], row["dialog"])
    return HandoffState(row["public_id"], row["data"], row["shared_id"]) if row["public_id"] is not None else None
