"""What the rest of Parley knows of voice activity detection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from parley.kit.errors import ParleyError
from parley.providers.speech.protocol import RATE, SAMPLE_BYTES

WINDOW = 256
"""Samples: 32 ms."""
WINDOW_BYTES = WINDOW * SAMPLE_BYTES
WINDOW_SECONDS = WINDOW / RATE


class VoiceActivityUnavailable(ParleyError):
    """A detector or its weights are not installed, or are not those that we know."""


class VoiceActivityDetector(Protocol):
    def new_state(self) -> Any:
        """Of one call. Opaque; changed by `detect`."""

    def detect(self, states: Sequence[Any], windows: Sequence[bytes]) -> list[float]:
        """The probability of speech in each window (each `WINDOW_BYTES` long), which follows the one that its call's
        state has seen last. Blocks while it computes; may be called from any thread, one call at a time."""
