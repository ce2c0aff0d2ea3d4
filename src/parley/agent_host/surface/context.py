"""What one call is made of; `conv` and its parts all look at the same scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from parley.agent_host.protocol import ConversationView, HostServiceError, Json
from parley.agent_host.surface import errors
from parley.agent_host.surface.effects_recorder import Recorder
from parley.agent_host.surface.state import State


class Asking(Protocol):
    """The way back to the serving process. Raises BackstageError."""

    def ask(self, what: str, arguments: Mapping[str, Json]) -> Json: ...


class Functions(Protocol):
    """The project's own code, by path."""

    def entry(self, path: str) -> Any:
        """The function named like the file; raises ImportError or what the module raised."""
        ...

    def has(self, path: str) -> bool: ...


@dataclass(slots=True)
class Scene:
    view: ConversationView
    project: Mapping[str, Json]
    state: State
    recorder: Recorder
    services: Asking
    functions: Functions
    now: Callable[[], datetime]
    """The agent's clock, in UTC; it stands still in a simulation."""
    kept: dict[str, Json] = field(default_factory=dict)
    """What the surface itself remembers from call to call."""

    def ask(self, what: str, arguments: Mapping[str, Json], subject: str = "") -> Json:
        try:
            return self.services.ask(what, arguments)
        except HostServiceError as error:
            raise errors.from_backstage(error, what, subject) from None

    def section(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.project.get(name) or {}
        return found
