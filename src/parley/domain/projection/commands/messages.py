"""Messages by their names: read from the wire into what JSON would say, with the keys that the tree has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from parley.domain.projection.commands import wire
from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.records import Json, camel, case

_SCALARS: dict[str, Any] = {"s": wire.text, "b": wire.flag, "i": wire.whole, "f": wire.number, "d": wire.number}
_EMPTY = {"s": "", "b": False, "i": 0, "f": 0, "d": 0}
_READ_PAST = "-"
_STRUCT = "Struct"


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    type: str
    """Of one value: a letter, `Struct`, or a message."""
    form: str = ""
    """`*` many, `{}` by a text, `?` may be left out."""
    group: str = ""
    """Of fields of which a message has one."""


@cache
def _known() -> tuple[dict[str, tuple[int, str]], dict[str, dict[int, Field]]]:
    content = yaml.safe_load(files(__package__).joinpath("commands.yaml").read_text(encoding="utf-8"))
    kinds = {name: (number, message) for name, (number, message) in content["kinds"].items()}
    return kinds, {name: _fields(described) for name, described in content["messages"].items()}


def _fields(described: str) -> dict[int, Field]:
    found = {}
    for each in filter(None, described.split(", ")):
        number, name, written = each.split(" ")
        kind, _, group = written.partition("|")
        plain = kind.rstrip("*{}?")
        found[int(number)] = Field(camel(name), plain, kind[len(plain) :], camel(group))
    return found


def kinds() -> dict[str, tuple[int, str]]:
    """What can be applied: by its type the number of its field in a command, and its message."""
    return _known()[0]


def message_fields(message: str) -> dict[int, Field]:
    return _known()[1][message]


def read(kind: str, data: bytes) -> Json:
    """The payload of a command."""
    return _read(_known()[1], kinds()[kind][1], data, kind, 0)


def _read(messages: dict[str, dict[int, Field]], name: str, data: bytes, kind: str, depth: int) -> Json:
    """A field that is not known is refused: what it says would be lost."""
    if depth > wire.DEEPEST:
        raise CommandBatchInvalid(f"A command of the type {kind} is nested too deeply.")
    known = messages[name]
    found = {each.name: _empty(each) for each in known.values() if not each.group and _empty(each) is not None}
    for number, _wire_type, raw in wire.fields(data):
        if number not in known:
            raise CommandBatchInvalid(
                f"A command of the type {kind} has the field {number} in {name}: it is not known."
            )
        field = known[number]
        if field.type == _READ_PAST:
            continue
        if field.form == "{}":
            key, value = _entry(wire.message(raw))
            found[field.name][wire.text(key)] = _value(messages, field, value, kind, depth)
            continue
        value = _value(messages, field, raw, kind, depth)
        if field.form == "*":
            found[field.name].append(value)
        elif field.group:
            found[field.group] = case(field.name, value)
        else:
            found[field.name] = value
    return found


def _entry(data: bytes) -> tuple[wire.Value, wire.Value | None]:
    found: dict[int, wire.Value] = {number: raw for number, _type, raw in wire.fields(data)}
    return found.get(1, b""), found.get(2)


def _empty(field: Field) -> Any:
    """What a field that was not sent says; None: nothing."""
    if field.form == "*":
        return []
    if field.form == "{}":
        return {}
    return None if field.form == "?" else _EMPTY.get(field.type)


def _value(messages: dict[str, dict[int, Field]], field: Field, raw: wire.Value | None, kind: str, depth: int) -> Any:
    if field.type in _SCALARS:
        return _EMPTY[field.type] if raw is None else _SCALARS[field.type](raw)
    data = b"" if raw is None else wire.message(raw)
    if field.type == _STRUCT:
        return wire.json_object(data)
    return _read(messages, field.type, data, kind, depth + 1)
