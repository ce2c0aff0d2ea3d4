"""References in texts: ``{{fn:name}}`` and its relatives, and ``${variant_name}`` for an attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_REFERENCE = re.compile(r"\{\{[ \t]{0,9}(\w{1,40})[ \t]{0,9}:([^{}\n]{1,200})\}\}|\$\{variant_(\w{1,200})\}")
"""Every repetition is bounded, so that no text makes the search slow."""

# Not before a bracket: `state.get(` and its like are methods, not variables.
_STATE_NAME = re.compile(r"\bstate\.([A-Za-z_]\w*)\b(?!\s*\()")
_STATE_ITEM = re.compile(r"\bstate(?:\[|\.setdefault\(|\.get\(|\.update\(\{)\s*[\"']([A-Za-z_]\w*)[\"']")
_STATE_SETATTR = re.compile(r"\bsetattr\(\s*\w[\w.]*state\s*,\s*[\"']([A-Za-z_]\w*)[\"']")


@dataclass(frozen=True, slots=True)
class Reference:
    kind: str
    name: str
    written: str


def find_references(text: str) -> Iterator[Reference]:
    for match in _REFERENCE.finditer(text):
        name = (match[2] or match[3]).strip()
        if name:
            yield Reference(match[1] or "attr", name, match[0])


def has_references(text: str) -> bool:
    return "{{" in text or "${variant_" in text


def state_names(code: str) -> set[str]:
    """The variables that this code knows: every name that it uses on ``conv.state``."""
    return {name for pattern in (_STATE_NAME, _STATE_ITEM, _STATE_SETATTR) for name in pattern.findall(code)}
