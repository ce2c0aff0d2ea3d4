"""How far a replica is behind, from places in the log of its primary and the moments at which they were reached."""

from __future__ import annotations

from collections import deque

MOST = 1200
"""Places that are remembered. Who is further behind is not used anyway."""


class LogHistory:
    """Of the primary. A replica that has replayed a place has all that was acknowledged before the moment of it."""

    def __init__(self) -> None:
        self._places: deque[tuple[float, int]] = deque(maxlen=MOST)

    def add(self, moment: float, lsn: int) -> None:
        """`moment`: before the primary was asked."""
        if self._places and self._places[-1][1] == lsn:
            # Nothing was written meanwhile: whoever has the place has it as of now.
            self._places.pop()
        self._places.append((moment, lsn))

    def complete_until(self, replayed: int) -> float:
        """Everything that was acknowledged before this moment is there."""
        return next((moment for moment, lsn in reversed(self._places) if lsn <= replayed), float("-inf"))
