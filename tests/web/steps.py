"""How long the event loop is kept busy without a break: CPU time of its own thread, whatever else the machine does."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

TICK_SECONDS = 0.001


class Steps:
    """Looks at the clock of the loop's thread a thousand times a second; what keeps the loop from letting it shows."""

    def __init__(self) -> None:
        self.longest = 0.0
        """Seconds of CPU time between two looks."""
        self._at = time.thread_time()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._at = time.thread_time()
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._look)

    def _look(self) -> None:
        self.longest = max(self.longest, time.thread_time() - self._at)
        self.start()

    def taken(self) -> float:
        """The longest since it was asked last."""
        longest, self.longest = max(self.longest, time.thread_time() - self._at), 0.0
        return longest

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


@contextmanager
def measured() -> Iterator[Steps]:
    """Collections of garbage are put off: they are not the work of whoever happens to set them off."""
    steps = Steps()
    gc.collect()
    gc.disable()
    steps.start()
    try:
        yield steps
    finally:
        steps.stop()
        gc.enable()
