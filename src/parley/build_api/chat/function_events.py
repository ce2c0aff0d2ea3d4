"""What functions did in a turn, in the form that clients of the hosted service read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from pydantic import BaseModel, Field


class HandoffEvent(BaseModel):
    type: str = Field(description="Where the agent handed over to.")
    reason: str


class StateChanges(BaseModel):
    added: dict[str, Any]
    updated: dict[str, Any]
    removed: list[str]


class FunctionEvent(BaseModel):
    id: str = Field(description="Empty in the answer to a turn; filled in the record.")
    conversation_id: str
    turn_id: int | None
    name: str
    function_id: str
    function_version: str | None
    arguments: dict[str, Any]
    start_time: str = Field(description="RFC 1123.")
    duration: float = Field(description="Milliseconds.")
    llm_request_id: str | None
    utterance: str | None
    content: str | None = Field(description="What the model was told.")
    hangup: bool | None
    handoff: HandoffEvent | None
    transition: dict[str, Any] | None
    error: str | None
    logs: list[dict[str, Any]] | None
    state_changes: StateChanges | None
    variant_id_change: str | None


def turn_events(functions: Iterable[Mapping[str, Any]], at: datetime) -> list[dict[str, Any]]:
    """`functions` as a trace has them; `at`: when those began that do not say so."""
    return [_event(function, at) for function in functions]


def recorded_events(
    functions: Iterable[Mapping[str, Any]], at: datetime, conversation_id: str, turn: int
) -> list[dict[str, Any]]:
    """The same, with what is known once they are in the record."""
    return [
        {**event, "id": f"{conversation_id}-{turn}-{place}", "conversation_id": conversation_id, "turn_id": turn}
        for place, event in enumerate(turn_events(functions, at))
    ]


def _event(function: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    handoff, changes = function.get("handoff"), function.get("state_changes") or {}
    # Records of earlier versions do not say when a function began.
    started = datetime.fromisoformat(function["started_at"]) if function.get("started_at") else at
    return {
        "id": "",
        "conversation_id": "",
        "turn_id": None,
        "name": function["name"],
        "function_id": function["name"],
        "function_version": None,
        "arguments": function.get("arguments") or {},
        "start_time": format_datetime(started.astimezone(UTC), usegmt=True),
        "duration": function.get("duration_ms") or 0,
        "llm_request_id": None,
        "utterance": function.get("utterance"),
        "content": function.get("result"),
        "hangup": function.get("hangup") or None,
        "handoff": {"type": handoff["destination"], "reason": handoff["reason"]} if handoff else None,
        "transition": function.get("transition"),
        "error": function.get("error"),
        "logs": function.get("logs") or None,
        "state_changes": changes if any(changes.values()) else None,
        "variant_id_change": None,
    }
