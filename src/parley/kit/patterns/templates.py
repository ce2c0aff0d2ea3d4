"""Replacements with references to groups, in Python's syntax: ``\\1``, ``\\g<1>``, ``\\g<name>``, ``\\n``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parley.kit.patterns.errors import PatternInvalid

Template = tuple[str | int, ...]
"""Texts, and numbers of groups."""

MOST = 100
"""References to groups: a replacement may be so many times as long as the text."""

_REFERENCE = re.compile(r"\\(?:g<([^>]*)>|(0[0-7]{0,2}|[1-3][0-7]{2})|([1-9][0-9]?)|(.)|\Z)", re.DOTALL)
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}


def read_template(text: str, groups: int, names: Mapping[str, int]) -> Template:
    pieces: list[str | int] = []
    end = 0
    for found in _REFERENCE.finditer(text):
        pieces += (text[end : found.start()], _piece(found, groups, names))
        end = found.end()
    if sum(isinstance(piece, int) for piece in pieces) > MOST:
        raise PatternInvalid(f"it refers to groups more than {MOST} times")
    return tuple(piece for piece in (*pieces, text[end:]) if piece != "")


def _piece(found: re.Match[str], groups: int, names: Mapping[str, int]) -> str | int:
    named, octal, number, other = found.groups()
    if octal:
        return chr(int(octal, 8))
    if named is not None or number:
        return _group(number or named, groups, names)
    if other is None:
        raise PatternInvalid("it ends in a backslash")
    if other not in _ESCAPES and other.isascii() and other.isalpha():
        raise PatternInvalid(f"bad escape \\{other}")
    return _ESCAPES.get(other, "\\" + other)


def _group(name: str, groups: int, names: Mapping[str, int]) -> int:
    if name.isascii() and name.isdigit():
        if len(name) > 4 or int(name) > groups:
            raise PatternInvalid(f"invalid group reference {name[:20]}")
        return int(name)
    if name not in names:
        raise PatternInvalid(f"unknown group name '{name[:50]}'")
    return names[name]
