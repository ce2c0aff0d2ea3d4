"""What a turn hands out: words as they become deliverable and waits to its listener, and at the end one result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from enum import StrEnum

from parley.agent_host.protocol import HandoffRequest, Json, NewExternalEvent, OutgoingMessage, TranscriptLine
from parley.domain.projects.model import LatencyControl
from parley.kit.values import value
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.trace import Trace


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
    trace: Trace
    latency: Latency
    reply: str = ""
    user_text: str = ""
    """The input after corrections."""
    lines: tuple[TranscriptLine, ...] = ()
    """What this turn adds to the history, in order."""
    end_conversation: bool = False
    end_reason: str | None = None
    handoff: HandoffRequest | None = None
    is_renamed: bool = False
    """The integrator's own id for the conversation is another one now."""
    is_silence: bool = False
    is_ood: bool = False
    intents: tuple[str, ...] = ()
    entities: Mapping[str, str] = field(default_factory=dict)
    metrics: tuple[tuple[str, Json], ...] = ()
    messages: tuple[OutgoingMessage, ...] = ()
    new_events: tuple[NewExternalEvent, ...] = ()
    function_errors: int = 0
    api_errors: int = 0
    delay_responses: tuple[str, ...] = ()
    """What would have been said while functions ran, had someone been listening."""
    utterance_channel: str | None = None
    attachments: tuple[Json, ...] = ()
    suggestions: tuple[str, ...] = ()
    other: Mapping[str, Json] = field(default_factory=dict)


Event = Speech | Waiting
Listener = Callable[[Event], Awaitable[None]]
"""Whoever speaks the reply while it comes. The turn goes on when the listener returns."""
