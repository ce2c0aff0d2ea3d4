"""Numbers, and how many people a phrase stands for."""

from __future__ import annotations

import re

from parley.kit.text import numbers as kit_numbers
from parley.kit.text.numbers import BEFORE
from parley.local_responder.cache import cached_per_decision

find_numbers = cached_per_decision(kit_numbers.find_numbers)


def count_people(text: str) -> int | None:
    """How many people: "me and my wife", "the two of us", "table for four", "just myself"."""
    lowered = text.lower()
    companions = re.search(r"\b(?:me|myself|i)\b(?:,? (?:and|plus|with)|,) (.+)", lowered)
    if companions:
        return _count_companions(companions[1])
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


def _count_companions(companions: str) -> int:
    numbers = find_numbers(companions)
    if numbers:
        return 1 + int(numbers[0].value)
    return 2 + len(re.findall(r"(?:,| and | plus )\s*(?:my|a|an|her|his)\b", companions))
