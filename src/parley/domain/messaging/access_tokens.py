"""Signed proofs that a client may open sessions of a connector: JSON web tokens that every node can check by itself."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta

import jwt
from jwt.types import Options

from parley.kit.clock import Clock

LIFETIME = timedelta(hours=24)
ALGORITHM = "HS256"
AUDIENCE = "parley-messaging"
LONGEST = 4096
# The time is ours to give.
OPTIONS: Options = {"require": ["exp", "sub"], "verify_exp": False, "verify_iat": False, "verify_nbf": False}


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
        """None for what is not one of ours, or has expired."""
        if len(text) > LONGEST:
            return None
        try:
            claims = jwt.decode(text, self._key, [ALGORITHM], audience=AUDIENCE, options=OPTIONS)
            if not self._clock.now().timestamp() < float(claims["exp"]):
                return None
            return AccessToken(urlsafe_b64decode(claims["sub"]), str(claims["host"]))
        except (jwt.InvalidTokenError, ValueError, KeyError, TypeError):
            return None
