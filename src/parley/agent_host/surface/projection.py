"""Live Python objects as JSON. It never grows without bound: what is too deep or too long is cut, or refused
where a cut value would be of no use."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from enum import Enum
from typing import Any

from parley.agent_host.protocol import Json
from parley.agent_host.surface.catch_all import CatchAll, safe_str
from parley.agent_host.surface.errors import TooLarge

MAX_DEPTH = 20
"""Also what ends the projection of objects that hold each other."""
MAX_CHARACTERS = 2_000_000
MAX_MEMBERS = 50_000
CUT = "…"
_SCALAR = 4
"""Characters that a number, True, False or None counts for."""
_LARGEST, _SMALLEST = 2**63 - 1, -(2**63)
"""Integers beyond become text: JSON has no limit, but the library that encodes it has."""


def project(value: object, characters: int = MAX_CHARACTERS, members: int = MAX_MEMBERS) -> Json:
    return _Projector(characters, members).value(value, 0)


def project_members(values: Mapping[Any, Any], characters: int = MAX_CHARACTERS) -> dict[str, Json]:
    return _Projector(characters, MAX_MEMBERS).mapping(values, 0)


def project_whole(value: object, characters: int, what: str) -> Json:
    """Raises TooLarge instead of cutting."""
    projector = _Projector(characters, MAX_MEMBERS)
    found = projector.mapping(value, 0) if type(value) is dict else projector.value(value, 0)
    if projector.is_cut:
        raise TooLarge(f"{what} has more than {characters:,} characters or {MAX_MEMBERS:,} members")
    return found


def bounded_text(value: object, characters: int, what: str) -> str:
    """The text of a value, fit to be encoded. Raises TooLarge."""
    text = safe_str(value)
    if len(text) > characters:
        raise TooLarge(f"{what} has more than {characters:,} characters")
    return clean(text)


def clean(text: str) -> str:
    """Text that can be encoded: halves of surrogate pairs become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


class _Projector:
    def __init__(self, characters: int, members: int) -> None:
        self._characters = characters
        self._members = members
        self.is_cut = False

    def value(self, value: Any, depth: int) -> Json:
        kind = type(value)
        if kind is str:
            return self.text(value)
        if value is None or kind is bool:
            self._characters -= _SCALAR
            return value
        if kind is int:
            self._characters -= _SCALAR
            return value if _SMALLEST <= value <= _LARGEST else self.text(safe_str(value))
        if kind is float:
            self._characters -= _SCALAR
            return value if math.isfinite(value) else str(value)
        self._members -= 1
        # Not counted as cut: a state whose objects hold each other is kept all the same.
        if depth >= MAX_DEPTH:
            return CUT
        if self._members < 0 or self._characters <= 0:
            self.is_cut = True
            return CUT
        # Properties, iterators and __str__ of agent code run in here.
        with CatchAll():
            return self._compound(value, depth)
        return self.text(safe_str(value))

    def mapping(self, values: Mapping[Any, Any], depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        # A copy: another thread of agent code may still write.
        for key, member in list(values.items()):
            # Most of any state is short text, twice in every call: it takes the short way.
            if type(key) is type(member) is str and key.isascii() and member.isascii():
                size = len(key) + len(member)
                if size <= self._characters:
                    self._characters -= size
                    found[key] = member
                    continue
            if self._members < 0 or self._characters <= 0:
                self.is_cut = True
                found[CUT] = CUT
                break
            name = self.text(key if type(key) is str else safe_str(key))
            found[name] = self.value(member, depth + 1)
        return found

    def text(self, text: str) -> str:
        room = self._characters
        self._characters -= len(text)
        if self._characters < 0:
            self.is_cut = True
            text = text[: max(room, 0)] + CUT
        return text if text.isascii() else clean(text)

    def _compound(self, value: Any, depth: int) -> Json:
        if isinstance(value, Enum):
            return self.value(value.value, depth + 1)
        if isinstance(value, str):
            return self.text(str.__str__(value))
        if isinstance(value, bool | int | float):
            return self.value((int if isinstance(value, int) else float)(value), depth + 1)
        if isinstance(value, Mapping):
            return self.mapping(value, depth)
        if isinstance(value, list | tuple | set | frozenset):
            return self._items(value, depth)
        if isinstance(value, datetime | date | time):
            return value.isoformat()
        if isinstance(value, bytes | bytearray):
            return self.text(bytes(value).decode("utf-8", "replace"))
        return self._object(value, depth)

    def _object(self, value: Any, depth: int) -> Json:
        if isinstance(value, type):
            return self.text(safe_str(value))
        if is_dataclass(value):
            return self.mapping({member.name: getattr(value, member.name) for member in fields(value)}, depth)
        if callable(dump := getattr(value, "model_dump", None)):
            return self.value(dump(), depth + 1)
        # The default repr holds an address, which would look like a change in every call.
        kind: Any = type(value)
        if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:
            return self.mapping(getattr(value, "__dict__", {}), depth)
        return self.text(safe_str(value))

    def _items(self, values: Iterable[Any], depth: int) -> list[Json]:
        found: list[Json] = []
        for item in values:
            if self._members < 0 or self._characters <= 0:
                self.is_cut = True
                found.append(CUT)
                break
            found.append(self.value(item, depth + 1))
        return found
