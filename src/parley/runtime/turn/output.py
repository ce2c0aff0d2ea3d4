"""What goes into a turn and what it hands out: words and waits to a listener while it runs, one result at its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any

from parley.agent_host.protocol import HandoffRequest, Json, NewExternalEvent, OutgoingMessage, TranscriptLine
from parley.domain.projects.model import LatencyControl
from parley.kit.values import value
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.trace.turn_trace import Trace


class EndReason(StrEnum):
    HANGUP = "agent_end"
    HANDOFF = "handoff"
    SILENCE = "silence"


@value
class Speech:
    """A piece of the reply; all pieces joined are the reply."""

    text: str
    language: str = ""
    """What follows is for listeners that speak it."""
    voice: Mapping[str, Json] | None = None
    as_keys: bool = False
    """To be sent as tones of a telephone keypad."""


@value
class Waiting:
    """What may take long starts now and has ended when the next event comes: a function, or else the model. Voice says
    the delay responses meanwhile."""

    function: str | None
    latency: LatencyControl


Event = Speech | Waiting
Listener = Callable[[Event], Awaitable[None]]
"""Whoever speaks the reply while it comes. The turn goes on when the listener returns."""


@value
class TurnInput:
    text: str = ""
    """What the user said, after corrections; empty when it was not the user's turn, or they were silent."""
    alternatives: tuple[str, ...] = ()
    """All hearings of what was said, best first."""
    is_silence: bool = False
    metadata: Mapping[str, Json] = field(default_factory=dict)
    """What the client attached to it, for functions."""
    is_external_event: bool = False
    """Not the user's turn: the agent speaks because of what it was told since its last one."""


@value
class TurnOutput:
    """What a turn leaves for others besides its words: all that functions, built-in tools and retrieval add to it.

    A new fact of a turn is a field here and in `Turn`, under the same name, and a column in `TURN_COLUMNS`.
    """

    intents: tuple[str, ...] = ()
    """Topics that were found, nearest first."""
    is_ood: bool = False
    entities: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[tuple[str, Json], ...] = ()
    messages: tuple[OutgoingMessage, ...] = ()
    new_events: tuple[NewExternalEvent, ...] = ()
    function_errors: int = 0
    api_errors: int = 0
    delay_responses: tuple[str, ...] = ()
    """What would have been said while functions ran, had someone been listening."""
    attachments: tuple[Json, ...] = ()
    suggestions: tuple[str, ...] = ()
    other: Mapping[str, Json] = field(default_factory=dict)

    def plus(self, more: TurnOutput) -> TurnOutput:
        return TurnOutput(*map(_joined, _members(self), _members(more)))


NO_OUTPUT = TurnOutput()
_members = attrgetter(*(each.name for each in fields(TurnOutput)))


def _joined(before: Any, more: Any) -> Any:
    """Counts are added up, lists go on, of mappings the newer entries win."""
    if not more or not before:
        return more or before
    return {**before, **more} if isinstance(before, Mapping) else before + more


@value
class Latency:
    """In milliseconds."""

    first_speech: float | None
    """Until the first words could be delivered; None when nothing was said."""
    total: float
    model: float
    functions: float


@value
class TurnResult:
    dialog: DialogState
    input: TurnInput
    output: TurnOutput
    trace: Trace
    latency: Latency
    reply: str = ""
    lines: tuple[TranscriptLine, ...] = ()
    """What this turn adds to the history, in order."""
    shared_id_changed: bool = False
    """The integrator's own id for the conversation is another one now."""

    @property
    def conversation_id(self) -> str:
        """The public one."""
        return self.dialog.context.id

    @property
    def end_conversation(self) -> bool:
        return self.dialog.ended

    @property
    def end_reason(self) -> str | None:
        return self.dialog.end_reason

    @property
    def handoff(self) -> HandoffRequest | None:
        return self.dialog.handoff
