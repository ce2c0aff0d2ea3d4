"""What every engine looks like to the process that it computes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from parley.providers.local_model import wire


class EngineRefused(Exception):
    """It does not take this request. The message holds nothing of it."""


class Engine(Protocol):
    def generate(self, task: wire.Task, said: Callable[[str], bool]) -> wire.Usage:
        """Hands every piece to `said`, and ends when that returns true. Raises `EngineRefused`."""
