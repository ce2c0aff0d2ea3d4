"""Rules, and the two ways to apply them: to a whole text, and to find the first value in a longer one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from parley.kit.text.case import lower_case

Value = TypeVar("Value")
Known = TypeVar("Known")

Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Known], Value | None]]
"""A pattern for text in lower case with single spaces, and what reads its match: None if there is no such day or time
after all."""

LEAD_IN = (
    r"^\W*(?:(?:maybe|um+|uh+|let's say|say|how about|probably|for|about|make it|ok|okay|fine|well|then|so)[ ,]+)*"
)
COURTESY = r"(?=(?:,? (?:please|would be|works|is|then)\b.*)?\W*$)"
"""What people say around a bare number that answers a question."""
COUNTED = r"(?:people|persons?|guests?|adults?|kids|children|of us|days?|weeks?|months?|hours?|minutes?|mins?)\b"
"""A number before one of these is a number of them."""


@dataclass(frozen=True, slots=True)
class Found(Generic[Value]):
    value: Value
    start: int
    end: int

    def is_part_of(self, other: Found[Value]) -> bool:
        return other.start <= self.start and self.end <= other.end and other.end - other.start > self.end - self.start


def plain_words(text: str) -> str:
    """A whole text as the rules want it, without punctuation behind it."""
    return " ".join(lower_case(text).split()).rstrip(" ,.!?")


def match_whole(rules: Iterable[Rule[Known, Value]], words: str, known: Known) -> Value | None:
    for pattern, read in rules:
        match = pattern.fullmatch(words)
        value = read(match, known) if match else None
        if value is not None:
            return value
    return None


def find_first(rules: Iterable[Rule[Known, Value]], text: str, known: Known) -> Found[Value] | None:
    """What the first rule finds that finds anything; but never a part of what another rule reads as a whole. The text
    is in lower case."""
    words, places = _single_spaces(text)
    found = [
        Found(value, match.start(), match.end())
        for pattern, read in rules
        for match in pattern.finditer(words)
        if (value := read(match, known)) is not None
    ]
    first = next((hit for hit in found if not any(hit.is_part_of(other) for other in found)), None)
    if first is None or places is None:
        return first
    return Found(first.value, places[first.start], places[first.end - 1] + 1)


_KEPT = re.compile(r"\S|(?<=\S)\s")


def _single_spaces(text: str) -> tuple[str, list[int] | None]:
    """With the place in the text of every character, if any has moved."""
    words = " ".join(text.split())
    return words, None if words == text else [match.start() for match in _KEPT.finditer(text)]
