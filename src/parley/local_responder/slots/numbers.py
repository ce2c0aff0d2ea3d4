"""Numbers, and how many people a phrase stands for."""

from __future__ import annotations

import re

from parley.kit.text import numbers as kit_numbers
from parley.kit.text.numbers import BEFORE, Number
from parley.kit.text.terms import stem, terms
from parley.local_responder.cache import cached_per_decision

find_numbers = cached_per_decision(kit_numbers.find_numbers)


def stands_alone(text: str, number: Number) -> bool:
    """Between signs, with no other word: an answer in a list of them."""
    before, after = text[: number.start].rstrip(), text[number.end :].lstrip()
    return (not before or before[-1] in ",.;:!?-") and (not after or after[0] in ",.;:!?-")


def belongs_to(words: str, text: str, number: Number) -> bool:
    """Whether the number counts, or is, what the words speak of: "3 more days", "the meter is at 7"."""
    wanted = _things(words)
    counted = _COUNTED.match(text, number.end)
    if counted and not wanted.isdisjoint(_things(counted["thing"])):
        return True
    before = re.split(r"[,.;!?]", text[: number.start])[-1]
    return not wanted.isdisjoint(terms(" ".join(before.split()[-WORDS_BEFORE:])))


def counts_others(words: str, text: str, number: Number) -> bool:
    """Whether it counts what the words do not speak of: three nights are no adults, two adults no children."""
    counted = _COUNTED.match(text, number.end)
    thing = _things(counted["thing"]) if counted else set()
    wanted = _things(words)
    return any(family & thing and wanted & others and not wanted & family for family, others in _APART)


def _things(words: str) -> set[str]:
    return {_SAME_THING.get(term, term) for term in terms(words)}


_CHILDREN = ("kid", "kids", "children", "baby", "babies", "infant", "toddler", "teenager")
_SAME_THING = {stem(word): "child" for word in _CHILDREN} | {stem("nite"): stem("nights")}
_PEOPLE = frozenset(
    map(stem, ("people", "persons", "guests", "party", "visitors", "covers", "diners", "seats", "attendees"))
)
_STAY = frozenset(map(stem, ("nights", "days", "weeks", "months", "hours", "minutes")))
_APART = (
    (_STAY, _PEOPLE | {"adult", "child"}),
    (_PEOPLE | {"adult", "child"}, _STAY),
    (frozenset({"adult"}), frozenset({"child"})),
    (frozenset({"child"}), frozenset({"adult"})),
)
"""Things that are counted, and those that are never meant by their number."""


def is_pronoun(text: str, number: Number) -> bool:
    """ "A small one"."""
    before = text[: number.start].split()
    return text[number.start : number.end].lower() == "one" and bool(before) and before[-1].lower() not in _BEFORE_ONE


def count_days(text: str) -> float | None:
    """How many days "a week" and the like are."""
    match = _WEEKS.search(text.lower())
    if not match:
        return None
    if match["fortnight"]:
        return 14
    how_many = find_numbers(match["count"])
    return 7 * (how_many[0].value if how_many else 1)


def without_contacts(text: str) -> str:
    """Without telephone numbers and the like, which count nothing."""
    return _CONTACT.sub(
        lambda match: " , " if sum(map(str.isdecimal, match[0])) >= SHORTEST_CONTACT else match[0], text
    )


WORDS_BEFORE = 5
_BEFORE_ONE = frozenset({"for", "just", "only", "about", "be", "of", "is", "it's", "and", "or"})
SHORTEST_CONTACT = 9
_COUNTED = re.compile(r"(?:\s+(?:more|extra|additional|full|whole|other|further|of)){0,2}\s+(?P<thing>[^\W\d_]+)")
_WEEKS = re.compile(r"\b(?P<count>an?|one|two|three|four|five|six|\d{1,2})\s+weeks?\b|\b(?P<fortnight>fortnight)\b")
_CONTACT = re.compile(r"\+?\d[\d\s().\-]{5,}\d")


def count_people(text: str, *, asked: bool = True) -> int | None:
    """How many people: "me and my wife", "the two of us", "table for four", "just myself". Unless `asked`, a number has
    to stand by itself or with the people."""
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
    numbers = [
        number
        for number in find_numbers(text)
        if number.value == int(number.value) and 0 < number.value < 1000 and not counts_others("people", text, number)
    ]
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
    alone = [number for number in numbers if asked or stands_alone(text, number)]
    chosen = (counted or introduced or alone)[:1]
    return int(chosen[0].value) if chosen else None


def _count_companions(companions: str) -> int:
    numbers = find_numbers(companions)
    if numbers:
        return 1 + int(numbers[0].value)
    return 2 + len(re.findall(r"(?:,| and | plus )\s*(?:my|a|an|her|his)\b", companions))
