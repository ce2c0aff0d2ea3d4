"""Audio of a caller that waits to be read."""

from __future__ import annotations

from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.voice.media_leg import RATE

MOST_HELD_SECONDS = 2
"""What is older is dropped."""
SILENT_AFTER_SECONDS = 1.0
"""Who sends nothing for so long suppresses silence. Less would put holes into words that are only late."""


class ReceivedAudio:
    def __init__(self, now: float, rate: int = RATE) -> None:
        self._rate = rate
        self._most = MOST_HELD_SECONDS * rate * SAMPLE_BYTES
        self._held = bytearray()
        self._silent_since = now
        """Up to this time the caller's audio is known."""

    def add(self, pcm: bytes, now: float) -> None:
        self._held += pcm
        self._silent_since = now
        if len(self._held) > self._most:
            del self._held[: len(self._held) - self._most]

    def read(self, now: float) -> bytes:
        """Silence that nobody sends is silence all the same: whoever waits for the end of a turn hears it."""
        received = bytes(self._held)
        self._held.clear()
        if not received and now - self._silent_since > SILENT_AFTER_SECONDS:
            received = bytes(int((now - self._silent_since) * self._rate) * SAMPLE_BYTES)[: self._most]
            self._silent_since = now
        return received
