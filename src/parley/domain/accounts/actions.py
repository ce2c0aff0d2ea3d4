"""What the operator does with accounts and keys. Every change is announced, so that no process keeps an old key."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.accounts import store
from parley.domain.accounts.model import (
    ACCOUNT_PREFIXES,
    Account,
    AccountNotFound,
    Family,
    Key,
    KeyNotFound,
    KeyRotated,
    Scope,
    SlugTaken,
    check_id,
    check_scope,
    check_slug,
    spellings,
)
from parley.domain.accounts.secrets import fingerprint, hint, mint_key
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.kit.ids import random_hex, uuid7
from parley.storage.db import Connection
from parley.storage.signals import notify

KEYS_CHANGED = "parley_keys"
FORGET_DEAD_KEYS = "accounts.forget_dead_keys"
DEAD_KEYS_KEPT = timedelta(days=90)
"""Until then somebody may ask why a key stopped working."""


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A new key and its secret: the only moment at which both are known."""

    key: Key
    secret: str


async def create_account(tx: Connection, slug: str, name: str | None = None, account_id: str | None = None) -> Account:
    new_id = check_id(account_id, ACCOUNT_PREFIXES) if account_id else f"{ACCOUNT_PREFIXES[0]}{random_hex(8)}"
    # Two spellings of an id mean the same account, which no unique index knows.
    if await store.find_account(tx, slug, spellings(new_id, ACCOUNT_PREFIXES)) is not None:
        raise SlugTaken(f"There is an account '{slug}' (or {new_id}) already.")
    account = await store.insert_account(tx, new_id, check_slug(slug), name or slug)
    if account is None:  # somebody was faster between the two statements
        raise SlugTaken(f"There is an account '{slug}' (or {new_id}) already.")
    await audit.record(tx, account.id, Verb.CREATED, Kind.ACCOUNT, account.id)
    return account


async def get_account(tx: Connection, reference: str) -> Account:
    account = await store.find_account(tx, reference, spellings(reference, ACCOUNT_PREFIXES))
    if account is None:
        raise AccountNotFound(f"There is no account '{reference}'.")
    return account


async def issue_key(
    tx: Connection,
    family: Family,
    scope: Scope,
    now: datetime,
    *,
    name: str = "",
    lifetime: timedelta | None = None,
    permissions: Collection[Family] = (),
) -> IssuedKey:
    """`permissions` are those of an `api` key; every other opens its own family."""
    check_scope(family, scope, permissions)
    secret = mint_key(family)
    key = Key(
        id=uuid7(),
        family=family,
        scope=scope,
        hint=hint(secret),
        name=name,
        created_at=now,
        expires_at=now + lifetime if lifetime is not None else None,
        permissions=frozenset(permissions),
    )
    # Not announced: caches keep nothing about keys that they did not find.
    await store.insert_key(tx, key, fingerprint(secret))
    await _record(tx, Verb.ISSUED, key)
    return IssuedKey(key, secret)


async def revoke_key(tx: Connection, key_id: UUID, now: datetime) -> Key:
    key = await _lock_key(tx, key_id)
    if key.revoked_at is None:
        await store.set_revoked(tx, key_id, now)
        await _record(tx, Verb.REVOKED, key)
    await notify(tx, KEYS_CHANGED)
    return replace(key, revoked_at=key.revoked_at or now)


async def rotate_key(tx: Connection, key_id: UUID, now: datetime, overlap: timedelta) -> IssuedKey:
    """Issues a successor with the same scope; the old key goes on working for `overlap`."""
    old = await _lock_key(tx, key_id)
    if not old.works_at(now):
        raise KeyNotFound(f"Key {key_id} is {old.status_at(now)}: only a working key can be rotated.")
    if old.successor_id is not None:
        raise KeyRotated(f"Key {key_id} was rotated already: rotate its successor {old.successor_id}.")
    lifetime = old.expires_at - old.created_at if old.expires_at is not None else None
    successor = await issue_key(
        tx, old.family, old.scope, now, name=old.name, lifetime=lifetime, permissions=old.permissions
    )
    await store.set_successor(tx, key_id, successor.key.id, now + overlap)
    await _record(tx, Verb.ROTATED, old)
    await notify(tx, KEYS_CHANGED)
    return successor


async def forget_dead_keys(tx: Connection, now: datetime) -> int:
    """Removes keys that were revoked or expired long ago. How many there were."""
    return await store.delete_dead_keys(tx, now - DEAD_KEYS_KEPT)


async def _record(tx: Connection, verb: Verb, key: Key) -> None:
    await audit.record(tx, key.scope.account_id, verb, Kind.KEY, key.id, project_id=key.scope.project_id)


async def _lock_key(tx: Connection, key_id: UUID) -> Key:
    key = await store.lock_key(tx, key_id)
    if key is None:
        raise KeyNotFound(f"There is no key {key_id}.")
    return key
