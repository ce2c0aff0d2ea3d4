"""Everything that one call did or asked for, in order. Functions may use several threads: members only grow."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from parley.runtime.host.messages import MAX_LOGS
from parley.runtime.host.protocol import (
    Effects,
    HandoffRequest,
    Json,
    LogLine,
    NewExternalEvent,
    OutgoingMessage,
    Transition,
)
from parley.runtime.host.surface.guard import text_of
from parley.runtime.host.surface.projection import project, project_members

_LINE_CHARACTERS = 16_000
_LOG_CHARACTERS = 1_000_000
"""All lines of one call together; what comes later is cut short."""


class Recorder:
    def __init__(self, now: Callable[[], str]) -> None:
        self._now = now
        self._log_room = _LOG_CHARACTERS
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
        if len(self.logs) >= MAX_LOGS:
            return
        found = dict(fields or {})
        if (raised := found.get("exc_info")) not in (None, False):
            found["exc_info"] = traceback_of(raised)
        room = min(_LINE_CHARACTERS, self._log_room)
        line, members = project(text_of(message), room), project_members(found, room)
        self._log_room = max(self._log_room - len(line) - (len(str(members)) if members else 0), 0)
        self.logs.append(LogLine(level, line, members, bool(is_pii), self._now()))

    def effects(self) -> Effects:
        return Effects(
            variant=self.variant,
            variant_attributes=self.variant_attributes,
            language=self.language,
            voice=self.voice,
            metrics=tuple(self.metrics),
            messages=tuple(self.messages),
            logs=tuple(self.logs),
            api_errors=self.api_errors,
            new_events=tuple(self.new_events),
            disabled_topics=self.disabled_topics,
            asr_biasing=self.asr_biasing,
            attachments=project(self.attachments) if self.attachments else (),
            suggestions=tuple(self.suggestions),
            csat=self.csat,
            discard_recording=self.discard_recording,
            entities=self.entities,
            other=self.other,
        )


def traceback_of(raised: object) -> str:
    """`exc_info` as loggers take it: True, an exception, or the triple of sys.exc_info."""
    if isinstance(raised, BaseException):
        error: BaseException | None = raised
    elif isinstance(raised, tuple) and len(raised) == 3 and isinstance(raised[1], BaseException):
        error = raised[1]
    else:
        error = sys.exc_info()[1]
    return "".join(traceback.format_exception(error)) if error else ""
