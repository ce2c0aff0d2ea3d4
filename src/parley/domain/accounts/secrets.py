"""The form of a key: `pk_<kind>_<43 characters><6 characters>`: 256 random bits and a checksum.

The kind tells a person (and a secret scanner) what was leaked; the checksum turns a mistyped key away unread.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import zlib
from functools import lru_cache

from parley.domain.accounts.model import Family
from parley.kit.ids import base62

KIND_BY_FAMILY = {
    Family.CHAT: "chat",
    Family.CHAT_TOKEN: "token",
    Family.CONVERSATIONS: "conv",
    Family.CONCURRENCY: "conc",
    Family.OUTBOUND: "out",
    Family.EXTERNAL_EVENTS: "event",
    Family.DNI: "dni",
    Family.HANDOFF: "handoff",
    Family.BUILD: "build",
    Family.MESSAGING: "msg",
    Family.DESK: "desk",
    Family.CONSOLE: "console",
    Family.API: "api",
}
# Characters of base62: 43 hold 256 bits, 6 hold a CRC-32.
BODY = 43
CHECK = 6
FAMILIES = {kind: family for family, kind in KIND_BY_FAMILY.items()}
FORM = re.compile(rf"pk_({'|'.join(FAMILIES)})_[0-9A-Za-z]{{{BODY + CHECK}}}")


def mint_key(family: Family) -> str:
    start = f"pk_{KIND_BY_FAMILY[family]}_" + base62(secrets.randbits(256), BODY)
    return start + _checksum(start)


def parse_family(secret: str) -> Family | None:
    """The family that a well-formed key claims; None for anything that is not one of our keys."""
    form = FORM.fullmatch(secret)
    if form is None or _checksum(secret[:-CHECK]) != secret[-CHECK:]:
        return None
    return FAMILIES[form[1]]


@lru_cache(maxsize=4096)
def known_fingerprint(secret: str) -> bytes | None:
    """The fingerprint of a well-formed key; None for anything else. Cached: every request of a client brings the same
    key."""
    return None if parse_family(secret) is None else fingerprint(secret)


def fingerprint(secret: str) -> bytes:
    """What is stored. A plain hash is right here: 256 random bits cannot be guessed, and it costs a microsecond."""
    return hashlib.sha256(secret.encode()).digest()


def hint(secret: str) -> str:
    """Enough to recognise a key by, too little to use it."""
    return f"{secret[: -BODY - CHECK]}…{secret[-CHECK - 2 : -CHECK]}"


def _checksum(start: str) -> str:
    return base62(zlib.crc32(start.encode()), CHECK)
