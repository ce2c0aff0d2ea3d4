"""Signatures: two schemes from one secret, so that a receiver can use whichever it has a library for.

`<prefix>Signature`   hex HMAC-SHA256 of `{timestamp}.{body}`; the key is the secret as it is written
`webhook-signature`   Standard Webhooks: base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`; the key is what the secret
                      stands for in base64. During a rotation it carries one signature for each secret.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence

from parley.kit.ids import BASE62

PREFIX = "whsec_"
WIDTH = 44
"""262 random bits. Letters and digits alone mean the same in every kind of base64, and 44 of them need no padding."""


def mint_secret() -> str:
    return PREFIX + "".join(secrets.choice(BASE62) for _ in range(WIDTH))


def signature(secret: str, timestamp: int, body: bytes) -> str:
    return hmac.digest(secret.encode(), f"{timestamp}.".encode() + body, "sha256").hex()


def standard_signature(secret: str, event_id: str, timestamp: int, body: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX), validate=True)
    digest = hmac.digest(key, f"{event_id}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{b64encode(digest).decode()}"


def signed_headers(prefix: str, valid: Sequence[str], event_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """`valid` are the secrets of this moment, the newest first."""
    return {
        f"{prefix}Timestamp": str(timestamp),
        # One signature only, also during a rotation: verifiers of this header take its value as a whole.
        f"{prefix}Signature": signature(valid[0], timestamp, body),
        f"{prefix}Event-ID": event_id,
        "webhook-id": event_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(standard_signature(secret, event_id, timestamp, body) for secret in valid),
    }
