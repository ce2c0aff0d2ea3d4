"""The form of a key: `pk_<kind>_<43 characters><6 characters>`: 256 random bits and a checksum.

The kind tells a person (and a secret scanner) what was leaked; the checksum turns a mistyped key away unread.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib

from parley.domain.accounts.model import Family
from parley.kit.ids import BASE62, base62

KINDS = {
    Family.CHAT: "chat",
    Family.CHAT_TOKEN: "token",
    Family.CONVERSATIONS: "conv",
    Family.CONCURRENCY: "conc",
    Family.OUTBOUND: "out",
    Family.EXTERNAL_EVENTS: "event",
    Family.DNI: "dni",
    Family.HANDOFF: "handoff",
    Family.BUILD: "build",
}
PREFIXES = {f"pk_{kind}_": family for family, kind in KINDS.items()}
BODY = 43
CHECK = 6


def mint(family: Family) -> str:
    start = f"pk_{KINDS[family]}_" + base62(secrets.randbits(256), BODY)
    return start + _checksum(start)


def family_of(secret: str) -> Family | None:
    """The family that a well-formed key claims; None for anything that is not one of our keys."""
    start, check = secret[:-CHECK], secret[-CHECK:]
    prefix, body = start[:-BODY], start[-BODY:]
    if len(body) != BODY or not secret.isascii() or _checksum(start) != check or not set(body) <= set(BASE62):
        return None
    return PREFIXES.get(prefix)


def fingerprint(secret: str) -> bytes:
    """What is stored. A plain hash is right here: 256 random bits cannot be guessed, and it costs a microsecond."""
    return hashlib.sha256(secret.encode()).digest()


def hint(secret: str) -> str:
    """Enough to recognise a key by, too little to use it."""
    return f"{secret[: -BODY - CHECK]}…{secret[-CHECK - 2 : -CHECK]}"


def _checksum(start: str) -> str:
    return base62(zlib.crc32(start.encode("utf-8", "replace")), CHECK)
