"""What can be asked of the records, and what is found, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.kit.errors import ValidationFailed
from parley.kit.values import value


@value
class Filters:
    """Which conversations are meant. Times bound `started_at`: from `start` on, up to but without `end`."""

    project_id: str
    environment: str
    start: datetime | None = None
    end: datetime | None = None
    channels: tuple[str, ...] = ()
    """Labels as they are in the records, such as WEBCHAT. None given: every channel."""
    variant_id: str | None = None
    variant_name: str | None = None
    in_progress: bool | None = None

    @property
    def are_of_time_alone(self) -> bool:
        return self == Filters(self.project_id, self.environment, self.start, self.end)


@value
class Listed:
    id: UUID
    record_bytes: int | None = None
    """The size of the sealed record; None: the conversation is not sealed, and its record has to be built."""
    score: float | None = None
    """How near it is to what was asked for, where the mode knows that."""


@value
class Found:
    """Records in the order of the answer."""

    records: Sequence[Listed]
    more: bool = False
    """Others follow: there is a next page."""


class ConversationsValidationFailed(ValidationFailed):
    """The request is not valid."""


@value
class Header:
    """A conversation's row, and what it knows: from the row itself once it is finished, from its mind until then."""

    id: UUID
    public_id: str
    account_id: str
    project_id: str
    environment: str
    channel: str
    variant_id: str
    variant_name: str
    language: str
    from_number: str
    to_number: str
    started_at: datetime
    ended_at: datetime | None
    handoff: bool
    handoff_reason: str
    handoff_destination: str
    state: Mapping[str, Any]
    metrics: Mapping[str, Any] | None
    """None until it is finished: its turns have them."""
    hidden: Sequence[str] = ()
    """Kinds of personal data that the state must not show: a mind is complete, what is kept is without them."""


@value
class Span:
    """Which of the records that fit: newest first unless they are wanted ascending, so many, from somewhere on."""

    limit: int
    offset: int = 0
    after: UUID | None = None
    ascending: bool = False


@value
class View:
    """What of a record a caller gets to see, and in which form."""

    transcripts: bool = True
    metrics: tuple[str, ...] | None = None
    """The names that are shown; None: all of them."""
    latency: bool = False
    legacy: bool = False
    """The form of v1."""
    whitelisted: bool = False
    """In the legacy form: no more than whose conversation it was, and when."""

    @property
    def needs_rows(self) -> bool:
        """The sealed text has no latency: such a record is built anew."""
        return self.latency and self.transcripts
