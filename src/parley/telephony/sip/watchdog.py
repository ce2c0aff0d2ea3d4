"""Whether the SIP thread stands still, or is only slow because the whole machine is.

A pulse is missed when the thread did not answer in time. It counts against the thread when we ourselves were on time
and the thread was not waiting for a processor; only several in a row mean that it will not come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MOST_MISSED = 4
STARVED = 0.25
"""The part of the time that may be spent waiting for a processor before a miss no longer counts."""


@dataclass(frozen=True, slots=True)
class Probe:
    answered: bool
    late: float
    """By how many times the period our own loop came too late."""
    waited: float
    """For which part of the period the thread waited for a processor."""


@dataclass(slots=True)
class Watchdog:
    missed: int = 0

    def stands_still(self, beat: Probe) -> bool:
        if beat.answered:
            self.missed = 0
        elif beat.late < STARVED and beat.waited < STARVED:
            self.missed += 1
        return self.missed >= MOST_MISSED


def waited_seconds(thread: int) -> float:
    """How long a thread of this process has waited for a processor so far; 0 where the kernel does not say."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
