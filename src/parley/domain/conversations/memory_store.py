"""Every SQL statement about memories: what an agent knows of a caller from earlier conversations."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from parley.storage.db import Connection, Database

LIFETIME = timedelta(days=90)
"""Since the last conversation that wrote to it."""


async def find_memory(db: Database | Connection, project_id: str, identifier: str, now: datetime) -> Mapping[str, Any]:
    row = await db.fetchrow(
        "select fields from memories where project_id = $1 and identifier = $2 and expires_at > $3",
        project_id, identifier, now,
    )  # fmt: skip
    return row["fields"] if row else {}


async def merge_memory(
    tx: Connection, project_id: str, identifier: str, fields: Mapping[str, Any], now: datetime
) -> None:
    """The given fields replace those of the same name; the others stay."""
    # Merged by the server: two conversations of one caller may be finished at the same moment.
    await tx.execute(
        """
        insert into memories (project_id, identifier, fields, updated_at, expires_at) values ($1, $2, $3, $4, $5)
        on conflict (project_id, identifier) do update
        set fields = memories.fields || excluded.fields, updated_at = excluded.updated_at,
            expires_at = excluded.expires_at
        """,
        project_id, identifier, fields, now, now + LIFETIME,
    )  # fmt: skip


async def delete_expired_memories(tx: Connection, now: datetime) -> None:
    await tx.execute("delete from memories where expires_at < $1", now)
