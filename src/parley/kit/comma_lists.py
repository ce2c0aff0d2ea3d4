"""Types of settings that hold several values: people write commas."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_settings import NoDecode


def _split(value: object) -> object:
    return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""`NoDecode`: they would be read as JSON."""
Environments = Annotated[
    tuple[Literal["sandbox", "pre-release", "live"], ...], NoDecode, Field(min_length=1), BeforeValidator(_split)
]
Codecs = Annotated[
    tuple[Literal["pcmu", "pcma", "g722", "opus"], ...], NoDecode, Field(min_length=1), BeforeValidator(_split)
]
Networks = Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode, BeforeValidator(_split)]
Pauses = Annotated[
    tuple[Annotated[float, Field(gt=0, le=30 * 24 * 3600)], ...],
    NoDecode,
    Field(max_length=20),
    BeforeValidator(_split),
]
