"""The values of slots out of what the user said."""

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
from parley.local_responder.cache import cached_per_decision
from parley.local_responder.similarity import Similarity, term_similarity
from parley.local_responder.slots.choices import match_option
from parley.local_responder.slots.codes import find_codes
from parley.local_responder.slots.contacts import find_email, find_phone
from parley.local_responder.slots.names import find_name
from parley.local_responder.slots.numbers import count_people, find_numbers
from parley.local_responder.slots.spanish import translate_to_english
from parley.local_responder.slots.spec import SlotKind, SlotSpec
from parley.local_responder.slots.yes_no import yes_or_no

find_date = cached_per_decision(dates.find_date)
find_time = cached_per_decision(times.find_time)

MAX_WORD = 64
MIN_SENTENCE = 5
"""Words; in fewer a number is what was meant."""


@dataclass(frozen=True, slots=True)
class ExtractionContext:
    """What is needed to understand a reply besides its words."""

    now: datetime
    day_first: bool = False
    similarity: Similarity = field(default=term_similarity)


def extract_value(spec: SlotSpec, text: str, context: ExtractionContext, *, asked: bool = False) -> Any:
    """The wanted value in the type that is wanted, or None. `asked`: the text answers the question for it."""
    said = translate_to_english(text) if spec.kind in _LANGUAGE_KINDS else text
    value = _EXTRACTORS[spec.kind](spec, said.strip(), context, asked) if text.strip() else None
    return None if value is None else _convert_type(value, spec)


def extract_values(
    specs: Sequence[SlotSpec], text: str, context: ExtractionContext, asked: str | None = None
) -> dict[str, Any]:
    """Every value that the text holds, by name. Words that gave one value give no other; what was asked for first."""
    found: dict[str, Any] = {}
    used: set[str] = set()
    for spec in sorted(specs, key=lambda spec: (spec.name != asked, _EXTRACTION_ORDER.index(spec.kind))):
        said = translate_to_english(text) if spec.kind in _LANGUAGE_KINDS else text
        value = extract_value(spec, _remove_words(said, used), context, asked=spec.name == asked)
        if value is None:
            continue
        found[spec.name] = value
        used |= _claimed_words(spec, said, context, asked=spec.name == asked)
    return {spec.name: found[spec.name] for spec in specs if spec.name in found}


def _claimed_words(spec: SlotSpec, text: str, context: ExtractionContext, *, asked: bool) -> set[str]:
    """The words that a value took from the text."""
    if spec.kind is SlotKind.DATE:
        spot = find_date(text, _date_reading(spec, context, asked))
        return {text[spot.start : spot.end]} if spot else set()
    if spec.kind is SlotKind.NUMBER:
        numbers = find_numbers(text)
        return {text[numbers[0].start : numbers[0].end]} if numbers else set()
    return set()


def _remove_words(text: str, used: set[str]) -> str:
    for part in used:
        text = text.replace(part, " ", 1)
    return text


_EXTRACTION_ORDER = (
    SlotKind.EMAIL,
    SlotKind.PHONE,
    SlotKind.DATE,
    SlotKind.TIME,
    SlotKind.PEOPLE,
    SlotKind.NUMBER,
    SlotKind.CODE,
    SlotKind.NAME,
    SlotKind.CHOICE,
    SlotKind.BOOLEAN,
    SlotKind.ADDRESS,
    SlotKind.WORDS,
    SlotKind.TEXT,
)
"""Kinds with an unmistakable form come first, so that the vaguer ones read only what is left."""


_LANGUAGE_KINDS = frozenset({SlotKind.DATE, SlotKind.TIME, SlotKind.PEOPLE, SlotKind.NUMBER})
"""Kinds whose values are words of a language."""


def _date_reading(spec: SlotSpec, context: ExtractionContext, asked: bool = False) -> Reading:
    return Reading(context.now.date(), spec.lies_in_past, context.day_first, asked)


