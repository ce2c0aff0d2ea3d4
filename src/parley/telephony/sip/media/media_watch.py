"""Whether the other side of a call is still there when no sound comes from it. Pure but for the clock.

Silence is no sign of an end: phones that suppress silence, or are on hold, send nothing for minutes. So who is silent
is asked (an OPTIONS within the call), and only who does not know of the call any more, or does not answer, is gone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

GONE_CODES = frozenset({408, 481})
"""It does not know the call, or somebody in between says that it does not answer."""
FAILURES = 2
"""So many questions in a row without an answer, which takes half a minute each."""


@dataclass(frozen=True, slots=True)
class Line:
    packets: int
    """Received so far."""
    heard_at: float
    """The last time that anything was: media, or an answer."""
    is_asked: bool = False
    failures: int = 0


class MediaWatch:
    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        """Who was not heard for so many `seconds` is asked."""
        self._seconds = seconds
        self._now = now
        self._lines: dict[str, Line] = {}

    def look(self, packets: Mapping[str, int]) -> list[str]:
        """Of the calls that run, by Call-ID, how many packets each has received. Which of them are to be asked now."""
        now = self._now()
        self._lines = {call_id: self._heard(call_id, count, now) for call_id, count in packets.items()}
        due = [
            call_id
            for call_id, line in self._lines.items()
            if not line.is_asked and now - line.heard_at >= self._seconds
        ]
        for call_id in due:
            self._lines[call_id] = replace(self._lines[call_id], is_asked=True)
        return due

    def answered(self, call_id: str, code: int | None) -> bool:
        """The status that the other side gave, None for none in time. True: it is gone."""
        line = self._lines.get(call_id)
        if line is None or not line.is_asked:
            return False
        if code is not None and code not in GONE_CODES:
            self._lines[call_id] = replace(line, is_asked=False, failures=0, heard_at=self._now())
            return False
        failures = line.failures + 1
        self._lines[call_id] = replace(line, is_asked=False, failures=failures)
        return code is not None or failures >= FAILURES

    def _heard(self, call_id: str, packets: int, now: float) -> Line:
        line = self._lines.get(call_id)
        if line is None:
            return Line(packets, now)
        # A count that became less is that of another stream.
        return line if packets == line.packets else Line(packets, now, line.is_asked)
