"""Which minutes have to be measured, and when again: pure.

A turn is written a moment after it was answered, so a minute is measured some time after its end. One that was written
much later, by a process that was stopped or held up, is found by a later look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from parley.domain.concurrency.model import ceiling, floor

MINUTE = timedelta(minutes=1)
LOOKS = (timedelta(minutes=1), timedelta(minutes=3), timedelta(minutes=10))
"""How long after its end a minute is looked at: the activity of younger ones is read from the records themselves."""
LONGEST_STRETCH = 5 * MINUTE
"""How much is measured in one transaction."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Minutes in a row that are due for the same look."""

    start: datetime
    end: datetime
    looks: int

    @property
    def minutes(self) -> list[datetime]:
        return [self.start + number * MINUTE for number in range((self.end - self.start) // MINUTE)]


def closed_until(now: datetime) -> datetime:
    """Minutes before this one are measured."""
    return floor(now - LOOKS[0], MINUTE)


def looks_due(minute: datetime, now: datetime) -> int:
    """How many of the looks at a minute have come."""
    return sum(minute + MINUTE + wait <= now for wait in LOOKS)


def due(first: datetime, now: datetime, known: Mapping[datetime, int]) -> list[Stretch]:
    """What there is to measure so that everything from `first` on is. `known` says how often each minute was."""
    minutes = range((ceiling(closed_until(now), MINUTE) - floor(first, MINUTE)) // MINUTE)
    wanted = ((minute := floor(first, MINUTE) + number * MINUTE, looks_due(minute, now)) for number in minutes)
    return list(_stretches((minute, looks) for minute, looks in wanted if known.get(minute, 0) < looks))


def _stretches(minutes: Iterable[tuple[datetime, int]]) -> Iterator[Stretch]:
    held: Stretch | None = None
    for minute, looks in minutes:
        follows = held is not None and (held.end, held.looks) == (minute, looks)
        if held is not None and follows and held.end - held.start < LONGEST_STRETCH:
            held = Stretch(held.start, minute + MINUTE, looks)
        else:
            if held is not None:
                yield held
            held = Stretch(minute, minute + MINUTE, looks)
    if held is not None:
        yield held
