"""What agent code prints, up to a limit; the rest is counted, not kept."""

from __future__ import annotations

import io

from parley.agent_host.surface.projection import clean


class Output(io.TextIOBase):
    encoding = "utf-8"

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[str] = []
        self._length = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        room = self._limit - self._length
        if room > 0:
            self._parts.append(text[:room])
        self._length += len(text)
        return len(text)

    def take(self) -> str:
        """Everything since the last time."""
        found, lost = "".join(self._parts), self._length - self._limit
        self._parts, self._length = [], 0
        return clean(found) + (f"\n… {lost} more characters" if lost > 0 else "")
