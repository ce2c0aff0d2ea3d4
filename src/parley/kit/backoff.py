"""How long to wait before trying again: pure. Chance is given, so that tests can say what it is.

Chance spreads delays, because what failed together must not come back together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True)
class Jitter:
    """What a delay is multiplied with: from `least` to `least + spread`, by chance."""

    least: float = 1.0
    spread: float = 0.0

    def apply(self, seconds: float, chance: float) -> float:
        """`chance` is from 0 to 1."""
        return seconds * (self.least + self.spread * chance)


@dataclass(frozen=True, slots=True)
class ExponentialBackoff:
    """Each delay is `factor` times the one before, from `first` up to `longest` seconds."""

    first: float
    longest: float
    factor: float = 2.0
    jitter: Jitter = Jitter()

    def delay(self, failures: int, chance: float) -> float:
        """After the failure of that number; the first is 1."""
        try:
            seconds = min(self.longest, self.first * self.factor ** (failures - 1))
        except OverflowError:  # some thousand failures: no float is as large, and the longest was reached long ago
            seconds = self.longest
        return self.jitter.apply(seconds, chance)


@dataclass(frozen=True, slots=True)
class ScheduledBackoff:
    """Delays that somebody wrote down; there is no attempt after the last of them."""

    delays: tuple[float, ...]
    jitter: Jitter = Jitter()

    def delay(self, failures: int, chance: float) -> float | None:
        """After the failure of that number; the first is 1. None: that was the last attempt."""
        if failures > len(self.delays):
            return None
        return self.jitter.apply(self.delays[failures - 1], chance)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The pause a response asks for, in seconds. A date is measured against the response's own Date header: clocks
    differ."""
    # In no standard, but servers of OpenAI and Azure send it, and it is the finer one.
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    try:
        until = parsedate_to_datetime(value)
        answered = parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (until - answered).total_seconds())
    except (TypeError, ValueError):
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text is not None else None
    except ValueError:
        return None
    return number if number is not None and 0 <= number < float("inf") else None
