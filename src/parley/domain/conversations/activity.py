"""What has just happened in conversations, for those who watch: told once each, from looks that overlap."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from parley.kit.values import value

OVERLAP = timedelta(seconds=10)
"""A turn is dated when it was answered and seen when it was written. What is written later than this is not told."""


class Happening(StrEnum):
    STARTED = "started"
    TURN = "turn"
    ENDED = "ended"


@value
class Active:
    """A conversation in which something happened a moment ago."""

    id: UUID
    public_id: str
    """Or the one that somebody chose for it: what lists and addresses have."""
    environment: str
    channel: str
    variant_id: str
    started_at: datetime
    ended_at: datetime | None
    handoff: bool
    turns: int

    @property
    def happening(self) -> Happening:
        if self.ended_at is not None:
            return Happening.ENDED
        return Happening.STARTED if self.turns <= 1 else Happening.TURN


class Watch:
    """What one watcher has been told."""

    def __init__(self, since: datetime) -> None:
        self.since = since
        self._told: dict[UUID, tuple[int, bool]] = {}

    def begin_with(self, seen: Sequence[Active]) -> None:
        """Happened before the watch began."""
        self._told = _known(seen)

    def news(self, seen: Sequence[Active], now: datetime) -> list[Active]:
        """`seen` is everything that happened since `since`; the next look reaches back to before `now`."""
        news = [each for each in seen if self._is_new(each)]
        # Only what the next look may show again is remembered.
        self._told = _known(seen)
        self.since = now - OVERLAP
        return news

    def _is_new(self, each: Active) -> bool:
        turns, ended = self._told.get(each.id, (-1, False))
        return not ended and (each.ended_at is not None or each.turns > turns)


def _known(seen: Sequence[Active]) -> dict[UUID, tuple[int, bool]]:
    return {each.id: (each.turns, each.ended_at is not None) for each in seen}
