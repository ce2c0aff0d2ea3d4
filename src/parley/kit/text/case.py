"""Lower case, character for character: a place in the result is a place in the text."""

from __future__ import annotations


def lower_case(text: str) -> str:
    """With straight apostrophes. The dotted capital I is the only character that would become two."""
    return text.replace("İ", "i").lower().replace("’", "'")
