"""Command batches as toolkits write them: the other direction of `parley.domain.projection.commands`."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from parley.domain.projection.commands.messages import Field, kinds, message_fields

Json = Mapping[str, Any]


def batch(*commands: tuple[str, Json], sequence: int = 0, by: str = "Ada") -> bytes:
    written = [_field(2, _command(kind, payload, index, by)) for index, (kind, payload) in enumerate(commands)]
    return _varint(1 << 3) + _varint(sequence) + b"".join(written)


def command(kind: str, number: int, payload: bytes, command_id: str = "one") -> bytes:
    return _field(1, kind.encode()) + _field(2, command_id.encode()) + _field(number, payload)


def in_batch(*commands: bytes) -> bytes:
    return b"".join(_field(2, each) for each in commands)


def _command(kind: str, payload: Json, index: int, by: str) -> bytes:
    number, message = kinds()[kind]
    metadata = _field(3, _varint(1 << 3) + _varint(1_790_000_000)) + _field(4, by.encode())
    return command(kind, number, write(message, payload), f"command-{index}") + _field(200, metadata)


def write(message: str, payload: Json) -> bytes:
    """By the names that the tree has; one of a group as `{"group": {"$case": name, "value": ...}}`."""
    found = b""
    for number, field in message_fields(message).items():
        if field.group:
            chosen = payload.get(field.group)
            if chosen and chosen["$case"] == field.name:
                found += _value(number, field, chosen["value"])
        elif field.name in payload and field.type != "-":
            value = payload[field.name]
            if field.form == "*":
                found += b"".join(_value(number, field, each) for each in value)
            elif field.form == "{}":
                found += b"".join(
                    _field(number, _field(1, key.encode()) + _value(2, field, each)) for key, each in value.items()
                )
            else:
                found += _value(number, field, value)
    return found


def _value(number: int, field: Field, value: Any) -> bytes:
    match field.type:
        case "s":
            return _field(number, value.encode())
        case "b" | "i":
            return _varint(number << 3) + _varint(int(value))
        case "f":
            return _varint(number << 3 | 5) + struct.pack("<f", value)
        case "d":
            return _varint(number << 3 | 1) + struct.pack("<d", value)
        case "Struct":
            return _field(number, struct_of(value))
    return _field(number, write(field.type, value))


def struct_of(value: Json) -> bytes:
    return b"".join(_field(1, _field(1, key.encode()) + _field(2, _json(each))) for key, each in value.items())


def _json(value: Any) -> bytes:
    if value is None:
        return _varint(1 << 3) + _varint(0)
    if isinstance(value, bool):
        return _varint(4 << 3) + _varint(int(value))
    if isinstance(value, int | float):
        return _varint(2 << 3 | 1) + struct.pack("<d", value)
    if isinstance(value, str):
        return _field(3, value.encode())
    if isinstance(value, dict):
        return _field(5, struct_of(value))
    return _field(6, b"".join(_field(1, _json(each)) for each in value))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    value &= 0xFFFF_FFFF_FFFF_FFFF
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
