"""Locks by number: what only one process may do at a time, until its transaction ends."""

from __future__ import annotations

from parley.storage.db import Connection


async def alone(tx: Connection, number: int) -> None:
    await tx.execute("select pg_advisory_xact_lock($1)", number)
