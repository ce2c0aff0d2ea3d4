"""Which minutes are due to be rolled up, and when again: pure.

A turn is written a moment after it was answered, so a minute is rolled up some time after its end. One that was written
much later, by a process that was stopped or held up, is found by a later pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from parley.domain.concurrency.model import ceiling, floor

MINUTE = timedelta(minutes=1)
PASSES = (timedelta(minutes=1), timedelta(minutes=3), timedelta(minutes=10))
"""How long after its end a minute is rolled up; the activity of younger ones is read from the turns themselves."""
LONGEST_RANGE = 5 * MINUTE
"""How much is rolled up in one transaction."""


@dataclass(frozen=True, slots=True)
class MinuteRange:
    """Minutes in a row that are due for the same pass."""

    start: datetime
    end: datetime
    passes: int

    @property
    def minutes(self) -> list[datetime]:
        return [self.start + number * MINUTE for number in range((self.end - self.start) // MINUTE)]


def closed_until(now: datetime) -> datetime:
    """Minutes before this one are rolled up."""
    return floor(now - PASSES[0], MINUTE)


def passes_due(minute: datetime, now: datetime) -> int:
    """How many passes over a minute have come."""
    return sum(minute + MINUTE + wait <= now for wait in PASSES)


def due_ranges(first: datetime, now: datetime, done: Mapping[datetime, int]) -> list[MinuteRange]:
    """What has to be rolled up so that everything from `first` on is. `done`: how many passes each minute has had."""
    minutes = range((ceiling(closed_until(now), MINUTE) - floor(first, MINUTE)) // MINUTE)
    wanted = ((minute := floor(first, MINUTE) + number * MINUTE, passes_due(minute, now)) for number in minutes)
    return list(_ranges((minute, passes) for minute, passes in wanted if done.get(minute, 0) < passes))


def _ranges(minutes: Iterable[tuple[datetime, int]]) -> Iterator[MinuteRange]:
    held: MinuteRange | None = None
    for minute, passes in minutes:
        follows = held is not None and (held.end, held.passes) == (minute, passes)
        if held is not None and follows and held.end - held.start < LONGEST_RANGE:
            held = MinuteRange(held.start, minute + MINUTE, passes)
        else:
            if held is not None:
                yield held
            held = MinuteRange(minute, minute + MINUTE, passes)
    if held is not None:
        yield held
