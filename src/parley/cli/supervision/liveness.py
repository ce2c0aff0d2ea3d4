"""When a child counts as hung: pure decisions over what its heartbeat said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TICK_SECONDS = 0.25
ALL_SILENT_FACTOR = 3
"""When all children fall silent at once, what they share (disk, memory) is the likely cause: killing cures nothing."""


@dataclass(frozen=True, slots=True)
class LivenessLimits:
    hung_seconds: float = 6.0
    """A child that was alive may be silent for this long; 0: for ever."""
    start_seconds: float = 60.0
    """What a new child may take until its event loop runs: it imports everything first."""


@dataclass(slots=True)
class Liveness:
    """Of one run of a child."""

    is_warm: bool = False
    """It has imported everything before it got its role: its first beat is due as soon as any other."""
    beats: int = 0
    lag: float = 0.0
    silent_seconds: float = 0.0
    """Only time in which the supervisor was awake counts."""

    def record_beat(self, lag: float) -> None:
        self.beats += 1
        self.lag = lag
        self.silent_seconds = 0.0


def awake_seconds(elapsed: float) -> float:
    """How much of the time between two looks counts. More than two ticks means that we were not running ourselves: the
    machine slept, was paused or is starved, and the children may have been no better off."""
    return min(elapsed, 2 * TICK_SECONDS)


def find_hung(children: Mapping[str, Liveness], limits: LivenessLimits) -> dict[str, str]:
    """Who is to be killed, and why: `hung`, or `not_started` when it was never heard of."""
    if limits.hung_seconds <= 0:
        return {}
    allowed = limits.hung_seconds
    living = [liveness for liveness in children.values() if liveness.beats]
    if len(living) > 1 and all(liveness.silent_seconds > allowed / 2 for liveness in living):
        allowed *= ALL_SILENT_FACTOR
    found = {}
    for name, liveness in children.items():
        if liveness.beats:
            if liveness.silent_seconds > allowed:
                found[name] = "hung"
        elif liveness.silent_seconds > (limits.hung_seconds if liveness.is_warm else limits.start_seconds):
            found[name] = "not_started"
    return found
