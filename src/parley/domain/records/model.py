"""What can be asked of the records, and what is found, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.conversations.latencies import Part
from parley.kit.errors import ValidationFailed
from parley.kit.values import value

ID_BYTES = 16


def pack_ids(ids: Iterable[UUID]) -> bytes:
    """Sixteen bytes each: as objects they would take several times the memory."""
    return b"".join([each.bytes for each in ids])


def unpack_ids(packed: bytes) -> list[UUID]:
    return [UUID(bytes=packed[at : at + ID_BYTES]) for at in range(0, len(packed), ID_BYTES)]


@value
class Traits:
    """What happened in a conversation, where that matters. How often something did is known of finished ones."""

    deployment_id: UUID | None = None
    ab_test_id: UUID | None = None
    handoff: bool | None = None
    handoff_reason: str | None = None
    min_seconds: int | None = None
    max_seconds: int | None = None
    min_turns: int | None = None
    max_turns: int | None = None
    min_silences: int | None = None
    min_misunderstood: int | None = None
    failed: bool | None = None
    """Whether a function, an API or the conversation itself broke."""
    metric: str | None = None
    metric_value: str | None = None
    function: str | None = None
    """The name of one that was called."""
    topic: str | None = None
    """The name of one that was nearest to what the user said in a turn."""
    min_latency_ms: int | None = None
    """Of the slowest turn, exact to a bucket of the analytics' histogram."""
    latency_part: Part | None = None
    """What of it is meant; None: all."""
    tags: tuple[str, ...] = ()
    """All of them."""
    rated_up: bool | None = None
    """By somebody, as a whole or in one of its turns; False: down."""
    has_notes: bool | None = None
    among: tuple[UUID, ...] | None = None
    """No others than these."""


ANY = Traits()


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
    traits: Traits = ANY

    @property
    def only_bound_time(self) -> bool:
        return self == Filters(self.project_id, self.environment, self.start, self.end)


@value
class RecordRef:
    id: UUID
    record_bytes: int | None = None
    """The size of the snapshot; None: there is no snapshot, and the record has to be built."""
    score: float | None = None
    """How near it is to the query, where the retrieval mode knows that."""


@value
class RecordList:
    """Records in the order of the answer."""

    records: Sequence[RecordRef]
    more: bool = False
    """Others follow: there is a next page."""


class ConversationsValidationFailed(ValidationFailed):
    """The request is not valid."""


@value
class Header:
    """A conversation's row, and what it knows: from the row itself once it is finished, from its dialog state until
    then."""

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
    redacted_kinds: Sequence[str] = ()
    """Kinds of personal data that the state must not show. Rows of finished conversations are without them already; a
    dialog state is complete."""


@value
class PageRequest:
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

    @classmethod
    def within(cls, *settings: Mapping[str, Any]) -> View:
        """What all of these let one see: settings of a project, of a key."""
        lists = [set(names) for each in settings if (names := each.get("response_metrics")) is not None]
        return cls(
            transcripts=all(each.get("show_transcripts", True) for each in settings),
            metrics=tuple(sorted(set.intersection(*lists))) if lists else None,
        )

    @property
    def needs_rows(self) -> bool:
        """A snapshot has no latency: such a record is built from its rows."""
        return self.latency and self.transcripts
