"""Kinds of input that several doors take."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, BeforeValidator, Field

from parley.kit.json_depth import is_shallow

LARGEST_ATTRIBUTES = 64 * 1024
"""Bytes of JSON: a conversation carries them from turn to turn."""


def _flag(value: object) -> bool:
    found = {"true": True, "false": False}.get(str(value).lower())
    if found is None:
        raise ValueError("is neither true nor false")
    return found


def _reaches_functions(value: dict[str, Any]) -> dict[str, Any]:
    # Depth first: what is nested much deeper cannot even be written to be measured.
    if not is_shallow(value):
        raise ValueError("is nested too deeply")
    if len(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)) > LARGEST_ATTRIBUTES:
        raise ValueError(f"is larger than {LARGEST_ATTRIBUTES} bytes of JSON")
    return value


def _left_out() -> Any:
    """What such a field is; nobody looks at it."""


Identifier = Annotated[str, Field(max_length=500)]
"""Of a conversation, a variant, a connector, a deployment …; what is longer names nothing."""

LanguageTag = Annotated[str, Field(max_length=35)]

Flag = Annotated[bool, BeforeValidator(_flag)]
"""A boolean in a query."""

Attributes = Annotated[
    dict[str, Any], Field(json_schema_extra={"x-max-bytes": LARGEST_ATTRIBUTES}), AfterValidator(_reaches_functions)
]
"""What a client attaches to a conversation for the project's functions."""

LEFT_OUT = Field(default_factory=_left_out)
"""The default of a field that a change may leave out but cannot set to null: see `model_fields_set`."""
