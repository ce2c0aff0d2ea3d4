"""What can be asked of the records, and what is found, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

EARLY = timedelta(hours=1)
"""An id is as old as the conversation or at most this much older: a call has one while it waits to be placed."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Listed:
    id: UUID
    record_bytes: int | None = None
    """The size of the sealed record; None: the conversation is not sealed, and its record has to be built."""


@dataclass(frozen=True, slots=True)
class Found:
    """Records in the order of the answer."""

    records: Sequence[Listed]
    more: bool = False
    """Others follow: there is a next page."""
