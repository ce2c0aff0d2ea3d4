"""Everything that one call did or asked for, in order. Functions may use several threads: members only grow."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from parley.agent_host.allowance import METRIC_CHARACTERS, PER_CALL, Allowance, log_size
from parley.agent_host.protocol import (
    Effects,
    HandoffRequest,
    Json,
    LogLine,
    NewExternalEvent,
    OutgoingMessage,
    Transition,
)
from parley.agent_host.surface.catch_all import safe_str
from parley.agent_host.surface.errors import LimitExceeded, TooLarge
from parley.agent_host.surface.projection import bounded_text, project, project_members, project_whole

_LINE_CHARACTERS = 16_000
"""Of a log line; it is cut, because a call that fails on its own log would be of no use."""


class EffectsRecorder:
    def __init__(self, now: Callable[[], str], allowance: Allowance = PER_CALL) -> None:
        self._now = now
        self._allowance = allowance
        self._log_room = allowance.log_characters
        self._noted: set[str] = set()
        """What was dropped and is said already."""
        self.utterance: str | None = None
        self.destination: Transition | None = None
        self.exits = False
        self.handoff: HandoffRequest | None = None
        self.variant: str | None = None
        self.variant_attributes: Mapping[str, Mapping[str, Json]] | None = None
        self.language: str | None = None
        self.voice: Mapping[str, Json] | None = None
        self.metrics: list[tuple[str, Json, bool]] = []
        self.messages: list[OutgoingMessage] = []
        self.logs: list[LogLine] = []
        self.api_errors = 0
        self.new_events: list[NewExternalEvent] = []
        self.disabled_topics: list[str] | None = None
        self.asr_biasing: Mapping[str, Json] | None = None
        self.attachments: list[Any] = []
        self.suggestions: list[str] = []
        self.csat: dict[str, Json] = {}
        self.discard_recording = False
        self.entities: dict[str, str | None] = {}
        self.other: dict[str, Json] = {}

    @property
    def transition(self) -> Transition | None:
        """A navigation beats an exit, whichever came first."""
        return self.destination or (Transition(exit_flow=True) if self.exits else None)

    def go_to_flow(self, name: str) -> None:
        """A step asked for before is a step of this flow, unless it was asked for in another flow."""
        before = self.destination
        step = before.goto_step if before is not None and before.goto_flow is None else None
        self.destination = Transition(goto_flow=name, goto_step=step)

    def go_to_step(self, name: str) -> None:
        """Of the flow that was asked for before, else of the current one."""
        self.destination = Transition(self.destination.goto_flow if self.destination else None, name)

    def log(self, level: str, message: object, is_pii: bool = False, fields: Mapping[str, Any] | None = None) -> None:
        if len(self.logs) >= self._allowance.logs or self._log_room <= 0:
            self._warn_once("Further log lines were dropped: the call or the turn has written as many as it may.")
            return
        found = dict(fields or {})
        if (raised := found.get("exc_info")) not in (None, False):
            found["exc_info"] = format_traceback(raised)
        room = min(_LINE_CHARACTERS, self._log_room)
        line, members = project(safe_str(message), room), project_members(found, room)
        self._log_room -= log_size(line, members)
        self.logs.append(LogLine(level, line, members, bool(is_pii), self._now()))

    def add_metric(self, name: object, value: object, write_once: bool) -> None:
        """One that is too many or too large is left out, and the log says so once."""
        if len(self.metrics) >= self._allowance.metrics:
            self._warn_once("Further metrics were dropped: the call or the turn has written as many as it may.")
            return
        try:
            named = bounded_text(name, METRIC_CHARACTERS, "The name of a metric")
            found = project_whole(value, METRIC_CHARACTERS, f"The metric {named[:100]!r}")
        except TooLarge as error:
            self._warn_once(f"A metric was dropped: {error}.", "large metric")
            return
        self.metrics.append((named, found, write_once))

    def add_message(self, message: OutgoingMessage) -> None:
        if len(self.messages) >= self._allowance.messages:
            raise LimitExceeded("The call or the turn has sent as many messages as it may.")
        self.messages.append(message)

    def require_event_allowance(self) -> None:
        """Before an id is handed out."""
        if len(self.new_events) >= self._allowance.events:
            raise LimitExceeded("The call or the turn has made as many external events as it may.")

    def _warn_once(self, message: str, subject: str | None = None) -> None:
        """Once in a call, beyond what may be logged."""
        if (subject or message) not in self._noted:
            self._noted.add(subject or message)
            self.logs.append(LogLine("warning", message, at=self._now()))

    def effects(self) -> Effects:
        """Each is recorded here under its own name."""
        found: dict[str, Any] = {name: getattr(self, name) for name in Effects.__struct_fields__}
        found["attachments"] = project(self.attachments)
        for name, each in found.items():
            found[name] = tuple(each) if isinstance(each, list) else each
        return Effects(**found)


def format_traceback(raised: object) -> str:
    """`exc_info` as loggers take it: True, an exception, or the triple of sys.exc_info."""
    if isinstance(raised, BaseException):
        error: BaseException | None = raised
    elif isinstance(raised, tuple) and len(raised) == 3 and isinstance(raised[1], BaseException):
        error = raised[1]
    else:
        error = sys.exc_info()[1]
    return "".join(traceback.format_exception(error)) if error else ""
