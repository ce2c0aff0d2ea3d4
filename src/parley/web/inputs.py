"""Kinds of input that several doors take."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field


def _flag(value: object) -> bool:
    found = {"true": True, "false": False}.get(str(value).lower())
    if found is None:
        raise ValueError("is neither true nor false")
    return found


def _left_out() -> Any:
    """What such a field is; nobody looks at it."""


Flag = Annotated[bool, BeforeValidator(_flag)]
"""A boolean in a query."""

LEFT_OUT = Field(default_factory=_left_out)
"""The default of a field that a change may leave out but cannot set to null: see `model_fields_set`."""