def _extract_date(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    found = find_date(text, _date_reading(spec, context, asked))
    return _format_date(found.value, spec.description) if found else None


def _extract_time(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    found = find_time(text, spec.hours, asked=asked, now=context.now)
    if found is None:
        return None
    if re.search(r"\b(?:AM|PM|12-hour|HH:MM [ap]m)\b|\d\s?(?:AM|PM)\b", spec.description):
        return f"{found.value:%I:%M %p}".lstrip("0")
    return f"{found.value:%H:%M}"


def _extract_number(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    """What is part of a date or a time counts only if there is no other number."""
    for part in (_strip_date_and_time(spec, text, context), text):
        numbers = [number for number in find_numbers(part) if _is_in_range(number.value, spec)]
        numbers = [number for number in numbers if asked or not _counts_something_else(spec, part, number)]
        whole = [number for number in numbers if number.value == int(number.value)]
        chosen = numbers if spec.decimal else whole or numbers
        if chosen:
            return str(chosen[0])
    return None


def _counts_something_else(spec: SlotSpec, text: str, number: Number) -> bool:
    """ "One socket sparks" says nothing about the number of rooms."""
    counted = re.match(r"\s+([^\W\d_]{3,})", text[number.end : number.end + MAX_WORD])
    if not counted or counted[1].lower() in FILLER or len(text.split(maxsplit=MIN_SENTENCE)) < MIN_SENTENCE:
        return False
    return set(terms(counted[1])).isdisjoint(terms(spec.words))


def _extract_count(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    count = count_people(_strip_date_and_time(spec, text, context))
    return str(count) if count is not None and _is_in_range(count, spec) else None


def _strip_date_and_time(spec: SlotSpec, text: str, context: ExtractionContext) -> str:
    day = find_date(text, _date_reading(spec, context))
    rest = f"{text[: day.start]} , {text[day.end :]}" if day else text
    time = find_time(rest, spec.hours, now=context.now)
    return f"{rest[: time.start]} , {rest[time.end :]}" if time else rest


@cached_per_decision
def strip_values(text: str, context: ExtractionContext) -> str:
    """What is left of a text without the date, the time, the numbers and the ways to reach someone that it holds."""
    anything = SlotSpec("", SlotKind.TEXT)
    rest = _strip_date_and_time(anything, _CONTACT.sub(" ", text), context)
    for number in reversed(find_numbers(rest)):
        rest = f"{rest[: number.start]} {rest[number.end :]}"
    return rest


_CONTACT = re.compile(r"\S+@\S+|\+?\d[\d\s().\-]{5,}\d")


def _is_in_range(value: float, spec: SlotSpec) -> bool:
    return (spec.minimum is None or value >= spec.minimum) and (spec.maximum is None or value <= spec.maximum)


def _extract_code(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    found = find_codes(text)
    if spec.pattern:
        return _match_pattern(spec.pattern, [*found, *_word_windows(text)])
    length = re.search(r"\b(?:last )?(four|five|six|4|5|6|8|10)[ -]digits?\b", spec.words)
    if length:
        wanted = {"four": 4, "five": 5, "six": 6}.get(length[1]) or int(length[1])
        return next((code for code in found if code.isdecimal() and len(code) == wanted), None)
    likely = [code for code in found if len(code) >= (3 if not asked else 1) and any(map(str.isdecimal, code))]
    return likely[0] if likely else (found[0] if asked and found and len(found[0]) >= 3 else None)


def _match_pattern(pattern: str, texts: Sequence[str]) -> str | None:
    expression = _compile_pattern(pattern)
    if expression is None:
        return texts[0] if texts else None
    forms = (form for text in texts for form in (text, text.upper(), re.sub(r"[\s\-]", "", text).upper()))
    return next((form for form in forms if expression.fullmatch(form)), None)


@lru_cache(maxsize=256)
def _compile_pattern(pattern: str) -> Pattern | None:
    return usable(pattern, whole=True)


def _word_windows(text: str) -> list[str]:
    """Up to four words together, longest first: "oe 12345" may be one code."""
    words = text.strip(" .,!?").split()
    return [" ".join(words[start : start + size]) for size in (4, 3, 2, 1) for start in range(len(words) - size + 1)]


def _extract_name(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    return find_name(text, asked=asked, part=spec.name_part)


def _extract_choice(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    answer = yes_or_no(text) if asked else None
    chosen = match_option(text, spec.options, context.similarity, asked=asked)
    if chosen is None and answer is not None:
        word = "yes" if answer else "no"
        return next((option for option in spec.options if option.lower() in (word, str(answer).lower())), None)
    return chosen


def _extract_boolean(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> bool | None:
    return yes_or_no(text)


def _extract_address(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    written = re.search(r"\b\d+\s+(?:[A-Z][\w.]*\s*){1,4}(?:,\s*[\w\s]+){0,3}", text)
    if written and not asked:
        return written[0].strip(" ,")
    return _strip_lead_in(text) if asked and yes_or_no(text) is None else None


def _extract_text(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    return _strip_lead_in(text) if asked else None


def _extract_words(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    return text


_LEAD_IN = re.compile(
    r"^(?:(?:um+|uh+|well|so|ok(?:ay)?|yes|yeah|sure|please|it's|it is|that's|that would be|it would "
    r"be|i'd like|i would like|"
    r"i want|i need|i live (?:at|in|on)|my (?:\w+ ){1,3}is|the (?:\w+ ){1,2}is|just)[\s,]+)+(?=\w)",
    re.IGNORECASE,
)


def _strip_lead_in(text: str) -> str | None:
    """A reply without what people say before the answer; a question back is none."""
    if text.endswith("?"):
        return None
    return re.sub(r"[\s,]*(?:please|thanks|thank you)?[\s.!]*$", "", _LEAD_IN.sub("", text), flags=re.I) or text


_DATE_FORMATS = (("%Y-%m-%d", "YYYY-MM-DD"), ("%m/%d/%Y", "MM/DD/YYYY"), ("%d/%m/%Y", "DD/MM/YYYY"),
                 ("%Y%m%d", "YYYYMMDD"), ("%m-%d-%Y", "MM-DD-YYYY"), ("%d-%m-%Y", "DD-MM-YYYY"))  # fmt: skip


def _format_date(value: date, description: str) -> str:
    wanted_formats = (form for form, spelling in _DATE_FORMATS if spelling in description.upper())
    return value.strftime(next(wanted_formats, "%Y-%m-%d"))


def _convert_type(value: Any, spec: SlotSpec) -> Any:
    if spec.type == "boolean":
        return value if isinstance(value, bool) else yes_or_no(str(value))
    if spec.type in ("integer", "number"):
        numbers = find_numbers(str(value))
        if not numbers:
            return None
        return int(numbers[0].value) if spec.type == "integer" else numbers[0].value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


_EXTRACTORS: dict[SlotKind, Callable[[SlotSpec, str, ExtractionContext, bool], Any]] = {
    SlotKind.DATE: _extract_date,
    SlotKind.TIME: _extract_time,
    SlotKind.PHONE: lambda spec, text, _, __: find_phone(text, spec.regions),
    SlotKind.EMAIL: lambda _, text, __, ___: find_email(text),
    SlotKind.NAME: _extract_name,
    SlotKind.NUMBER: _extract_number,
    SlotKind.PEOPLE: _extract_count,
    SlotKind.BOOLEAN: _extract_boolean,
    SlotKind.CHOICE: _extract_choice,
    SlotKind.CODE: _extract_code,
    SlotKind.ADDRESS: _extract_address,
    SlotKind.TEXT: _extract_text,
    SlotKind.WORDS: _extract_words,
}
