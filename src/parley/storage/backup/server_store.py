"""What the server that is backed up says of itself, and the place in its log that it keeps for us."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import asyncpg

SLOT = "parley_backup"

Link: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


@dataclass(frozen=True, slots=True)
class ServerIdentity:
    system: str
    segment: str
    """That it writes now; empty on a standby."""
    version: int
    segment_size: int
    database: str
    owner: str
    may_replicate: bool

    @property
    def timeline(self) -> int:
        return int(self.segment[:8], 16)


async def read_identity(link: Link) -> ServerIdentity:
    row = await link.fetchrow(
        """
        select system_identifier::text as system,
               case when pg_is_in_recovery() then '' else pg_walfile_name(pg_current_wal_flush_lsn()) end as segment,
               current_setting('server_version_num')::int / 10000 as version,
               (select setting::int from pg_settings where name = 'wal_segment_size') as segment_size,
               current_database()::text as database,
               (select rolname::text from pg_roles r join pg_database d on d.datdba = r.oid
                where d.datname = current_database()) as owner,
               (select rolreplication or rolsuper from pg_roles where rolname = current_user) as may_replicate
        from pg_control_system()
        """
    )
    assert row is not None
    return ServerIdentity(**dict(row))


async def total_bytes(link: Link) -> int | None:
    """None: this role may not know."""
    try:
        size: int = await link.fetchval("select sum(pg_database_size(oid))::bigint from pg_database")
    except asyncpg.InsufficientPrivilegeError:
        return None
    return size


async def hold_log(link: Link, name: str) -> None:
    """The server keeps its log from here on for as long as this connection lasts."""
    await link.execute("select pg_create_physical_replication_slot($1, true, true)", name)


async def slot_state(link: Link, name: str) -> str | None:
    """`wal_status`: reserved, extended, unreserved, or lost; None: there is no such slot."""
    found: str | None = await link.fetchval(
        "select coalesce(wal_status, 'reserved') from pg_replication_slots where slot_name = $1", name
    )
    return found


async def create_slot(link: Link, name: str) -> None:
    await link.execute("select pg_create_physical_replication_slot($1, true)", name)


async def drop_slot(link: Link, name: str) -> None:
    """Unless somebody uses it."""
    await link.execute(
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active", name
    )


async def flushed(link: Link) -> tuple[datetime, int]:
    """A moment, and how far the log is on the server's disk after it: what was acknowledged before is in there."""
    at: datetime = await link.fetchval("select clock_timestamp()")
    lsn: int = await link.fetchval("select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint")
    return at, lsn


async def received(link: Link, name: str) -> int | None:
    """How far our receiver has written; None while there is none."""
    found: int | None = await link.fetchval(
        """
        select (r.write_lsn - '0/0'::pg_lsn)::bigint
        from pg_replication_slots s join pg_stat_replication r on r.pid = s.active_pid where s.slot_name = $1
        """,
        name,
    )
    return found
