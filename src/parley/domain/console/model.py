"""Sessions of the console as values: how long they last, and what their secrets look like."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.ids import base62

IDLE = timedelta(hours=12)
"""A session that nobody used for so long is over."""
LIFETIME = timedelta(days=7)
LINK_LIFETIME = timedelta(hours=1)
SESSIONS_OF_A_KEY = 100
"""The oldest ends when there is one more."""
SECRET_BITS = 256
SECRET_LENGTH = 43


class SignInRefused(ParleyError):
    """This does not sign anybody in: it is not known, was used, has expired or was revoked."""

    status = 401


class TooManySignIns(ParleyError):
    """Too many attempts to sign in from this address failed. Try again when the minute is over."""

    status = 429


class CsrfTokenInvalid(ParleyError):
    """A request that changes something needs the session's token in the header x-csrf-token."""

    status = 403


class OriginForbidden(ParleyError):
    """A session is for pages of this address alone."""

    status = 403


class RoleInsufficient(ParleyError):
    """Your role does not allow this."""

    status = 403


@dataclass(frozen=True, slots=True)
class Session:
    id: UUID
    key_id: UUID
    key_fingerprint: bytes
    """The session works as long as the key does."""
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None

    def is_open_at(self, moment: datetime, last_seen_at: datetime) -> bool:
        return self.revoked_at is None and moment < min(self.expires_at, last_seen_at + IDLE)


def new_secret(bits: int) -> str:
    """`bits` are random."""
    return base62(bits, SECRET_LENGTH)


def secret_hash(secret: str) -> bytes:
    """What is stored: nobody can guess 256 random bits, however quick the hash."""
    return hashlib.sha256(secret.encode()).digest()


def csrf_token(secret: str) -> str:
    """Follows from the secret of the session, which scripts cannot read, and tells nothing about it."""
    return hashlib.sha256(b"csrf:" + secret.encode()).hexdigest()


def is_csrf_token(secret: str, sent: str) -> bool:
    return hmac.compare_digest(csrf_token(secret).encode(), sent.encode())
