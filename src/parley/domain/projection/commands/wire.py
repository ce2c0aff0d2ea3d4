"""Protobuf as it is on the wire. Only what the messages here need, and nothing that grows without bounds.

A reader of our own: what is read are a hundred small messages without a schema to compile, and every length, depth and
count has its limit. Messages in messages are views of the bytes that came: copies of copies would be many times that.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from parley.domain.projection.errors import CommandBatchInvalid

VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5
DEEPEST = 40
MOST_FIELDS = 200_000
"""In a batch, those of messages in messages too: two bytes may be a message, which is a mapping here."""

_LONGEST_VARINT = 10

Bytes = bytes | memoryview
Value = int | Bytes


@dataclass(slots=True)
class Allowance:
    """How much may still be read of a batch."""

    fields: int

    def take(self) -> None:
        self.fields -= 1
        if self.fields < 0:
            raise CommandBatchInvalid("A batch has too many fields.")


def fields(data: Bytes, allowance: Allowance) -> Iterator[tuple[int, int, Value]]:
    """Number, wire type and raw value of each field in its order."""
    view, at = memoryview(data), 0
    while at < len(view):
        allowance.take()
        tag, at = _varint(view, at)
        number, wire_type = tag >> 3, tag & 7
        if number == 0:
            raise CommandBatchInvalid("A field has no number.")
        if wire_type == VARINT:
            value, at = _varint(view, at)
            yield number, wire_type, value
            continue
        if wire_type == LENGTH:
            size, at = _varint(view, at)
        elif wire_type in (EIGHT_BYTES, FOUR_BYTES):
            size = 8 if wire_type == EIGHT_BYTES else 4
        else:
            raise CommandBatchInvalid(f"A field has the wire type {wire_type}, which nobody uses.")
        if size > len(view) - at:
            raise CommandBatchInvalid("A field is longer than its message.")
        yield number, wire_type, view[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = 0
    for index in range(_LONGEST_VARINT):
        if at + index >= len(data):
            raise CommandBatchInvalid("A number ends too early.")
        byte = data[at + index]
        value |= (byte & 0x7F) << (7 * index)
        if not byte & 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at + index + 1
    raise CommandBatchInvalid("A number is too long.")


def text(raw: Value) -> str:
    try:
        return str(_bytes(raw), "utf-8")
    except UnicodeDecodeError:
        raise CommandBatchInvalid("A text is not valid UTF-8.") from None


def whole(raw: Value) -> int:
    """Signed: negative numbers are written as if they had 64 bits."""
    if not isinstance(raw, int):
        raise CommandBatchInvalid("A field is not of its type.")
    return raw - (1 << 64) if raw >> 63 else raw


def flag(raw: Value) -> bool:
    return whole(raw) != 0


def number(raw: Value) -> int | float:
    """Whole ones as such; of 4 bytes no more digits than they have."""
    data = _bytes(raw)
    if len(data) not in (4, 8):
        raise CommandBatchInvalid("A field is not of its type.")
    value: float = struct.unpack("<f" if len(data) == 4 else "<d", data)[0]
    if value != value or value in (float("inf"), float("-inf")):
        raise CommandBatchInvalid("A number is none that JSON has.")
    if len(data) == 4:
        value = float(f"{value:.7g}")
    return int(value) if value.is_integer() else value


def message(raw: Value) -> Bytes:
    return _bytes(raw)


def json_object(data: Bytes, allowance: Allowance, depth: int = 0) -> dict[str, Any]:
    """`google.protobuf.Struct`."""
    found: dict[str, Any] = {}
    for number_, _type, raw in fields(data, allowance):
        if number_ == 1:
            entry = {each: value for each, _wire_type, value in fields(_bytes(raw), allowance)}
            found[text(entry.get(1, b""))] = _json_value(_bytes(entry.get(2, b"")), allowance, depth + 1)
    return found


def _json_value(data: Bytes, allowance: Allowance, depth: int) -> Any:
    if depth > DEEPEST:
        raise CommandBatchInvalid("A value is nested too deeply.")
    for kind, _type, raw in fields(data, allowance):
        match kind:
            case 2:
                return number(raw)
            case 3:
                return text(raw)
            case 4:
                return flag(raw)
            case 5:
                return json_object(_bytes(raw), allowance, depth)
            case 6:
                items = fields(_bytes(raw), allowance)
                return [_json_value(_bytes(each), allowance, depth + 1) for key, _, each in items if key == 1]
    return None


def _bytes(raw: Value) -> Bytes:
    if isinstance(raw, int):
        raise CommandBatchInvalid("A field is not of its type.")
    return raw
