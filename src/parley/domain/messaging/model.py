"""Messaging sessions as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.values import value

IDLE = timedelta(minutes=10)
"""A session without any event from its client for this long is over."""
KEPT_AFTER_END = timedelta(hours=1)
"""How long what was said stays in the journal; the record of the conversation has it anyway."""
RESUMABLE_AFTER_END = timedelta(minutes=10)
"""A client that was away when the session ended may still come for the rest."""

LARGEST_MESSAGE = 128 * 1024
"""Bytes of a frame; what is larger gets an error event."""
LONGEST_TEXT = 20_000
"""Characters of a message, as in the Chat API."""
MOST_SOCKETS = 10
"""Of one session, on all nodes together."""
HEARTBEAT_SECONDS = 30
MOST_RECONNECTS = 5


class Attendance(StrEnum):
    """Who answers the user."""

    NOBODY = "nobody"
    AGENT = "agent"
    QUEUE = "queue"
    """Handed over, and no person has taken it yet."""
    PERSON = "person"
    CALL = "call"
    """The agent is spoken to: the client calls beside the session."""
    CLIENT = "client"
    """Handed over to whatever the client has for that; nobody answers here any more."""


class EndReason(StrEnum):
    USER_END = "REASON_USER_END"
    USER_ABANDONED = "REASON_USER_ABANDONED"
    NATURAL_END = "REASON_NATURAL_END"


@value
class Person:
    """Who has taken over."""

    id: str
    name: str = ""
    avatar_url: str = ""


@value
class Handover:
    """The agent has handed the user over to whoever is at the desk."""

    queue: str
    reason: str
    sequence: int
    """Of the last event before it."""
    at: datetime


def read_handover(stored: Mapping[str, Any] | None, at: datetime | None) -> Handover | None:
    return Handover(**stored, at=at) if stored is not None and at is not None else None


class SessionNotFound(ParleyError):
    """There is no such session, or it has expired."""

    status = 404


class TooManySockets(ParleyError):
    """This session has as many connections as it may."""

    status = 429

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})


class RequestDone(Exception):
    """Another process was faster, or has done it before it died."""


@value
class Session:
    id: UUID
    account_id: str
    project_id: str
    key_id: UUID
    environment: str
    variant: str | None
    streaming: bool
    conversation_id: UUID | None
    attendance: Attendance
    language: str
    agent_name: str
    avatar_url: str
    context: Mapping[str, Any] | None
    """What the page's own server said about the user."""
    context_id: str
    """Which context such a server has to vouch for."""
    last_sequence: int
    last_request: int
    answered: int
    """Up to which request the client's requests have been acted on."""
    ended_at: datetime | None
    end_reason: str | None = None
    handover: Handover | None = None
    person: Person | None = None

    @property
    def has_ended(self) -> bool:
        return self.ended_at is not None

    def is_resumable(self, now: datetime) -> bool:
        """One that has ended can still be read to its end for a while, but not one that its client abandoned."""
        if self.ended_at is None:
            return True
        return now - self.ended_at < RESUMABLE_AFTER_END and self.end_reason != EndReason.USER_ABANDONED


@value
class Entry:
    """An event that is about to get its sequence."""

    body: str
    """JSON of the event, without the sequence."""
    is_request: bool = False
    fingerprint: int | None = None
    """Of a request that its client has given an id: if it comes again, it is not written again."""
    is_message: bool = False
    """What a user says: while a person has the session, nobody here has to act on it."""


@value
class Journaled:
    """An event under its sequence, as clients get it."""

    sequence: int
    body: str

    @property
    def text(self) -> str:
        return f'{{"sequence":{self.sequence},{self.body[1:]}'


@value
class Append:
    """What is to be written of one session, together or not at all."""

    session_id: UUID
    entries: Sequence[Entry]
    answered: int | None = None
    """The request that this acts on: nothing is written if that was done before."""
    by_runner: bool = False
    """Nothing is written either if another process acts on the session's requests by now."""
    may_come_again: bool = False
    """The request was refused: its client may well send it once more."""

    @property
    def is_request(self) -> bool:
        """One request of the client, and nothing else."""
        return len(self.entries) == 1 and self.entries[0].is_request and self.answered is None and not self.by_runner


@value
class Appended:
    events: Sequence[Journaled]
    runner: int | None
    """The process that acts on its requests."""
    has_requests: bool
    """That nobody has acted on yet."""
    is_elsewhere: bool
    """Other processes have sockets of the session; or a person has it, who may wait for what is said at whichever."""


@value
class Request:
    """The next thing that a client wants, with the session as it stands."""

    session: Session
    sequence: int
    body: str
    nodes: frozenset[int]
    """Processes that have sockets of the session."""


def numbered(entries: Sequence[Entry], first: int) -> list[Journaled]:
    return [Journaled(first + place, entry.body) for place, entry in enumerate(entries)]
