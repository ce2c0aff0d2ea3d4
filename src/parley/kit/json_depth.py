"""How deeply JSON is nested."""

from __future__ import annotations

from typing import Any

DEEPEST = 50
"""Levels of lists and objects: as much as is sure to reach the functions of an agent."""


def is_shallow(value: Any, levels: int = DEEPEST) -> bool:
    """Level by level: asking each member in turn takes ten times as long for a list of empty lists."""
    here = [value] if isinstance(value, dict | list) else []
    for _ in range(levels - 1):
        members = (holder.values() if isinstance(holder, dict) else holder for holder in here if holder)
        here = [member for some in members for member in some if isinstance(member, dict | list)]
        if not here:
            return True
    return not any(here)
