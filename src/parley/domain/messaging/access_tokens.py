"""Signed proofs that a client may open sessions of a connector: JSON web tokens that every node can check by itself."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta

import jwt
import orjson

from parley.kit.clock import Clock

LIFETIME = timedelta(hours=24)
ALGORITHM = "HS256"
AUDIENCE = "parley-messaging"
LONGEST = 4096


@dataclass(frozen=True, slots=True)
class AccessToken:
    key_fingerprint: bytes
    """Of the connector's token. The token works as long as that does."""
    host: str


class AccessTokens:
    def __init__(self, secret: bytes, clock: Clock) -> None:
        # What signs tokens encrypts nothing, and the other way round.
        self._key = hmac.digest(secret, AUDIENCE.encode(), hashlib.sha256)
        self._clock = clock

    def mint(self, token: AccessToken) -> str:
        now = self._clock.now()
        claims = {
            "aud": AUDIENCE,
            "sub": urlsafe_b64encode(token.key_fingerprint).decode(),
            "host": token.host,
            "iat": int(now.timestamp()),
            "exp": int((now + LIFETIME).timestamp()),
        }
        return jwt.encode(claims, self._key, ALGORITHM)

    def read(self, text: str) -> AccessToken | None:
        """None for what is not one of ours, or has expired. Whatever bears our signature we have minted: nothing in it
        need be asked which algorithm it was made with. When a node has died thousands come at once, each with one."""
        signed, _, signature = text.encode()[: LONGEST + 1].rpartition(b".")
        if len(text) > LONGEST or not hmac.compare_digest(self._signature(signed), signature):
            return None
        claims = orjson.loads(_decoded(signed.partition(b".")[2]))
        if not self._clock.now().timestamp() < claims["exp"]:
            return None
        return AccessToken(urlsafe_b64decode(claims["sub"]), claims["host"])

    def _signature(self, signed: bytes) -> bytes:
        return urlsafe_b64encode(hmac.digest(self._key, signed, hashlib.sha256)).rstrip(b"=")


def _decoded(part: bytes) -> bytes:
    """Tokens leave out what base64 is padded with."""
    return urlsafe_b64decode(part + b"=" * (-len(part) % 4))
