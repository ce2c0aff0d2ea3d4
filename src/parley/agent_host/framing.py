"""Frames on the socket between the serving process and a child: two lengths, a JSON header, raw bytes.

The body is for the state, which is opaque: as text inside of JSON it would be a third larger, and read for nothing.
A child is not to be trusted: the reader refuses what is too large before it is in memory, and what is not an object.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

_LENGTHS = struct.Struct("!II")
MAX_DEPTH = 100
"""Libraries that write JSON give up on what is nested much deeper, and what is read here is written again."""
MAX_OBJECTS = 250_000
MAX_MEMBERS = 1_000_000
"""Marks of objects and lists, and commas, in one header: what is small on the wire must not be large in memory."""
_NUL, _REPLACEMENT = rb"\u0000", rb"\ufffd"
"""PostgreSQL stores no NUL in text."""

Header = dict[str, Any]


class Malformed(Exception):
    """The other side sent something that is no frame of ours."""


def encode_frame(header: Mapping[str, Any], body: bytes = b"") -> bytes:
    try:
        encoded = orjson.dumps(header, default=_to_json, option=orjson.OPT_NON_STR_KEYS)
    except TypeError:  # half a surrogate pair, which agents' code may hand us anywhere, becomes a question mark
        encoded = json.dumps(header, default=_to_json, ensure_ascii=False).encode("utf-8", "replace")
    return b"".join((_LENGTHS.pack(len(encoded), len(body)), encoded, body))


class FrameReader:
    """Turns the pieces that a socket delivers into whole frames."""

    def __init__(self, max_header: int, max_body: int) -> None:
        self._buffer = bytearray()
        self.set_limits(max_header, max_body)

    def set_limits(self, max_header: int, max_body: int) -> None:
        """From now on; also for a frame that has begun to arrive."""
        self._max_header = max_header
        self._max_body = max_body

    def feed(self, data: bytes) -> Iterator[tuple[Header, bytes]]:
        # Nearly always a piece is one whole frame: it is taken as it is, without a copy.
        if not self._buffer and (only := self._frame_in(data)) is not None and only == len(data):
            yield self._parts(data)
            return
        self._buffer += data
        while (end := self._frame_in(self._buffer)) is not None:
            whole = bytes(self._buffer[:end])
            del self._buffer[:end]
            yield self._parts(whole)

    def _frame_in(self, data: bytes | bytearray) -> int | None:
        """Where the first frame ends, when all of it is there."""
        if len(data) < _LENGTHS.size:
            return None
        header_length, body_length = _LENGTHS.unpack_from(data)
        if header_length > self._max_header or body_length > self._max_body:
            raise Malformed("a frame is too large")
        end: int = _LENGTHS.size + header_length + body_length
        return end if len(data) >= end else None

    @staticmethod
    def _parts(whole: bytes) -> tuple[Header, bytes]:
        split = _LENGTHS.size + _LENGTHS.unpack_from(whole)[0]
        return decode_header(whole[_LENGTHS.size : split]), whole[split:]


def decode_header(encoded: bytes) -> Header:
    """JSON that can be stored: no NUL, no deeper than we could write again."""
    if _NUL in encoded:
        encoded = encoded.replace(_NUL, _REPLACEMENT)
    if _has_too_many_members(encoded, 0, len(encoded)):
        raise Malformed("a header has too many members")
    try:
        header = orjson.loads(encoded)
    except orjson.JSONDecodeError:
        raise Malformed("a header is not JSON") from None
    if not isinstance(header, dict):
        raise Malformed("a header is not an object")
    # Counting marks is quick, and nearly always enough.
    if encoded.count(b"[") + encoded.count(b"{") > MAX_DEPTH and _deeper_than(header, MAX_DEPTH):
        raise Malformed("a header is nested too deeply")
    return header


def _has_too_many_members(encoded: bytes, start: int, end: int) -> bool:
    """Marks inside of texts count too: it is a bound, not a number."""
    if end - start <= MAX_OBJECTS:  # each mark takes a byte
        return False
    objects = encoded.count(b"[", start, end) + encoded.count(b"{", start, end)
    return objects > MAX_OBJECTS or encoded.count(b",", start, end) > MAX_MEMBERS


def is_acceptable(data: bytes, max_header: int) -> bool:
    """Whether the other side takes this frame: for who would rather send another than be lost."""
    length = _LENGTHS.unpack_from(data)[0]
    return length <= max_header and not _has_too_many_members(data, _LENGTHS.size, _LENGTHS.size + length)


def _deeper_than(value: object, limit: int) -> bool:
    level: list[object] = [value]
    for _ in range(limit):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: object) -> list[object]:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [member for member in members if isinstance(member, dict | list)]


def _to_json(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return list(value)
    return str(value)
