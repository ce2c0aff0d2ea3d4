"""A sentence cut where another request may begin: "what does it cost and can I park there"."""

from __future__ import annotations

import re

MAX_PARTS = 4
MIN_WORDS = 2
"""Of a part that can be a request."""

_BETWEEN = re.compile(
    r"(?<=[.!?;])\s+(?:(?:oh|and|also|plus|then|but)\b[\s,]*)*"
    r"|\s*,?\s+(?:and|plus|but|as well as)\s+(?:(?:also|then|oh)\s+)?|\s*,\s+(?:also|oh)\s+",
    re.IGNORECASE,
)


def split_parts(text: str) -> list[str]:
    """What may be requests of their own; one for most of what people say."""
    parts: list[str] = []
    for part in _BETWEEN.split(text, maxsplit=MAX_PARTS - 1):
        if len(part.split()) >= MIN_WORDS or not parts:
            parts.append(part.strip())
        else:
            parts[-1] = f"{parts[-1]} {part}".strip()
    return parts
