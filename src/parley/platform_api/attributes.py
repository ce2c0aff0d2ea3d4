"""What a client attaches to a conversation for the project's functions."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator

DEEPEST = 50
"""Levels of lists and objects: as much as is sure to reach the functions."""


def _is_shallow(value: Any, levels: int = DEEPEST) -> bool:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_is_shallow(member, levels - 1) for member in members)


def _reaches_functions(value: dict[str, Any]) -> dict[str, Any]:
    if not _is_shallow(value):
        raise ValueError("is nested too deeply")
    return value


Attributes = Annotated[dict[str, Any], AfterValidator(_reaches_functions)]
