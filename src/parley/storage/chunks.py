"""Work on many rows in short transactions, so that nobody waits long for a lock and a crash loses little."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from parley.storage.db import Connection, Database

CHUNK = 500
"""Rows of one transaction: some milliseconds."""


async def in_chunks(db: Database, work: Callable[[Connection, int], Awaitable[int]]) -> int:
    """`work` handles at most as many rows as it is told and says how many there were. It is called until there are no
    more; how many there were in all."""
    total = 0
    while True:
        async with db.transaction() as tx:
            done = await work(tx, CHUNK)
        total += done
        if done < CHUNK:
            return total
