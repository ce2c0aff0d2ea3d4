"""Keeps the private reasoning that some models write at the start of their reply out of what is said."""

from __future__ import annotations

OPENING = "<think>"
CLOSING = "</think>"


class ReasoningFilter:
    """Drops one leading `<think>…</think>` block from text that arrives in pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"

    def feed(self, text: str) -> str:
        if self._state == "open":
            return text
        if self._state == "thought":
            return self._after(text)
        self._held += text
        if self._state == "start":
            return self._decide_start()
        return self._look_for_end()

    def close(self) -> str:
        """Text held back that turned out not to be a thought."""
        held, self._held = self._held, ""
        return held if self._state == "start" else ""

    def _decide_start(self) -> str:
        start = self._held.lstrip()
        if start.startswith(OPENING):
            self._state = "thinking"
            self._held = start[len(OPENING) :]
            return self._look_for_end()
        if OPENING.startswith(start):
            return ""
        self._state = "open"
        held, self._held = self._held, ""
        return held

    def _look_for_end(self) -> str:
        _, found, rest = self._held.partition(CLOSING)
        if not found:
            # Enough for a mark that comes in two pieces; reasoning may be long, and nobody needs it.
            self._held = self._held[-len(CLOSING) :]
            return ""
        self._state = "thought"
        self._held = ""
        return self._after(rest)

    def _after(self, text: str) -> str:
        words = text.lstrip()
        if words:
            self._state = "open"
        return words
