"""Signing in and out. Every end of a session is announced, so that no process goes on with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from parley.domain.accounts.model import Family, Key
from parley.domain.accounts.secrets import fingerprint
from parley.domain.accounts.store import find_key
from parley.domain.console import store
from parley.domain.console.model import (
    LIFETIME,
    LINK_LIFETIME,
    SECRET_BITS,
    SESSIONS_OF_A_KEY,
    Session,
    SignInRefused,
    new_secret,
    secret_hash,
)
from parley.kit.ids import random_bits, uuid7
from parley.storage.db import Connection
from parley.storage.signals import notify

SESSIONS_CHANGED = "parley_console_sessions"
FORGET_SESSIONS = "console.forget_sessions"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session and its secret: the only moment at which both are known."""

    session: Session
    key: Key
    secret: str


async def sign_in_with_key(tx: Connection, secret: str, now: datetime) -> SignedIn:
    return await _sign_in(tx, fingerprint(secret), now)


async def sign_in_with_link(tx: Connection, secret: str, now: datetime) -> SignedIn:
    found = await store.use_link(tx, secret_hash(secret), now)
    if found is None:
        raise SignInRefused
    return await _sign_in(tx, found, now)


async def make_link(tx: Connection, key_id: UUID, now: datetime) -> str:
    """The secret of a link that signs somebody in with this key, once."""
    secret = new_secret(random_bits(SECRET_BITS))
    await store.insert_link(tx, secret_hash(secret), key_id, now, now + LINK_LIFETIME)
    return secret


async def sign_out(tx: Connection, session: Session, now: datetime) -> None:
    await store.revoke_session(tx, session.id, now)
    await notify(tx, SESSIONS_CHANGED)


async def end_others(tx: Connection, session: Session, key: Key, key_id: UUID | None, now: datetime) -> int:
    """Ends all other sessions of the account, or those of one of its keys."""
    ended = await store.revoke_others(tx, key.scope.account_id, key_id, session.id, now)
    await notify(tx, SESSIONS_CHANGED)
    return ended


async def _sign_in(tx: Connection, key_fingerprint: bytes, now: datetime) -> SignedIn:
    key = await find_key(tx, key_fingerprint)
    # One answer for all of it: whoever tries out keys must not learn that one is good for something else.
    if key is None or key.family is not Family.CONSOLE or not key.works_at(now):
        raise SignInRefused
    secret = new_secret(random_bits(SECRET_BITS))
    session = Session(uuid7(), key.id, key_fingerprint, now, now, now + LIFETIME)
    await store.insert_session(tx, session, secret_hash(secret))
    await store.revoke_oldest(tx, key.id, SESSIONS_OF_A_KEY, now)
    await notify(tx, SESSIONS_CHANGED)
    return SignedIn(session, key, secret)
