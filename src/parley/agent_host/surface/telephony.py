"""Advanced telephony: recorded for the voice door, nothing happens inside the call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from parley.agent_host.surface.effects_recorder import EffectsRecorder
from parley.agent_host.surface.projection import project


@dataclass
class SMSReceived:
    from_number: str
    to_number: str
    text: str


class ExternalEvents:
    def __init__(self, recorder: EffectsRecorder, received: list[SMSReceived]) -> None:
        self._recorder = recorder
        self._received = received

    def listen_for_sms_next_turn(self, timeout: float = 20) -> None:
        self._recorder.other["listen_for_sms"] = project(timeout)

    def get_sms_received_history(self) -> list[SMSReceived]:
        return list(self._received)


@dataclass
class Destination:
    name: str
    phone_number: str
    sip_headers: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


class Destinations:
    def __init__(self, dial: dict[str, Any]) -> None:
        self._dial = dial
        self._found: list[Destination] = []

    def __iter__(self) -> Iterator[Destination]:
        return iter(self._found)

    def __getitem__(self, name: str) -> Destination:
        for destination in self._found:
            if destination.name == name:
                return destination
        raise KeyError(name)

    def add(self, *, name: str, phone_number: str, sip_headers: dict[str, str] | None = None) -> None:
        self._found.append(Destination(name, phone_number, sip_headers or {}))
        self._dial["destinations"] = [project(destination.to_dict()) for destination in self._found]

    def clear(self) -> None:
        self._found.clear()
        self._dial["destinations"] = []


class AgenticDial:
    def __init__(self, recorder: EffectsRecorder) -> None:
        self._recorder = recorder
        self._dial: dict[str, Any] = {}
        self.destinations = Destinations(self._dial)

    @property
    def active_destinations(self) -> list[str]:
        return []

    def send_to_parent(self, content: str) -> None:
        self._send({"to": "parent", "content": str(content)})

    def send_to_child(self, destination: str, content: str) -> None:
        self._send({"to": str(destination), "content": str(content)})

    def recorded(self) -> None:
        """Whatever was asked for becomes part of the record when the call ends."""
        if self._dial:
            self._recorder.other["agentic_dial"] = self._dial

    def _send(self, message: dict[str, str]) -> None:
        self._dial.setdefault("messages", []).append(message)
