"""Every SQL statement about accounts and keys."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from parley.domain.accounts.model import Account, Family, Key, Scope
from parley.storage.db import Connection, Database, Row


def _account(row: Row) -> Account:
    return Account(row["id"], row["slug"], row["name"], row["created_at"])


def _key(row: Row) -> Key:
    scope = Scope(
        account_id=row["account_id"],
        project_id=row["project_id"],
        region=row["region"],
        environment=row["environment"],
        variant=row["variant"],
        connector_id=row["connector_id"],
        settings=row["settings"],
        project_ids=None if row["project_ids"] is None else frozenset(row["project_ids"]),
    )
    return Key(
        id=row["id"],
        family=Family(row["family"]),
        scope=scope,
        hint=row["hint"],
        name=row["name"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        last_used_at=row["last_used_at"],
        successor_id=row["successor_id"],
        permissions=frozenset(map(Family, row["permissions"] or ())),
    )


async def insert_account(tx: Connection, account_id: str, slug: str, name: str) -> Account | None:
    """None when the id or the slug is taken."""
    row = await tx.fetchrow(
        "insert into accounts (id, slug, name) values ($1, $2, $3) on conflict do nothing returning *",
        account_id, slug, name,
    )  # fmt: skip
    return _account(row) if row else None


async def find_account(db: Database | Connection, slug: str, ids: list[str]) -> Account | None:
    row = await db.fetchrow("select * from accounts where slug = $1 or id = any($2)", slug, ids)
    return _account(row) if row else None


async def lock_account(tx: Connection, account_id: str) -> None:
    """What is limited by account is added one after the other: whoever else would add to it waits."""
    await tx.execute("select from accounts where id = $1 for no key update", account_id)


async def list_accounts(tx: Connection) -> list[Account]:
    return [_account(row) for row in await tx.fetch("select * from accounts order by created_at, id")]


async def insert_key(tx: Connection, key: Key, fingerprint: bytes) -> None:
    scope = key.scope
    await tx.execute(
        """
        insert into keys (id, family, hash, hint, name, account_id, project_id, region, environment, variant,
                          connector_id, settings, created_at, expires_at, permissions, project_ids)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
        """,
        key.id, key.family, fingerprint, key.hint, key.name, scope.account_id, scope.project_id, scope.region,
        scope.environment, scope.variant, scope.connector_id, dict(scope.settings), key.created_at, key.expires_at,
        sorted(key.permissions) or None, None if scope.project_ids is None else sorted(scope.project_ids),
    )  # fmt: skip


async def find_key(db: Database | Connection, fingerprint: bytes) -> Key | None:
    row = await db.fetchrow("select * from keys where hash = $1", fingerprint)
    return _key(row) if row else None


async def lock_key(tx: Connection, key_id: UUID) -> Key | None:
    row = await tx.fetchrow("select * from keys where id = $1 for update", key_id)
    return _key(row) if row else None


async def list_keys(tx: Connection, account_id: str | None, family: Family | None) -> list[Key]:
    rows = await tx.fetch(
        """
        select * from keys where ($1::text is null or account_id = $1) and ($2::text is null or family = $2)
        order by created_at, id
        """,
        account_id, family,
    )  # fmt: skip
    return [_key(row) for row in rows]


async def set_revoked(tx: Connection, key_id: UUID, at: datetime) -> None:
    await tx.execute("update keys set revoked_at = $2 where id = $1 and revoked_at is null", key_id, at)


async def set_successor(tx: Connection, key_id: UUID, successor_id: UUID, works_until: datetime) -> None:
    # A rotation never prolongs a key. `least` passes over null, so one without an end gets one.
    await tx.execute(
        "update keys set expires_at = least(expires_at, $3), successor_id = $2 where id = $1",
        key_id, successor_id, works_until,
    )  # fmt: skip


async def touch_keys(tx: Connection, used: Iterable[tuple[UUID, datetime]]) -> None:
    ids, moments = zip(*used, strict=True)
    # Processes write at any moment: none may turn the time back, and in the order of ids none waits for the other.
    await tx.execute(
        """
        with locked as (
            select keys.id, used.at from keys join unnest($1::uuid[], $2::timestamptz[]) as used (id, at) using (id)
            order by keys.id for no key update of keys
        )
        update keys set last_used_at = greatest(last_used_at, locked.at) from locked where keys.id = locked.id
        """,
        list(ids), list(moments),
    )  # fmt: skip


async def delete_dead_keys(tx: Connection, before: datetime) -> int:
    deleted: int = await tx.fetchval(
        """
        with gone as (delete from keys where least(revoked_at, expires_at) < $1 returning 1) select count(*) from gone
        """,
        before,
    )
    return deleted
