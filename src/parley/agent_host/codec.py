"""Values of the protocol as JSON, and from JSON that nobody vouches for: the types of the structs are the schema.

A member that is missing takes its default, one that we do not know is ignored, a wrong type is Malformed. The library
checks types and nothing else: how many members, how deep, which numbers and characters is bounded here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, dataclass_transform

import msgspec
from msgspec import Struct, structs

MAX_DEPTH = 100
"""Libraries that write JSON give up on what is nested much deeper, and what is read here is written again."""
MAX_OBJECTS = 250_000
MAX_MEMBERS = 1_000_000
"""Marks of objects and lists, and commas, in one header: what is small on the wire must not be large in memory."""
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1
"""Of integers: the library that writes what is stored refuses others."""
_DIGITS = bytes(ord("0") if chr(code) in "0123456789" else ord(" ") for code in range(256))
_LONG_RUN = b"0" * 19
"""Shorter numbers are within these bounds."""
_LONG_NUMBER = re.compile(rb"(?:^|[\[:,\s])-?[0-9]{19}")
"""Where an integer may begin: ids of conversations, and fractions, have as many digits."""
_NUL = rb"\u0000"
"""PostgreSQL stores no NUL in text."""
_NUL_ESCAPE, _REPLACEMENT = re.compile(rb"(?<!\\)((?:\\\\)*)\\u0000"), rb"\1\\ufffd"
"""An odd number of backslashes before it makes its own backslash one of the text: then it is no NUL."""
_ERROR_CHARACTERS = 200
_SCALARS = {str, int, float, bool, type(None)}

M = TypeVar("M")
Decoder = Callable[[bytes], M]


class Malformed(Exception):
    """The other side sent something that is no frame of ours."""


# For mypy each subclass is frozen; without this, only one that says so itself.
@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(Struct, frozen=True, omit_defaults=True):
    """What is encoded leaves out members that hold their default: most of an ordinary result."""


def encode(value: object) -> bytes:
    try:
        return _encode(value)
    except (
        UnicodeEncodeError
    ):  # half a surrogate pair, which agents' code may hand us anywhere, becomes a question mark
        plain = msgspec.to_builtins(value, enc_hook=_to_json)
        return json.dumps(plain, ensure_ascii=False).encode("utf-8", "replace")


def decode(decoder: Decoder[M], encoded: bytes) -> M:
    """What can be stored: no NUL, no deeper and no larger numbers than we could write again."""
    if _NUL in encoded:
        encoded = _NUL_ESCAPE.sub(_REPLACEMENT, encoded)
    # Before it is read: afterwards the memory would be taken already.
    if has_too_many_members(encoded, 0, len(encoded)):
        raise Malformed("a header has too many members")
    try:
        found = decoder(encoded)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"a header is none of ours: {_describe(error)}") from None
    # Counting marks, and looking for many digits in a row, is quick, and nearly always enough.
    if encoded.count(b"[") + encoded.count(b"{") > MAX_DEPTH and _is_deeper_than(found, MAX_DEPTH):
        raise Malformed("a header is nested too deeply")
    if _LONG_RUN in encoded.translate(_DIGITS) and _LONG_NUMBER.search(encoded) and _has_large_number(found):
        raise Malformed("a number in a header is too large")
    return found


def has_too_many_members(encoded: bytes, start: int, end: int) -> bool:
    """Marks inside of texts count too: it is a bound, not a number."""
    if end - start <= MAX_OBJECTS:  # each mark takes a byte
        return False
    objects = encoded.count(b"[", start, end) + encoded.count(b"{", start, end)
    return objects > MAX_OBJECTS or encoded.count(b",", start, end) > MAX_MEMBERS


def _describe(error: Exception) -> str:
    """It ends up in logs, where nothing that agent code wrote belongs: the kind of an unknown message is not quoted."""
    text = str(error)
    return "an unknown message" if text.startswith("Invalid value") else text[:_ERROR_CHARACTERS]


def _is_deeper_than(value: object, limit: int) -> bool:
    level: list[object] = [value]
    for _ in range(limit):
        level = [member for outer in level for member in _members(outer) if type(member) not in _SCALARS]
        if not level:
            return False
    return True


def _has_large_number(value: object) -> bool:
    waiting: list[object] = [value]
    while waiting:
        for member in _members(waiting.pop()):
            if type(member) is int:
                if not _SMALLEST <= member <= _LARGEST:
                    return True
            elif type(member) not in _SCALARS:
                waiting.append(member)
    return False


def _members(value: Any) -> Any:
    kind = type(value)
    return value.values() if kind is dict else value if kind is list or kind is tuple else structs.astuple(value)


def _to_json(value: object) -> object:
    """Called for what is none of JSON's own types, subclasses of text and numbers included."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str):
        return str.__str__(value)
    return int(value) if isinstance(value, int) else str(value)


_encode = msgspec.json.Encoder(enc_hook=_to_json).encode
