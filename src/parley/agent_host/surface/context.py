"""What one call is made of; `conv` and its parts all hold the same context."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from parley.agent_host.protocol import ConversationView, Json, TranscriptLine
from parley.agent_host.surface.effects_recorder import EffectsRecorder
from parley.agent_host.surface.state import State


class Services(Protocol):
    """The host services, as the child reaches them (`child_connection.CallServices`): each method blocks until there is
    a response, and raises HostServiceError."""

    def secret(self, name: str) -> Json: ...

    def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json: ...

    def api(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]: ...

    def history(self) -> Sequence[TranscriptLine]: ...

    def expect_event(self, event_id: str, send_to_llm: bool) -> None: ...


class Functions(Protocol):
    """The project's own code, by path."""

    def load_function(self, path: str) -> Any:
        """The function named like the file; raises ImportError or what the module raised."""
        ...

    def has_file(self, path: str) -> bool: ...


@dataclass(slots=True)
class CallContext:
    view: ConversationView
    project: Mapping[str, Json]
    state: State
    recorder: EffectsRecorder
    services: Services
    functions: Functions
    now: Callable[[], datetime]
    """The agent's clock, in UTC; it stands still in a simulation."""
    kept: dict[str, Json] = field(default_factory=dict)
    """What the surface itself remembers from call to call."""

    def section(self, name: str) -> Mapping[str, Any]:
        """A part of the project, by name → what it says."""
        found: Mapping[str, Any] = self.project.get(name) or {}
        return found
