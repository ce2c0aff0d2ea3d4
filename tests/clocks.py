"""A clock that a test moves by hand."""

from __future__ import annotations

from datetime import datetime

from parley.kit.clock import SystemClock


class HandClock(SystemClock):
    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment
