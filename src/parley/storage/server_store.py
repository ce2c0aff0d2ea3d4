"""What a database server says of itself, for those who look whether it is fit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import asyncpg

from parley.storage.db import Connection

Link: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


@dataclass(frozen=True, slots=True)
class ServerFacts:
    version: int
    """As a number: 180001 is 18.1."""
    fsync: str
    synchronous_commit: str
    full_page_writes: str
    connections: int
    """Most of them."""
    in_use: int
    bytes_used: int
    now: datetime
    migrations: frozenset[int]
    """Numbers of those that were applied; none before the first start."""
    breaking: frozenset[int] = frozenset()
    """Those of them that a release which does not know them cannot work with."""


async def read_facts(connection: Connection) -> ServerFacts:
    row = await connection.fetchrow(
        "select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,"
        " current_setting('synchronous_commit') as synchronous_commit,"
        " current_setting('full_page_writes') as full_page_writes,"
        " current_setting('max_connections')::int as connections,"
        " (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as in_use,"
        " pg_database_size(current_database()) as bytes_used, clock_timestamp() as now,"
        " to_regclass('schema_migrations') is not null as is_migrated"
    )
    assert row is not None
    facts = dict(row)
    # The column is not there before the first start of a version that knows it.
    migrations = (
        "select number, coalesce(to_jsonb(m) ->> 'is_additive' = 'true', false) as adds from schema_migrations m"
    )
    applied = await connection.fetch(migrations) if facts.pop("is_migrated") else []
    return ServerFacts(
        **facts,
        migrations=frozenset(each["number"] for each in applied),
        breaking=frozenset(each["number"] for each in applied if not each["adds"]),
    )


async def session_pid(link: Link) -> int:
    """The server's process that answers at this moment."""
    pid: int = await link.fetchval("select pg_backend_pid()")
    return pid
