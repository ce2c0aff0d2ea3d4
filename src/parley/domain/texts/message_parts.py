"""What carriers take at once, and how a longer reply is divided."""

from __future__ import annotations

import re

LONGEST = 1600
"""Characters of one message, as UTF-16 counts them: an emoji is two."""
MOST_PARTS = 10
_SENTENCE = re.compile(r"[.!?…。！？]['\")\]]*\s")
LEAST_SHARE = 0.5
"""A break is good when it leaves a part at least half full."""


def split(text: str) -> list[str]:
    """In order. What does not fit into all parts is left out, and an ellipsis says so."""
    parts: list[str] = []
    rest = text.strip()
    while rest and len(parts) < MOST_PARTS:
        part = rest if _fits(rest) else _first_part(rest)
        rest = rest[len(part) :].lstrip()
        parts.append(part.rstrip())
    if rest:
        parts[-1] = f"{_cut(parts[-1], LONGEST - 1).rstrip()}…"
    return parts


def _first_part(text: str) -> str:
    """Up to the last paragraph, line, sentence or word that fits, whichever leaves a part that is full enough."""
    most = _cut(text, LONGEST)
    least = int(len(most) * LEAST_SHARE)
    for mark in ("\n\n", "\n"):
        if (at := most.rfind(mark)) >= least:
            return most[: at + len(mark)]
    ends = [found.end() for found in _SENTENCE.finditer(most)]
    if ends and ends[-1] >= least:
        return most[: ends[-1]]
    at = most.rfind(" ")
    return most[: at + 1] if at >= least else most


def _fits(text: str) -> bool:
    return len(text) + sum(char > "\uffff" for char in text) <= LONGEST


def _cut(text: str, most: int) -> str:
    """As many characters as fit. None is cut in two."""
    length = 0
    for index, char in enumerate(text):
        length += 2 if char > "\uffff" else 1
        if length > most:
            return text[:index]
    return text
