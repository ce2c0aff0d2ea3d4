"""What the APIs of a project answered in a turn, as its trace keeps it: enough to answer the same in a test."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from parley.agent_host.protocol import Json

MOST_CHARACTERS = 16_000
"""Of one answer."""
MOST_IN_A_CALL = 48_000
"""Of all answers that one call of a function got."""
SECRET = "[secret]"  # noqa: S105 - what stands in the place of one
DEEPEST = 50
_NAMES_OF_SECRETS = re.compile(r"token|secret|passw|api_?key|authorization|credential", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ApiCallRecord:
    integration: str
    operation: str
    duration_ms: float
    status: int | None = None
    body: Json = None
    """As JSON where it is some. None: nothing of it is kept."""
    is_cut: bool = False
    """The answer was too large to be kept."""
    error: str | None = None
    """There was no answer."""

    def to_json(self) -> dict[str, Json]:
        found: dict[str, Json] = {
            "integration": self.integration,
            "operation": self.operation,
            "duration_ms": round(self.duration_ms, 3),
        }
        if self.error is not None:
            return {**found, "error": self.error}
        kept = {"is_cut": True} if self.is_cut else {"body": self.body}
        return {**found, "status": self.status, **kept}


def answered(
    integration: str, operation: str, duration_ms: float, answer: Mapping[str, Json], room: int
) -> ApiCallRecord:
    """`room`: how many characters may still be kept."""
    text, status = str(answer.get("text") or ""), answer.get("status_code")
    if len(text) > min(room, MOST_CHARACTERS):
        return ApiCallRecord(integration, operation, duration_ms, status, is_cut=True)
    return ApiCallRecord(integration, operation, duration_ms, status, _body(text))


def size(answer: Mapping[str, Json]) -> int:
    return len(str(answer.get("text") or ""))


def _body(text: str) -> Json:
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    # Text that is read as a mapping or a list again when it is written as one; a number alone would not be.
    return without_secrets(found) if isinstance(found, dict | list) else text


def without_secrets(value: Any, levels: int = DEEPEST) -> Any:
    """What stands under names of credentials is for the function that asked for it, and for nobody who reads traces."""
    if levels == 0:
        return "…"
    if isinstance(value, Mapping):
        return {
            name: SECRET if _is_secret(name, member) else without_secrets(member, levels - 1)
            for name, member in value.items()
        }
    if isinstance(value, list):
        return [without_secrets(member, levels - 1) for member in value]
    return value


def _is_secret(name: str, member: Any) -> bool:
    return isinstance(member, str) and bool(member) and _NAMES_OF_SECRETS.search(name) is not None
