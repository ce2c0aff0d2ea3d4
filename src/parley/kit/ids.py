"""Identifiers: sortable UUIDs for rows, base62 tokens for what people see and copy."""

from __future__ import annotations

import os
import random
import secrets
import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

VARIANT = {digit: "89ab"[number % 4] for number, digit in enumerate("0123456789abcdef")}
"""The first digit of a UUID's fourth group says by which rules it was made."""


def uuid7() -> UUID:
    """A time-ordered UUID (RFC 9562): 48 bits of milliseconds, 12 of the millisecond's fraction, 62 random."""
    return _uuid7(time.time_ns())


def uuid7_at(moment: datetime) -> UUID:
    """A UUID of that moment."""
    return _uuid7((moment - EPOCH) // MICROSECOND * 1000)


def _uuid7(nanoseconds: int) -> UUID:
    milliseconds, rest = divmod(nanoseconds, 1_000_000)
    fraction = (rest << 12) // 1_000_000
    tail = int.from_bytes(os.urandom(8)) & 0x3FFF_FFFF_FFFF_FFFF
    return UUID(int=milliseconds << 80 | 0x7 << 76 | fraction << 64 | 0b10 << 62 | tail)


def trace_id() -> str:
    """A version 4 UUID to follow a request by: unique but not secret, so the system is not asked for randomness, which
    takes longer, and every request gets one."""
    text = random.getrandbits(128).to_bytes(16).hex()
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-{VARIANT[text[16]]}{text[17:20]}-{text[20:]}"


def base62(number: int, width: int) -> str:
    digits = []
    for _ in range(width):
        number, digit = divmod(number, 62)
        digits.append(BASE62[digit])
    return "".join(reversed(digits))


def random_hex(width: int) -> str:
    return secrets.token_hex((width + 1) // 2)[:width]


def random_bits(count: int) -> int:
    """A number of at most so many bits."""
    return secrets.randbits(count)


def random_code(letters: str, width: int) -> str:
    return "".join(secrets.choice(letters) for _ in range(width))
