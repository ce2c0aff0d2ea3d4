"""Calls whose voice process died. Every process holds a lock in the database while it lives; after a restart of the
database it takes a moment until it has it again, so a process is missed for a while before its calls are given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.calls import store
from parley.domain.calls.model import Call
from parley.storage.db import Connection

PATIENCE = timedelta(seconds=5)


async def orphans(tx: Connection, now: datetime) -> list[Call]:
    """Notes whom nobody has seen since when, and gives those that were missed for too long."""
    missed = await store.abandoned(tx)
    ids = [call.id for call in missed]
    await _forgive(tx, ids)
    long_missed = await _miss(tx, ids, now)
    return [call for call in missed if call.id in long_missed]


async def _miss(tx: Connection, ids: Sequence[UUID], now: datetime) -> set[UUID]:
    rows = await tx.fetch(
        """
        update calls set missed_since = coalesce(missed_since, $2) where id = any($1) and status = 'calling'
        returning id, missed_since <= $3 as is_orphan
        """,
        ids, now, now - PATIENCE,
    )  # fmt: skip
    return {row["id"] for row in rows if row["is_orphan"]}


async def _forgive(tx: Connection, missed: Sequence[UUID]) -> None:
    await tx.execute(
        "update calls set missed_since = null where status = 'calling' and missed_since is not null and id <> all($1)",
        missed,
    )
