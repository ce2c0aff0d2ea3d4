"""Puts chunks of audio that arrive out of order right. Pure."""

from __future__ import annotations

MOST_WAITING = 5
"""Chunks that wait for one that is missing: a tenth of a second, mostly. Then it is given up."""


class ChunkOrder:
    def __init__(self) -> None:
        self._next: int | None = None
        self._waiting: dict[int, bytes] = {}

    def push(self, number: int | None, chunk: bytes) -> list[bytes]:
        """What can be played now, in order. A chunk without a number is taken as it comes; one that is too late, or
        came before, is dropped."""
        if number is None:
            return [chunk]
        if self._next is None:
            self._next = number
        if number < self._next:
            return []
        self._waiting.setdefault(number, chunk)
        if len(self._waiting) > MOST_WAITING:
            self._next = min(self._waiting)
        found = []
        while self._next in self._waiting:
            found.append(self._waiting.pop(self._next))
            self._next += 1
        return found
