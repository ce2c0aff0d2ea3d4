"""Leaves a provider that failed out for a while, so that not everybody waits until it fails again."""

from __future__ import annotations

from collections.abc import Callable


class CircuitBreaker:
    """Of one provider, in all calls of a process. After the pause one call tries it first: it may still take its time
    to fail."""

    def __init__(self, clock: Callable[[], float], *, pause: float, trial: float) -> None:
        """`pause`: for how long it is left out. `trial`: for how long the others wait for the first that asks again."""
        self._clock = clock
        self._pause = pause
        self._trial = trial
        self._left_out_until: float | None = None

    @property
    def is_open(self) -> bool:
        return self._left_out_until is not None and self._clock() < self._left_out_until

    def begin(self) -> None:
        """It is asked now."""
        if self._left_out_until is not None:
            self._left_out_until = self._clock() + self._trial

    def succeeded(self) -> None:
        self._left_out_until = None

    def failed(self) -> None:
        self._left_out_until = self._clock() + self._pause
