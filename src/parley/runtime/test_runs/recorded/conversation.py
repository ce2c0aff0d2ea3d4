"""What is known of a conversation that becomes a test case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Functions = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    number: int
    said: str | None
    """None: it was not the user's turn. Empty: they were silent."""
    keys: str
    """Pressed instead of words."""
    reply: str
    trace: Mapping[str, Any]
    was_cut: bool = False
    """The user interrupted this answer: no more of it is known than what was heard."""

    @property
    def functions(self) -> Functions:
        found: Functions = self.trace.get("functions", ())
        return found

    @property
    def requests(self) -> Sequence[Mapping[str, Any]]:
        """To the model."""
        found: Sequence[Mapping[str, Any]] = self.trace.get("model_requests", ())
        return found

    @property
    def notes(self) -> Sequence[str]:
        found: Sequence[str] = self.trace.get("notes", ())
        return found


@dataclass(frozen=True, slots=True)
class RecordedConversation:
    public_id: str
    channel: str
    """The label in the record, such as WEBCHAT."""
    variant: str
    language: str
    started_at: datetime
    caller_number: str
    turns: Sequence[RecordedTurn]
    handoff: str | None
    """Where to."""
    ended_by_agent: bool
    attributes: Mapping[str, Any] = field(default_factory=dict)
    sip_headers: Mapping[str, str] = field(default_factory=dict)
