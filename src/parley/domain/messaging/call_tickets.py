"""Signed proofs that somebody of the console may call an agent from their browser: good for minutes, to begin."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta

import orjson

from parley.kit.clock import Clock

LIFETIME = timedelta(minutes=5)
PURPOSE = b"parley-call-ticket"
PREFIX = "ticket."
LONGEST = 1024
CLAIMS = 7


@dataclass(frozen=True, slots=True)
class CallTicket:
    key_fingerprint: bytes
    """Of the key that it was given for. The ticket works as long as that does."""
    connector_id: str
    host: str
    """Of the console; empty: it was no browser that asked."""
    conversation: str = ""
    """The id of a call that is to be listened to: such a ticket opens no other."""
    project_id: str = ""
    """Of that call."""
    session: bytes = b""
    """The hash of the console's session that it was given in: listening ends with that. Empty: no session asked."""


class CallTickets:
    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._key = hmac.digest(secret, PURPOSE, hashlib.sha256)
        self._clock = clock

    def mint(self, ticket: CallTicket) -> tuple[str, datetime]:
        """And until when it can be used."""
        until = self._clock.now() + LIFETIME
        claims = [
            ticket.key_fingerprint.hex(),
            ticket.connector_id,
            ticket.host,
            int(until.timestamp()),
            ticket.conversation,
            ticket.project_id,
            ticket.session.hex(),
        ]
        said = _encoded(orjson.dumps(claims))
        return f"{PREFIX}{said}.{self._signature(said)}", until

    def read(self, text: str) -> CallTicket | None:
        """None for what is not one of ours, or has expired."""
        said, _, signature = text.removeprefix(PREFIX).partition(".")
        if not text.startswith(PREFIX) or len(text) > LONGEST or not text.isascii():
            return None
        if not hmac.compare_digest(self._signature(said), signature):
            return None
        claims = orjson.loads(urlsafe_b64decode(said + "=" * (-len(said) % 4)))
        if len(claims) != CLAIMS:  # minutes old, of another version
            return None
        fingerprint, connector_id, host, until, conversation, project_id, session = claims
        if not self._clock.now().timestamp() < until:
            return None
        return CallTicket(
            bytes.fromhex(fingerprint), connector_id, host, conversation, project_id, bytes.fromhex(session)
        )

    def _signature(self, said: str) -> str:
        return _encoded(hmac.digest(self._key, said.encode(), hashlib.sha256))


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
