"""When and how long to wait before asking a provider again: pure decisions, no clock and no socket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

TRANSIENT_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
HOPELESS_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "account_deactivated"})


@dataclass(frozen=True, slots=True)
class Backoff:
    retries: int = 2
    base: float = 0.4
    factor: float = 2.0
    longest: float = 8.0
    longest_asked: float = 20.0
    """A server that asks for a longer pause than this is not waited for."""

    def wait(self, failures: int, asked: float | None, random: Callable[[], float]) -> float | None:
        """Seconds to wait after this many failures, or None to give up. `asked` is the server's Retry-After."""
        if failures > self.retries:
            return None
        own = min(self.longest, self.base * self.factor ** (failures - 1)) * (0.5 + random() / 2)
        if asked is None:
            return own
        return None if asked > self.longest_asked else max(own, asked)


def is_transient(status: int, code: str | None = None) -> bool:
    return status in TRANSIENT_STATUSES and code not in HOPELESS_CODES


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The pause a response asks for, in seconds. A date is measured against the response's own Date header."""
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
