"""What a client attaches to a conversation for the project's functions."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator

from parley.kit.nesting import is_shallow


def _reaches_functions(value: dict[str, Any]) -> dict[str, Any]:
    if not is_shallow(value):
        raise ValueError("is nested too deeply")
    return value


Attributes = Annotated[dict[str, Any], AfterValidator(_reaches_functions)]
