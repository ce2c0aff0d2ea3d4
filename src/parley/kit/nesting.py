"""How deeply JSON is nested."""

from __future__ import annotations

from typing import Any

DEEPEST = 50
"""Levels of lists and objects: as much as is sure to reach the functions of an agent."""


def is_shallow(value: Any, levels: int = DEEPEST) -> bool:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(is_shallow(member, levels - 1) for member in members)
