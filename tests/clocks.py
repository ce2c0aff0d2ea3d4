"""Clocks that a test moves by hand."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.kit.clock import SystemClock


class HandClock(SystemClock):
    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment


class ShiftedClock(SystemClock):
    """Runs as time does, by so much ahead of it."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.ahead = ahead

    def now(self) -> datetime:
        return super().now() + self.ahead
