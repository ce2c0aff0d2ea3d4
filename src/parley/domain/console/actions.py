"""Signing in and out. Every end of a session is announced, so that no process goes on with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.accounts.model import Family, Key
from parley.domain.accounts.secrets import fingerprint
from parley.domain.accounts.store import find_key
from parley.domain.audit import actions as audit
from parley.domain.audit import store as audit_store
from parley.domain.audit.model import Actor, ActorKind, Kind, Verb
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
from parley.kit.ids import random_bits, uuid7, uuid7_at
from parley.storage.db import Connection
from parley.storage.signals import notify

SESSIONS_CHANGED = "parley_console_sessions"
FORGET_SESSIONS = "console.forget_sessions"
REFUSALS_APART = timedelta(minutes=10)
ALL_SESSIONS = "all"
"""What the audit log says instead of a key whose sessions ended."""


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


async def record_refusal(tx: Connection, secret: str, now: datetime) -> None:
    """A key that is of some account, but signs nobody in (any more), was tried. What is no key at all leaves nothing,
    and however often one is tried, there is one entry in ten minutes: a stranger must not fill the log."""
    key = await find_key(tx, fingerprint(secret))
    if key is None:
        return
    account_id, subject = key.scope.account_id, str(key.id)
    if not await audit_store.was_recorded(tx, account_id, Verb.REFUSED, subject, uuid7_at(now - REFUSALS_APART)):
        await audit.act_as(tx, key_actor(key))
        await audit.record(tx, account_id, Verb.REFUSED, Kind.SESSION, subject)


async def make_link(tx: Connection, key_id: UUID, now: datetime) -> str:
    """The secret of a link that signs somebody in with this key, once."""
    secret = new_secret(random_bits(SECRET_BITS))
    await store.insert_link(tx, secret_hash(secret), key_id, now, now + LINK_LIFETIME)
    return secret


async def sign_out(tx: Connection, session: Session, key: Key, now: datetime) -> None:
    await store.revoke_session(tx, session.id, now)
    await audit.record(tx, key.scope.account_id, Verb.SIGNED_OUT, Kind.SESSION, session.id)
    await notify(tx, SESSIONS_CHANGED)


async def end_others(tx: Connection, session: Session, key: Key, key_id: UUID | None, now: datetime) -> int:
    """Ends all other sessions of the account, or those of one of its keys."""
    account_id = key.scope.account_id
    ended = await store.revoke_others(tx, account_id, key_id, session.id, now)
    await audit.record(tx, account_id, Verb.REVOKED, Kind.SESSION, ALL_SESSIONS if key_id is None else key_id)
    await notify(tx, SESSIONS_CHANGED)
    return ended


def key_actor(key: Key) -> Actor:
    return Actor(ActorKind.KEY, key.id, key.name or key.hint, key.role)


async def _sign_in(tx: Connection, key_fingerprint: bytes, now: datetime) -> SignedIn:
    key = await find_key(tx, key_fingerprint)
    # One answer for all of it: whoever tries out keys must not learn that one is good for something else.
    if key is None or key.family is not Family.CONSOLE or not key.works_at(now):
        raise SignInRefused
    secret = new_secret(random_bits(SECRET_BITS))
    session = Session(uuid7(), key.id, key_fingerprint, now, now, now + LIFETIME)
    await store.insert_session(tx, session, secret_hash(secret))
    await store.revoke_oldest(tx, key.id, SESSIONS_OF_A_KEY, now)
    await audit.act_as(tx, key_actor(key))
    await audit.record(tx, key.scope.account_id, Verb.SIGNED_IN, Kind.SESSION, session.id)
    await notify(tx, SESSIONS_CHANGED)
    return SignedIn(session, key, secret)
