"""External events as values: something posted from outside under an id that the agent handed out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from uuid import UUID

from parley.kit.errors import ParleyError

MOST_EVENTS = 1_000
MOST_EVENT_CHARACTERS = 300_000
"""External events that a conversation carries from turn to turn: the newest, as many as fit."""


class ExternalEventIdNotFound(ParleyError):
    """External event id not found in request"""

    status = 400


class ExternalEventIdNotValid(ParleyError):
    """External event id not valid"""

    status = 400


@dataclass(frozen=True, slots=True)
class IncomingEvent:
    """What somebody outside sent under an id that an agent handed out."""

    event_id: str
    content_type: str
    data: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AcceptedEvent:
    """The conversation that an event is for."""

    conversation_id: UUID
    is_attended: bool
    """A door waits for it, in a process that lives."""


class EventConsumer(Enum):
    """Who brings events that are pending to their conversation."""

    OTHER_PROCESS = auto()
    NOBODY = auto()


@dataclass(frozen=True, slots=True)
class ExternalEvent:
    number: int
    """Events of a conversation have rising numbers, in the order in which they were accepted."""
    event_id: str
    send_to_llm: bool
    content_type: str
    data: str
    created_at: datetime
