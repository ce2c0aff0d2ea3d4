"""Numbers in digits and in English words, and how many people a phrase stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parley.local_responder.memo import once

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
    rf"(?P<digits>{_DIGITS})|(?P<collective>\b(?:half a dozen|a dozen|a couple(?: of)?|a pair)\b)|(?P<words>{_WORDS})",
    re.IGNORECASE,
)
_SMALL = "|".join(UNITS)
_JUXTAPOSED = re.compile(rf"\b(?:{_SMALL})[\s-]+(?:{_SMALL}|{'|'.join(TENS)})\b", re.IGNORECASE)
"""Digits said one after the other are no sum: "two seven"."""
_SINGLE = re.compile(rf"\b(?:{_NUMBER_WORD})\b", re.IGNORECASE)
BEFORE = 20
"""Characters that are looked at for what a number belongs to."""
_NOT_A_NUMBER = re.compile(r"\b(?:that|this|the|which|no|any|every|another|each|other|last|right|good)\s+$", re.I)


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    start: int
    end: int

    def __str__(self) -> str:
        return str(int(self.value)) if self.value == int(self.value) else f"{self.value:g}"


@once
def find_numbers(text: str) -> tuple[Number, ...]:
    """Every number of the text in order. "That one" is none."""
    found: list[Number] = []
    for match in _ANY.finditer(text):
        if match[0].lower() == "one" and _NOT_A_NUMBER.search(text[max(0, match.start() - BEFORE) : match.start()]):
            continue
        if not match["words"] or not _JUXTAPOSED.search(match[0]):
            found.append(Number(_value(match), match.start(), match.end()))
            continue
        found.extend(
            Number(_whole([part[0].lower()]), match.start() + part.start(), match.start() + part.end())
            for part in _SINGLE.finditer(match[0])
        )
    return tuple(found)


def people(text: str) -> int | None:
    """How many people: "me and my wife", "the two of us", "table for four", "just myself"."""
    lowered = text.lower()
    companions = re.search(r"\b(?:me|myself|i)\b(?:,? (?:and|plus|with)|,) (.+)", lowered)
    if companions:
        return _with_me(companions[1])
    if re.search(
        r"\bboth of us\b|\bmy (?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?) and (?:me|i|myself)\b", lowered
    ):
        return 2
    if re.search(r"\b(?:just|only) (?:me|myself|one)\b|\bby myself\b|\b(?:alone|solo)\b|^(?:me|myself)\W*$", lowered):
        return 1
    numbers = [number for number in find_numbers(text) if number.value == int(number.value) and 0 < number.value < 1000]
    counted = [
        number
        for number in numbers
        if re.match(
            r"\s*(?:of us|people|persons?|guests?|adults?|pax|diners|seats?|patients?)",
            lowered[number.end : number.end + BEFORE],
        )
    ]
    if len(counted) == 1 and (children := re.search(r"\band\s+(\w+)\s+(?:kids?|children|child)\b", lowered)):
        extra = find_numbers(children[1])
        return int(counted[0].value + (extra[0].value if extra else 0))
    introduced = [
        number
        for number in numbers
        if re.search(r"\b(?:for|of|party|table|be)\s*$", lowered[max(0, number.start - BEFORE) : number.start])
    ]
    chosen = (counted or introduced or numbers)[:1]
    return int(chosen[0].value) if chosen else None


def _with_me(companions: str) -> int:
    numbers = find_numbers(companions)
    if numbers:
        return 1 + int(numbers[0].value)
    return 2 + len(re.findall(r"(?:,| and | plus )\s*(?:my|a|an|her|his)\b", companions))


def _value(match: re.Match[str]) -> float:
    if match["digits"]:
        return float(match["digits"].replace(",", "").replace("minus ", "-"))
    text = match[0].lower()
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
