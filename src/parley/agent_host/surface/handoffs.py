"""Handing a caller over: named destinations, what `call_handoff` builds, and what a returned `handoff` means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from parley.agent_host.protocol import HandoffRequest, Json
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.errors import MissingHandoff
from parley.agent_host.surface.projection import project

METHODS = ("refer", "invite", "bye")
_OWN_KEYS = {"type", "destination", "reason", "utterance"}
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")


@dataclass
class HandoffConfig:
    sip_type: str
    sip_config: dict[str, Any] = field(default_factory=dict)
    sip_headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, d: Mapping[str, Any]) -> HandoffConfig:
        return cls(d.get("sip_type", "bye"), dict(d.get("sip_config") or {}), dict(d.get("sip_headers") or {}))


class HandoffDirectory:
    """The destinations that the project configures; header values may mention state variables."""

    __slots__ = ("_configured", "_context")

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self._configured = context.section("handoffs")

    def configs(self) -> dict[str, HandoffConfig]:
        return {name: self._config(name) for name in self._configured}

    def find_name(self, name: str) -> str | None:
        """The configured name meant by this one; `default`, in any case, is the default destination."""
        if name in self._configured:
            return name
        folded = name.casefold()
        for known in self._configured:
            if known.casefold() == folded:
                return known
        return self._default_name() if folded == "default" else None

    def _default_name(self) -> str | None:
        return next((name for name, handoff in self._configured.items() if handoff["is_default"]), None)

    def require_name(self, name: str) -> str:
        """For code that names a destination: anything goes as long as the project configures none."""
        if (found := self.find_name(name)) is not None:
            return found
        if self._configured:
            raise MissingHandoff(name)
        return name

    def method_blocks(self, destination: str) -> dict[str, Any]:
        """{method: what it needs} of a configured destination, else nothing."""
        if destination not in self._configured:
            return {}
        config = self._config(destination)
        return {config.sip_type: {**config.sip_config, "sip_headers": config.sip_headers}}

    def request(
        self,
        destination: str,
        reason: str | None,
        utterance: str | None,
        sip_headers: Mapping[str, str] | None,
        route: str | None,
    ) -> dict[str, Any]:
        """Records a handoff → a return value that means the same, for code that returns it."""
        name = self.require_name(destination)
        blocks = self.method_blocks(name) or ({"refer": {}} if route or sip_headers else {})
        for block in blocks.values():
            if sip_headers:
                block["sip_headers"] = {**block.get("sip_headers", {}), **sip_headers}
            if route:
                block["phone_number"] = route
        found: dict[str, Any] = {"handoff": {"type": name, "reason": reason or name, **blocks}}
        if utterance is not None:
            found["utterance"] = found["handoff"]["utterance"] = utterance
        request = parse_handoff(found["handoff"], self)
        if not isinstance(request, Goodbye):
            self._context.recorder.handoff = request
        return found

    def _config(self, name: str) -> HandoffConfig:
        handoff = self._configured[name]
        sip = {
            key: handoff[key] for key in ("phone_number", "outbound_endpoint", "outbound_encryption") if handoff[key]
        }
        headers = {key: self._fill_variables(value) for key, value in handoff["sip_headers"].items()}
        return HandoffConfig(handoff["method"], sip, {key: value for key, value in headers.items() if value})

    def _fill_variables(self, value: str) -> str:
        """Variables that are not set are empty, and a header without a value is not sent."""
        return _VARIABLE.sub(lambda match: _to_text(self._context.state.get(match[1])), value).strip()


def _to_text(value: Any) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Goodbye:
    """A handoff that hands over to nobody: the call just ends, with these headers."""

    details: Mapping[str, Json]


def parse_handoff(value: Any, directory: HandoffDirectory) -> HandoffRequest | Goodbye | None:
    """A returned `handoff`: True, a name, or a dictionary with a destination and a block per method."""
    if not value:
        return None
    if not isinstance(value, Mapping):
        name = "default" if value is True else str(value)
        destination = directory.find_name(name) or name
        return _build_request({"type": destination, **directory.method_blocks(destination)})
    if (
        not (_named_destination(value) or value.get("reason"))
        and "bye" in value
        and not {"refer", "invite"} & value.keys()
    ):
        return Goodbye(project(dict(value)))
    name = _named_destination(value)
    destination = (directory.find_name(name) or name) if name else ""
    return _build_request(_complete(value, destination, directory))


def _named_destination(handoff: Mapping[str, Any]) -> str:
    return str(handoff.get("type") or handoff.get("destination") or "")


def _complete(handoff: Mapping[str, Any], destination: str, directory: HandoffDirectory) -> dict[str, Any]:
    configured = directory.method_blocks(destination)
    found = {**handoff, "type": destination}
    if not any(method in handoff for method in METHODS):
        return {**configured, **found}
    for method, block in configured.items():
        if isinstance(given := handoff.get(method), Mapping):
            headers = {**block.get("sip_headers", {}), **(given.get("sip_headers") or {})}
            found[method] = {**block, **given, "sip_headers": headers}
    return found


def _build_request(handoff: Mapping[str, Any]) -> HandoffRequest:
    method = next((name for name in METHODS if name in handoff), None)
    block = handoff[method] if method and isinstance(handoff[method], Mapping) else {}
    destination = _named_destination(handoff) or str(
        block.get("phone_number") or handoff.get("reason") or method or "default"
    )
    utterance = handoff.get("utterance")
    return HandoffRequest(
        destination=destination,
        reason=str(handoff.get("reason") or destination),
        utterance=None if utterance is None else str(utterance),
        method=method,
        details=project({key: value for key, value in handoff.items() if key not in _OWN_KEYS}),
    )
