"""Every SQL statement about sessions of the console and the links that begin them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from parley.domain.console.model import IDLE, Session
from parley.storage.db import Connection, Database, Row


def _session(row: Row) -> Session:
    return Session(**dict(row))


async def insert_session(tx: Connection, session: Session, fingerprint: bytes) -> None:
    await tx.execute(
        """
        insert into console_sessions (id, hash, key_id, created_at, last_seen_at, expires_at)
        values ($1, $2, $3, $4, $5, $6)
        """,
        session.id, fingerprint, session.key_id, session.created_at, session.last_seen_at, session.expires_at,
    )  # fmt: skip


async def find_session(db: Database | Connection, fingerprint: bytes) -> Session | None:
    row = await db.fetchrow(
        """
        select s.id, s.key_id, k.hash as key_fingerprint, s.created_at, s.last_seen_at, s.expires_at, s.revoked_at
        from console_sessions as s join keys as k on k.id = s.key_id where s.hash = $1
        """,
        fingerprint,
    )
    return _session(row) if row else None


async def list_open(db: Database | Connection, account_id: str, now: datetime, limit: int) -> list[Row]:
    """(id, key_id, key_name, settings, created_at, last_seen_at, expires_at) of those whose key works, newest first."""
    return await db.fetch(
        """
        select s.id, s.key_id, k.name as key_name, k.settings, s.created_at, s.last_seen_at, s.expires_at
        from console_sessions as s join keys as k on k.id = s.key_id
        where k.account_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
            and s.revoked_at is null and s.expires_at > $2 and s.last_seen_at > $3
        order by s.created_at desc, s.id limit $4
        """,
        account_id, now, now - IDLE, limit,
    )  # fmt: skip


async def revoke_session(tx: Connection, session_id: UUID, now: datetime) -> None:
    await tx.execute(
        "update console_sessions set revoked_at = $2 where id = $1 and revoked_at is null", session_id, now
    )


async def revoke_others(tx: Connection, account_id: str, key_id: UUID | None, kept: UUID, now: datetime) -> int:
    """Ends those of the account, or of one of its keys, but `kept`. How many there were."""
    revoked: int = await tx.fetchval(
        """
        with gone as (
            update console_sessions as s set revoked_at = $4 from keys as k
            where k.id = s.key_id and k.account_id = $1 and ($2::uuid is null or k.id = $2) and s.id <> $3
                and s.revoked_at is null
            returning 1
        )
        select count(*) from gone
        """,
        account_id, key_id, kept, now,
    )  # fmt: skip
    return revoked


async def revoke_oldest(tx: Connection, key_id: UUID, kept: int, now: datetime) -> None:
    """Ends all sessions of a key but the newest."""
    await tx.execute(
        """
        update console_sessions set revoked_at = $3 where id in (
            select id from console_sessions where key_id = $1 and revoked_at is null
            order by created_at desc, id desc offset $2
        )
        """,
        key_id, kept, now,
    )  # fmt: skip


async def touch_sessions(tx: Connection, used: Iterable[tuple[UUID, datetime]]) -> None:
    ids, moments = zip(*used, strict=True)
    # In the order of ids, so that no two processes wait for each other.
    await tx.execute(
        """
        with locked as (
            select s.id, used.at from console_sessions as s
                join unnest($1::uuid[], $2::timestamptz[]) as used (id, at) using (id)
            order by s.id for no key update of s
        )
        update console_sessions as s set last_seen_at = greatest(last_seen_at, locked.at) from locked
        where s.id = locked.id
        """,
        list(ids), list(moments),
    )  # fmt: skip


async def insert_link(tx: Connection, fingerprint: bytes, key_id: UUID, now: datetime, expires_at: datetime) -> None:
    await tx.execute(
        "insert into console_links (hash, key_id, created_at, expires_at) values ($1, $2, $3, $4)",
        fingerprint, key_id, now, expires_at,
    )  # fmt: skip


async def use_link(tx: Connection, fingerprint: bytes, now: datetime) -> bytes | None:
    """The fingerprint of the key that the link was made for; None for every link that is not there any more."""
    found: bytes | None = await tx.fetchval(
        """
        with used as (delete from console_links where hash = $1 and expires_at > $2 returning key_id)
        select k.hash from used join keys as k on k.id = used.key_id
        """,
        fingerprint, now,
    )  # fmt: skip
    return found


async def forget_over(tx: Connection, now: datetime) -> None:
    """Removes sessions that are over and links that have expired."""
    await tx.execute(
        "delete from console_sessions where least(revoked_at, expires_at, last_seen_at + $2) < $1", now, IDLE
    )
    await tx.execute("delete from console_links where expires_at < $1", now)
