"""How many requests each key may make in a minute.

Each process counts for itself: this holds back a client that runs away, costs no query, and is not a bill.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from uuid import UUID

from parley.kit.clock import minute_of, seconds_left
from parley.kit.errors import ParleyError


class RateLimitExceeded(ParleyError):
    """This key has made too many requests in this minute. Try again when it is over."""

    status = 429


class RateLimiter:
    def __init__(self) -> None:
        self._minute: datetime | None = None
        self._counted: Counter[UUID] = Counter()

    def count(self, key: UUID, now: datetime, per_minute: int) -> None:
        """Counts a request, or refuses it. `per_minute` is how many a key may make."""
        if (minute := minute_of(now)) != self._minute:
            self._minute = minute
            # All counts go with the minute, so that keys which are not used any more take no memory.
            self._counted.clear()
        if self._counted[key] >= per_minute:
            raise RateLimitExceeded(headers={"Retry-After": str(seconds_left(now))})
        self._counted[key] += 1
