"""How much of the audio that was sent the carrier has not played yet: by the clock, corrected by the marks that come
back. Pure: whoever asks says what time it is."""

from __future__ import annotations

from collections import deque

MOST_MARKS = 256
GRACE_SECONDS = 1.5
"""A mark that is later than this will not come: the clock alone counts."""
STILL_PLAYING = 0.02


class Playout:
    def __init__(self) -> None:
        self._until = 0.0
        """When all that was sent will have been played, as far as we know."""
        self._sent = 0.0
        """Seconds of audio, of the whole call."""
        self._marks: deque[tuple[str, float]] = deque(maxlen=MOST_MARKS)
        """Those that are on their way, with what had been sent before each."""
        self._count = 0

    def send(self, seconds: float, now: float) -> str:
        """So much audio is sent; the name of the mark to put behind it."""
        self._until = max(self._until, now) + seconds
        self._sent += seconds
        self._count += 1
        name = f"m{self._count}"
        self._marks.append((name, self._sent))
        return name

    def mark_returned(self, name: str, now: float) -> None:
        """All audio before it was played. One that is not expected, as of audio that was cleared, says nothing."""
        if all(name != expected for expected, _ in self._marks):
            return
        while True:
            passed, sent = self._marks.popleft()
            if passed == name:
                break
        # The carrier began later than we thought, or paused: never earlier.
        self._until = max(self._until, now + (self._sent - sent))

    def clear(self, now: float) -> None:
        self._until = min(self._until, now)
        self._marks.clear()

    def queued(self, now: float) -> float:
        """Seconds."""
        left = self._until - now
        if left > 0:
            return left
        # The last words may still be in the carrier's buffer, until it says that they are not.
        return STILL_PLAYING if self._marks and left > -GRACE_SECONDS else 0.0
