"""What this process takes of its machine."""

from __future__ import annotations

import os
import time
from pathlib import Path

STATM = Path("/proc/self/statm")


class CpuShare:
    """Of one core, between two questions."""

    def __init__(self) -> None:
        self._last = time.monotonic(), time.process_time()

    def read(self) -> float:
        before, now = self._last, (time.monotonic(), time.process_time())
        self._last = now
        passed = now[0] - before[0]
        return (now[1] - before[1]) / passed if passed > 0 else 0.0


def resident_bytes() -> int:
    """0 where the system does not say."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
