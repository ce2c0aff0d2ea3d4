"""How far the log of a server has come, or how far a replica has replayed that of its primary."""

from __future__ import annotations

from dataclasses import dataclass

from parley.storage.db import Database


@dataclass(frozen=True, slots=True)
class Position:
    system: int
    database: int
    """Which database of which cluster it is: the same on a primary and its replicas."""
    lsn: int
    """Of a primary: all that was acknowledged is before it. Of a replica: all before it can be read."""
    follows: bool
    """It replays the log of another. One that was promoted does not."""


async def read_position(db: Database) -> Position:
    row = await db.fetchrow(
        """
        select system_identifier as system, d.oid::bigint as database, pg_is_in_recovery() as follows,
               (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end
                - '0/0')::bigint as lsn
        from pg_control_system(), pg_database as d where d.datname = current_database()
        """
    )
    assert row is not None, "a session is in a database, and its server has one control file"
    return Position(**dict(row))
