"""Reads the fields of a stream's messages, which come from outside: nothing about them is taken for granted."""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import Any

import orjson

from parley.telephony.streams.codecs import L16, PCMA, PCMU, AudioFormat

ENCODINGS = {
    "audio/x-mulaw": PCMU,
    "audio/pcmu": PCMU,
    "pcmu": PCMU,
    "audio/x-alaw": PCMA,
    "pcma": PCMA,
    "audio/x-l16": L16,
    "l16": L16,
}
LONGEST_ID = 256
KEYS = frozenset("0123456789*#ABCD")


def read_object(text: str) -> dict[str, Any]:
    """Raises `ValueError`."""
    found = orjson.loads(text)
    if not isinstance(found, dict):
        raise ValueError("is no object")
    return found


def part(message: dict[str, Any], name: str) -> dict[str, Any]:
    found = message.get(name)
    return found if isinstance(found, dict) else {}


def text(values: dict[str, Any], name: str) -> str:
    found = values.get(name)
    return str(found)[:LONGEST_ID] if isinstance(found, str | int) else ""


def number(values: dict[str, Any], name: str) -> int | None:
    found = text(values, name)
    return int(found) if found.isascii() and found.isdecimal() and len(found) < 16 else None


def payload(media: dict[str, Any]) -> bytes:
    found = media.get("payload")
    try:
        return b64decode(found, validate=True) if isinstance(found, str) else b""
    except binascii.Error:
        raise ValueError("is not base64") from None


def key(values: dict[str, Any]) -> str:
    found = text(values, "digit").upper()
    return found if found in KEYS else ""


def audio_format(values: dict[str, Any], rate_name: str) -> AudioFormat | None:
    encoding = ENCODINGS.get(text(values, "encoding").lower(), "")
    try:
        return AudioFormat(encoding, number(values, rate_name) or 0)
    except ValueError:
        return None
