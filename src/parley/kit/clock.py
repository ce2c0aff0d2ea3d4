"""Time as a dependency, so that tests can run it as they please."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The moment, aware and in UTC."""
        ...

    def monotonic(self) -> float: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


def iso(moment: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and `Z`, as every response writes it."""
    in_utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return f"{in_utc.isoformat(timespec='milliseconds')[:-6]}Z"


def minute_of(moment: datetime) -> datetime:
    """The beginning of the minute that something is counted in."""
    return moment.replace(second=0, microsecond=0)


def seconds_left(moment: datetime) -> int:
    """Whole seconds after which the next minute has begun."""
    return 60 - moment.second
