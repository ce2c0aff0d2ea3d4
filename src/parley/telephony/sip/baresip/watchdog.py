"""Whether the SIP thread hangs, or is only slow because the whole machine is.

A probe is missed when the thread did not answer in time. It counts against the thread when our own loop was on time and
the thread was not waiting for a processor; only several in a row mean that it will not come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MAX_MISSED = 4
STARVED = 0.25
"""The part of the period that may be spent waiting for a processor before a miss no longer counts."""


@dataclass(frozen=True, slots=True)
class Probe:
    answered: bool
    late: float
    """By how many times the period our own loop came too late."""
    starved: float
    """For which part of the period the thread waited for a processor."""


@dataclass(slots=True)
class Watchdog:
    missed: int = 0

    def is_hanging(self, probe: Probe) -> bool:
        if probe.answered:
            self.missed = 0
        elif probe.late < STARVED and probe.starved < STARVED:
            self.missed += 1
        return self.missed >= MAX_MISSED


def processor_wait_seconds(thread: int) -> float:
    """How long a thread of this process has waited for a processor so far; 0 where the kernel does not say."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
