"""How much one socket may send: a bucket that fills with time. Pure."""

from __future__ import annotations

BURST = 40.0
PER_SECOND = 10.0


class RateLimit:
    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._at = now

    def take(self, now: float) -> bool:
        """False: there is nothing left for this event."""
        self._left = min(BURST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
