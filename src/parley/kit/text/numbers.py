"""Numbers in digits and in English words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parley.kit.text.case import lower_case

_SMALL_NUMBERS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
UNITS = {word: value for value, word in enumerate(_SMALL_NUMBERS.split())}
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
COLLECTIVES = {"a dozen": 12, "half a dozen": 6, "a couple": 2, "a couple of": 2, "a pair": 2}

_NUMBER_WORD = "|".join([*UNITS, *TENS, *SCALES])
_DIGITS = r"(?<![\w:/.,\-])(?:-|minus )?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w|[:/]\d|-\d|,\d)"
_WORDS = (
    rf"\b(?:a (?=hundred|thousand|million)|minus )?(?:{_NUMBER_WORD})(?:[\s-]+(?:and (?=\w))?(?:{_NUMBER_WORD}))*"
    rf"(?: point(?: (?:{'|'.join(UNITS)}))+)?(?: and a half)?\b"
)
_ANY = re.compile(
    rf"(?P<digits>{_DIGITS})|(?P<collective>\b(?:half a dozen|a dozen|a couple(?: of)?|a pair)\b)|(?P<words>{_WORDS})"
)
_SMALL = "|".join(UNITS)
_JUXTAPOSED = re.compile(rf"\b(?:{_SMALL})[\s-]+(?:{_SMALL}|{'|'.join(TENS)})\b")
"""Digits said one after the other are no sum: "two seven"."""
_SINGLE = re.compile(rf"\b(?:{_NUMBER_WORD})\b")
BEFORE = 20
"""Characters that are looked at for what a number belongs to."""
_NOT_A_NUMBER = re.compile(r"\b(?:that|this|the|which|no|any|every|another|each|other|last|right|good)\s+$")


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    start: int
    end: int

    def __str__(self) -> str:
        return str(int(self.value)) if self.value == int(self.value) else f"{self.value:g}"


def find_numbers(text: str) -> tuple[Number, ...]:
    """Every number of the text in order. "That one" is none."""
    text = lower_case(text)
    found: list[Number] = []
    for match in _ANY.finditer(text):
        if match[0] == "one" and _NOT_A_NUMBER.search(text[max(0, match.start() - BEFORE) : match.start()]):
            continue
        if not match["words"] or not _JUXTAPOSED.search(match[0]):
            found.append(Number(_value(match), match.start(), match.end()))
            continue
        found.extend(
            Number(_whole([part[0]]), match.start() + part.start(), match.start() + part.end())
            for part in _SINGLE.finditer(match[0])
        )
    return tuple(found)


def _value(match: re.Match[str]) -> float:
    if match["digits"]:
        return float(match["digits"].replace(",", "").replace("minus ", "-"))
    text = match[0]
    if match["collective"]:
        return float(COLLECTIVES[text])
    half = text.endswith(" and a half")
    whole, _, decimals = text.removesuffix(" and a half").partition(" point ")
    value = _whole(re.findall(r"[a-z]+", whole)) + (0.5 if half else 0.0)
    if decimals:
        value += float("0." + "".join(str(UNITS[word]) for word in decimals.split()))
    return -value if whole.startswith("minus ") else value


def _whole(words: list[str]) -> float:
    total = current = 0
    for word in words:
        if word in UNITS:
            current += UNITS[word]
        elif word in TENS:
            current += TENS[word]
        elif word == "hundred":
            current = max(1, current) * 100
        elif word in SCALES:
            total += max(1, current) * SCALES[word]
            current = 0
    return float(total + current)
