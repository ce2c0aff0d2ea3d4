"""Connections to PostgreSQL: a small pool that outlives restarts of the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg
import orjson
from asyncpg.pool import PoolConnectionProxy

from parley.kit.errors import ServiceUnavailable

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Row = asyncpg.Record

PATIENCE_SECONDS = 5.0
"""How long a request waits for a server that is starting up or recovering before it gives up."""

SESSION = {
    "timezone": "UTC",
    "lock_timeout": "5s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "30s",
}

GONE = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.OperatorInterventionError)
"""What a call raises when the server went away under it, or is not there yet."""


class DatabaseUnavailable(ServiceUnavailable):
    """The database cannot be reached at the moment. Try again shortly."""

    code = "SERVICE_UNAVAILABLE"

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "1"})


async def prepare(connection: asyncpg.Connection[asyncpg.Record]) -> None:
    """Lets JSON columns speak Python values."""
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        encoder=lambda value: b"\x01" + orjson.dumps(value),
        decoder=lambda raw: orjson.loads(raw[1:]),
    )


class Database:
    def __init__(self, pool: asyncpg.Pool[asyncpg.Record], dsn: str) -> None:
        self._pool = pool
        self.dsn = dsn

    @classmethod
    async def open(cls, dsn: str, *, connections: int = 8, application: str = "parley") -> Database:
        pool = asyncpg.create_pool(
            dsn,
            min_size=0,
            max_size=connections,
            max_inactive_connection_lifetime=0,
            init=prepare,
            server_settings={**SESSION, "application_name": application},
        )
        await pool
        return cls(pool, dsn)

    async def aclose(self) -> None:
        try:
            await asyncio.wait_for(self._pool.close(), timeout=5)
        except TimeoutError:
            self._pool.terminate()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection outside any transaction: for reads of one statement."""
        held = await self._acquire()
        try:
            yield held
        except GONE as error:
            raise DatabaseUnavailable from error
        finally:
            await self._pool.release(held)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        async with self.connection() as held, held.transaction():
            yield held

    async def fetch(self, query: str, *args: Any) -> list[Row]:
        async with self.connection() as held:
            return await held.fetch(query, *args)

    async def fetchrow(self, query: str, *args: Any) -> Row | None:
        async with self.connection() as held:
            return await held.fetchrow(query, *args)

    async def is_up(self) -> bool:
        try:
            async with asyncio.timeout(2), self._pool.acquire() as held:
                return bool(await held.fetchval("select true"))
        except (TimeoutError, *GONE):
            return False

    async def _acquire(self) -> Connection:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return await self._pool.acquire(timeout=PATIENCE_SECONDS)
            except (TimeoutError, *GONE) as error:
                if time.monotonic() >= give_up:
                    raise DatabaseUnavailable from error
                await asyncio.sleep(0.05)
