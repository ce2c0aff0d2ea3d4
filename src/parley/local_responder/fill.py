"""Values out of what the user said."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from parley.kit.dates import dates, times
from parley.kit.dates.reading import Reading
from parley.kit.patterns.pattern import Pattern, usable
from parley.kit.text.numbers import Number
from parley.kit.text.terms import FILLER, terms
from parley.local_responder.choices import pick
from parley.local_responder.codes import candidates
from parley.local_responder.contacts import find_email, find_phone
from parley.local_responder.memo import once
from parley.local_responder.names import find_name
from parley.local_responder.numbers import find_numbers, people
from parley.local_responder.similarity import Similarity, by_terms
from parley.local_responder.spanish import in_english
from parley.local_responder.wants import Kind, Want
from parley.local_responder.yesno import yes_or_no

find_date = once(dates.find_date)
find_time = once(times.find_time)

LONGEST_WORD = 64
SENTENCE = 5
"""Words; in fewer a number is what was meant."""


@dataclass(frozen=True, slots=True)
class Listener:
    """What is needed to understand a reply besides its words."""

    now: datetime
    day_first: bool = False
    similarity: Similarity = field(default=by_terms)


def read(want: Want, text: str, listener: Listener, *, asked: bool = False) -> Any:
    """The wanted value in the type that is wanted, or None. `asked`: the text answers the question for it."""
    said = in_english(text) if want.kind in _WORDED else text
    value = _READERS[want.kind](want, said.strip(), listener, asked) if text.strip() else None
    return None if value is None else _typed(value, want)


def read_all(wants: Sequence[Want], text: str, listener: Listener, asked: str | None = None) -> dict[str, Any]:
    """Every value that the text holds, by name. Words that gave one value give no other; what was asked for first."""
    found: dict[str, Any] = {}
    used: set[str] = set()
    for want in sorted(wants, key=lambda want: (want.name != asked, _ORDER.index(want.kind))):
        said = in_english(text) if want.kind in _WORDED else text
        value = read(want, _without_spoken(said, used), listener, asked=want.name == asked)
        if value is None:
            continue
        found[want.name] = value
        used |= _claimed(want, said, listener, asked=want.name == asked)
    return {want.name: found[want.name] for want in wants if want.name in found}


def _claimed(want: Want, text: str, listener: Listener, *, asked: bool) -> set[str]:
    """The words that a value took from the text."""
    if want.kind is Kind.DATE:
        spot = find_date(text, _reading(want, listener, asked))
        return {text[spot.start : spot.end]} if spot else set()
    if want.kind is Kind.NUMBER:
        numbers = find_numbers(text)
        return {text[numbers[0].start : numbers[0].end]} if numbers else set()
    return set()


def _without_spoken(text: str, used: set[str]) -> str:
    for part in used:
        text = text.replace(part, " ", 1)
    return text


_ORDER = (Kind.EMAIL, Kind.PHONE, Kind.DATE, Kind.TIME, Kind.PEOPLE, Kind.NUMBER, Kind.CODE, Kind.NAME, Kind.CHOICE,
          Kind.BOOLEAN, Kind.ADDRESS, Kind.WORDS, Kind.TEXT)  # fmt: skip


_WORDED = frozenset({Kind.DATE, Kind.TIME, Kind.PEOPLE, Kind.NUMBER})
"""Kinds whose values are words of a language."""


def _reading(want: Want, listener: Listener, asked: bool = False) -> Reading:
    return Reading(listener.now.date(), want.lies_in_past, listener.day_first, asked)


def _date(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    found = find_date(text, _reading(want, listener, asked))
    return _written(found.value, want.description) if found else None


def _time(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    found = find_time(text, want.hours, asked=asked, now=listener.now)
    if found is None:
        return None
    if re.search(r"\b(?:AM|PM|12-hour|HH:MM [ap]m)\b|\d\s?(?:AM|PM)\b", want.description):
        return f"{found.value:%I:%M %p}".lstrip("0")
    return f"{found.value:%H:%M}"


def _number(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    """What is part of a date or a time counts only if there is no other number."""
    for part in (_without_date_and_time(want, text, listener), text):
        numbers = [number for number in find_numbers(part) if _fits(number.value, want)]
        numbers = [number for number in numbers if asked or not _counts_another(want, part, number)]
        whole = [number for number in numbers if number.value == int(number.value)]
        chosen = numbers if want.decimal else whole or numbers
        if chosen:
            return str(chosen[0])
    return None


def _counts_another(want: Want, text: str, number: Number) -> bool:
    """ "One socket sparks" says nothing about the number of rooms."""
    counted = re.match(r"\s+([^\W\d_]{3,})", text[number.end : number.end + LONGEST_WORD])
    if not counted or counted[1].lower() in FILLER or len(text.split(maxsplit=SENTENCE)) < SENTENCE:
        return False
    return set(terms(counted[1])).isdisjoint(terms(want.words))


def _people(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    count = people(_without_date_and_time(want, text, listener))
    return str(count) if count is not None and _fits(count, want) else None


def _without_date_and_time(want: Want, text: str, listener: Listener) -> str:
    day = find_date(text, _reading(want, listener))
    rest = f"{text[: day.start]} , {text[day.end :]}" if day else text
    time = find_time(rest, want.hours, now=listener.now)
    return f"{rest[: time.start]} , {rest[time.end :]}" if time else rest


@once
def beside_values(text: str, listener: Listener) -> str:
    """What is left of a text without the date, the time, the numbers and the ways to reach someone that it holds."""
    anything = Want("", Kind.TEXT)
    rest = _without_date_and_time(anything, _CONTACT.sub(" ", text), listener)
    for number in reversed(find_numbers(rest)):
        rest = f"{rest[: number.start]} {rest[number.end :]}"
    return rest


_CONTACT = re.compile(r"\S+@\S+|\+?\d[\d\s().\-]{5,}\d")


def _fits(value: float, want: Want) -> bool:
    return (want.minimum is None or value >= want.minimum) and (want.maximum is None or value <= want.maximum)


def _code(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    found = candidates(text)
    if want.pattern:
        return _matching(want.pattern, [*found, *_windows(text)])
    length = re.search(r"\b(?:last )?(four|five|six|4|5|6|8|10)[ -]digits?\b", want.words)
    if length:
        wanted = {"four": 4, "five": 5, "six": 6}.get(length[1]) or int(length[1])
        return next((code for code in found if code.isdigit() and len(code) == wanted), None)
    likely = [code for code in found if len(code) >= (3 if not asked else 1) and any(map(str.isdigit, code))]
    return likely[0] if likely else (found[0] if asked and found and len(found[0]) >= 3 else None)


def _matching(pattern: str, texts: Sequence[str]) -> str | None:
    expression = _usable(pattern)
    if expression is None:
        return texts[0] if texts else None
    forms = (form for text in texts for form in (text, text.upper(), re.sub(r"[\s\-]", "", text).upper()))
    return next((form for form in forms if expression.fullmatch(form)), None)


@lru_cache(maxsize=256)
def _usable(pattern: str) -> Pattern | None:
    return usable(pattern, whole=True)


def _windows(text: str) -> list[str]:
    """Up to four words together, longest first: "oe 12345" may be one code."""
    words = text.strip(" .,!?").split()
    return [" ".join(words[start : start + size]) for size in (4, 3, 2, 1) for start in range(len(words) - size + 1)]


def _name(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    return find_name(text, asked=asked, part=want.name_part)


def _choice(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    answer = yes_or_no(text) if asked else None
    chosen = pick(text, want.options, listener.similarity, asked=asked)
    if chosen is None and answer is not None:
        word = "yes" if answer else "no"
        return next((option for option in want.options if option.lower() in (word, str(answer).lower())), None)
    return chosen


def _boolean(want: Want, text: str, listener: Listener, asked: bool) -> bool | None:
    return yes_or_no(text)


def _address(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    written = re.search(r"\b\d+\s+(?:[A-Z][\w.]*\s*){1,4}(?:,\s*[\w\s]+){0,3}", text)
    if written and not asked:
        return written[0].strip(" ,")
    return _answer(text) if asked and yes_or_no(text) is None else None


def _text(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    return _answer(text) if asked else None


def _words(want: Want, text: str, listener: Listener, asked: bool) -> str | None:
    return text


_LEAD_IN = re.compile(
    r"^(?:(?:um+|uh+|well|so|ok(?:ay)?|yes|yeah|sure|please|it's|it is|that's|that would be|it would "
    r"be|i'd like|i would like|"
    r"i want|i need|i live (?:at|in|on)|my (?:\w+ ){1,3}is|the (?:\w+ ){1,2}is|just)[\s,]+)+(?=\w)",
    re.IGNORECASE,
)


def _answer(text: str) -> str | None:
    """A reply without what people say before the answer; a question back is none."""
    if text.endswith("?"):
        return None
    return re.sub(r"[\s,]*(?:please|thanks|thank you)?[\s.!]*$", "", _LEAD_IN.sub("", text), flags=re.I) or text


_DATE_FORMATS = (("%Y-%m-%d", "YYYY-MM-DD"), ("%m/%d/%Y", "MM/DD/YYYY"), ("%d/%m/%Y", "DD/MM/YYYY"),
                 ("%Y%m%d", "YYYYMMDD"), ("%m-%d-%Y", "MM-DD-YYYY"), ("%d-%m-%Y", "DD-MM-YYYY"))  # fmt: skip


def _written(value: date, description: str) -> str:
    asked_for = (form for form, spelling in _DATE_FORMATS if spelling in description.upper())
    return value.strftime(next(asked_for, "%Y-%m-%d"))


def _typed(value: Any, want: Want) -> Any:
    if want.type == "boolean":
        return value if isinstance(value, bool) else yes_or_no(str(value))
    if want.type in ("integer", "number"):
        numbers = find_numbers(str(value))
        if not numbers:
            return None
        return int(numbers[0].value) if want.type == "integer" else numbers[0].value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


_READERS: dict[Kind, Callable[[Want, str, Listener, bool], Any]] = {
    Kind.DATE: _date, Kind.TIME: _time, Kind.PHONE: lambda want, text, _, __: find_phone(text, want.regions),
    Kind.EMAIL: lambda _, text, __, ___: find_email(text), Kind.NAME: _name, Kind.NUMBER: _number, Kind.PEOPLE: _people,
    Kind.BOOLEAN: _boolean, Kind.CHOICE: _choice, Kind.CODE: _code, Kind.ADDRESS: _address,
    Kind.TEXT: _text, Kind.WORDS: _words,
}  # fmt: skip
