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


def read(kind: str, data: wire.Bytes, allowance: wire.Allowance) -> Json:
    """The payload of a command."""
    return _Reader(kind, allowance).message(kinds()[kind][1], data, 0)


@dataclass(frozen=True, slots=True)
class _Reader:
    kind: str
    allowance: wire.Allowance

    def message(self, name: str, data: wire.Bytes, depth: int) -> Json:
        """A field that is not known is refused: what it says would be lost."""
        if depth > wire.DEEPEST:
            raise CommandBatchInvalid(f"A command of the type {self.kind} is nested too deeply.")
        known = message_fields(name)
        found = {each.name: _empty(each) for each in known.values() if not each.group and _empty(each) is not None}
        for number, _wire_type, raw in wire.fields(data, self.allowance):
            if number not in known:
                raise CommandBatchInvalid(
                    f"A command of the type {self.kind} has the field {number} in {name}: it is not known."
                )
            field = known[number]
            if field.type == _READ_PAST:
                continue
            if field.form == "{}":
                key, entry = self._entry(wire.message(raw))
                found[field.name][wire.text(key)] = self._value(field, entry, depth)
                continue
            value = self._value(field, raw, depth)
            if field.form == "*":
                found[field.name].append(value)
            elif field.group:
                found[field.group] = case(field.name, value)
            else:
                found[field.name] = value
        return found

    def _entry(self, data: wire.Bytes) -> tuple[wire.Value, wire.Value | None]:
        found: dict[int, wire.Value] = {number: raw for number, _type, raw in wire.fields(data, self.allowance)}
        return found.get(1, b""), found.get(2)

    def _value(self, field: Field, raw: wire.Value | None, depth: int) -> Any:
        if field.type in _SCALARS:
            return _EMPTY[field.type] if raw is None else _SCALARS[field.type](raw)
        data = b"" if raw is None else wire.message(raw)
        if field.type == _STRUCT:
            return wire.json_object(data, self.allowance)
        return self.message(field.type, data, depth + 1)


def _empty(field: Field) -> Any:
    """What a field that was not sent says; None: nothing."""
    if field.form == "*":
        return []
    if field.form == "{}":
        return {}
    return None if field.form == "?" else _EMPTY.get(field.type)
