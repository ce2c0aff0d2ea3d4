"""A pooler between us and the server, such as PgBouncer in transaction mode: each transaction may be run by another
session. What lasts longer than a transaction (notifications, the lock that says that a process lives) goes past it."""

from __future__ import annotations

import asyncpg

from parley.kit.errors import ParleyError
from parley.storage.server_store import Link, session_pid


class PoolerInTheWay(ParleyError):
    """PARLEY_DATABASE_URL leads to a pooler: set PARLEY_DATABASE_DIRECT_URL to the address of the server itself."""


class DirectUrlPooled(ParleyError):
    """PARLEY_DATABASE_DIRECT_URL leads to a pooler, too: it has to be the address of the server itself."""


async def is_pooled(link: Link) -> bool:
    """The process that serves us is not the one that let us in: poolers make up the number of the latter."""
    return await session_pid(link) != link.get_server_pid()


async def refuse_pooler(dsn: str, is_direct: bool) -> None:
    """Raises when a pooler answers there. What else goes wrong is for those who come after to say."""
    error = DirectUrlPooled if is_direct else PoolerInTheWay
    try:
        link = await asyncpg.connect(dsn, timeout=5, statement_cache_size=0)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return
    try:
        if await is_pooled(link):
            raise error
    finally:
        link.terminate()
