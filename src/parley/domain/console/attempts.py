"""Attempts to sign in, by address: whoever tries out keys is held back."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from parley.domain.console.model import TooManySignIns
from parley.kit.clock import minute_of, seconds_left

FAILED_PER_MINUTE = 10
MOST_ADDRESSES = 10_000
"""More in one minute are an attack: all of them wait, so that it cannot fill memory."""


class Attempts:
    """Each process counts for itself."""

    def __init__(self) -> None:
        self._minute: datetime | None = None
        self._failed: Counter[str] = Counter()

    def begin(self, address: str, now: datetime) -> None:
        """Counts an attempt as failed until `succeed`: many at once are not let in before the first has failed."""
        if (minute := minute_of(now)) != self._minute:
            self._minute = minute
            self._failed.clear()
        if self._failed[address] >= FAILED_PER_MINUTE or len(self._failed) > MOST_ADDRESSES:
            raise TooManySignIns(headers={"Retry-After": str(seconds_left(now))})
        self._failed[address] += 1

    def succeed(self, address: str) -> None:
        self._failed[address] -= 1
