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
from parley.kit.text.slips import COMMON, correct_words
from parley.local_responder.cache import cached_per_decision
from parley.local_responder.similarity import Similarity, term_similarity
from parley.local_responder.slots.choices import match_option
from parley.local_responder.slots.codes import find_codes
from parley.local_responder.slots.contacts import find_email, find_phone
from parley.local_responder.slots.corrections import said_last_first
from parley.local_responder.slots.names import find_name
from parley.local_responder.slots.numbers import (
    belongs_to,
    count_days,
    count_people,
    counts_others,
    find_numbers,
    is_pronoun,
    stands_alone,
    without_contacts,
)
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
    region: str = "US"
    """Whose telephone numbers are meant when the project names none."""
    similarity: Similarity = field(default=term_similarity)


def extract_value(spec: SlotSpec, text: str, context: ExtractionContext, *, asked: bool = False) -> Any:
    """The wanted value in the type that is wanted, or None. `asked`: the text answers the question for it."""
    value = _find_value(spec, text, context, asked)[0]
    return None if value is None else _convert_type(value, spec)


_LENGTH_FROM = re.compile(r"\b(for \w+ (?:days?|weeks?|nights?|months?))\s+(?=(?:from|starting|beginning)\b)", re.I)
"""In "for three days from friday" it begins on Friday; "three days from friday" is Monday."""


@cached_per_decision
def read_words(text: str) -> str:
    """In English, slips put right."""
    return correct_words(_LENGTH_FROM.sub(r"\1, ", translate_to_english(text)), COMMON)


def _find_value(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> tuple[Any, str]:
    """A value, and the part of the text that it stands in: of a correction the last part that has one."""
    said = read_words(text) if spec.kind in _LANGUAGE_KINDS else text
    for part in said_last_first(said) if spec.kind in _CORRECTED_KINDS else (said,):
        value = _EXTRACTORS[spec.kind](spec, part.strip(), context, asked) if part.strip() else None
        if value is not None:
            return value, part
    return None, said


def extract_values(
    specs: Sequence[SlotSpec], text: str, context: ExtractionContext, asked: str | None = None
) -> dict[str, Any]:
    """Every value that the text holds, by name. Words that gave one value give no other; what was asked for first."""
    found: dict[str, Any] = {}
    used: set[str] = set()
    for spec in sorted(specs, key=lambda spec: (spec.name != asked, not _is_exact(spec), _order(spec))):
        said = read_words(text) if spec.kind in _LANGUAGE_KINDS else text
        is_asked = spec.name == asked
        value, part = _find_value(spec, _remove_words(said, used), context, is_asked)
        value = None if value is None else _convert_type(value, spec)
        if value is None:
            continue
        found[spec.name] = value
        used |= _claimed_words(spec, part, value, context, asked=is_asked)
    return {spec.name: found[spec.name] for spec in specs if spec.name in found}


def _claimed_words(spec: SlotSpec, text: str, value: Any, context: ExtractionContext, *, asked: bool) -> set[str]:
    """The words that a value took from the text."""
    spot: Any = None
    if spec.kind is SlotKind.DATE:
        spot = find_date(text, _date_reading(spec, context, asked))
    elif spec.kind is SlotKind.TIME:
        spot = find_time(text, spec.hours, asked=asked, now=context.now)
    elif spec.kind is SlotKind.NUMBER:
        spot = next((number for number in find_numbers(text) if str(number) == str(value)), None)
    elif spec.kind in (SlotKind.CODE, SlotKind.PHONE):
        return set(_code_words(str(value), text))
    return {text[spot.start : spot.end]} if spot else set()


def _code_words(value: str, text: str) -> list[str]:
    """A code or a telephone number as the text has it: with spaces and signs between its characters, or in words."""
    characters = [re.escape(character) for character in value if character.isalnum()]
    if value.startswith("+"):
        digits = "".join(characters)
        return [run[0] for run in _CONTACT.finditer(text) if re.sub(r"\D", "", run[0])[-6:] == digits[-6:]] or [text]
    written = re.search(r"[\s\-./]*".join(characters), text, re.IGNORECASE) if characters else None
    return [written[0]] if written else [text]


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


_CORRECTED_KINDS = frozenset(_EXTRACTION_ORDER) - {SlotKind.WORDS, SlotKind.TEXT, SlotKind.ADDRESS, SlotKind.BOOLEAN}
"""Kinds of which the last value counts; the others are whole sentences."""


def _order(spec: SlotSpec) -> int:
    return _EXTRACTION_ORDER.index(spec.kind)


def _is_exact(spec: SlotSpec) -> bool:
    """A code of which the form is known: nothing else has it."""
    return spec.kind is SlotKind.CODE and (bool(spec.pattern) or _code_length(spec) is not None)


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
    if spec.type == "integer":
        return str(found.value.hour)
    if re.search(r"\b(?:AM|PM|12-hour|HH:MM [ap]m)\b|\d\s?(?:AM|PM)\b", spec.description):
        return f"{found.value:%I:%M %p}".lstrip("0")
    return f"{found.value:%H:%M}"


def _extract_number(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    """What is part of a date or a time counts only as the answer to a question, and if there is no other number."""
    if "day" in spec.spoken_name and (days := count_days(text)) is not None and _is_in_range(days, spec):
        return str(int(days))
    bare = without_contacts(text)
    undated = _strip_date_and_time(spec, bare, context)
    for part in (undated, bare) if asked else (undated,):
        numbers = [
            number
            for number in find_numbers(part)
            if _is_in_range(number.value, spec) and not counts_others(spec.words, part, number)
        ]
        fitting = [number for number in numbers if belongs_to(spec.words, part, number)]
        if not fitting and not asked and len(re.findall(r"\w+", part)) >= MIN_SENTENCE:
            numbers = [number for number in numbers if stands_alone(part, number)]
        numbers = fitting or [number for number in numbers if asked or not is_pronoun(part, number)]
        whole = [number for number in numbers if number.value == int(number.value)]
        chosen = numbers if spec.decimal else whole or numbers
        if chosen:
            return str(chosen[0])
    return None


def _extract_count(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    count = count_people(_strip_date_and_time(spec, without_contacts(text), context), asked=asked)
    fits = count is not None and (_is_in_range(count, spec) or _OF_PEOPLE.search(text) is not None)
    return str(count) if fits else None


_OF_PEOPLE = re.compile(r"\d\s*(?:of us|people|persons|guests|adults)\b|\b(?:party of|table for)\b", re.IGNORECASE)
"""Too many are no misunderstanding: the one who asks has to say so."""


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
    if (wanted := _code_length(spec)) is not None:
        spaced = [re.sub(r"\D", "", run) for run in _SPACED_DIGITS.findall(text)]
        return next((code for code in (*found, *spaced) if code.isdecimal() and len(code) == wanted), None)
    likely = [code for code in found if len(code) >= (3 if not asked else 1) and any(map(str.isdecimal, code))]
    return likely[0] if likely else (found[0] if asked and found and len(found[0]) >= 3 else None)


_SPACED_DIGITS = re.compile(r"\d(?:[ \-]?\d){2,11}")


def _code_length(spec: SlotSpec) -> int | None:
    """Of a code that is so many digits."""
    length = re.search(r"\b(?:last )?(four|five|six|seven|eight|4|5|6|7|8|9|10)[ -]digits?\b", spec.words)
    return {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}.get(length[1]) or int(length[1]) if length else None


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
    quoted = _QUOTED.findall(text)
    if len(quoted) == 1:
        return str(quoted[0])
    return _strip_lead_in(text) if asked else None


def _extract_words(spec: SlotSpec, text: str, context: ExtractionContext, asked: bool) -> str | None:
    return text


_QUOTED = re.compile(r"(?<!\w)[\"'“‘]([^\"”’]{1,80}?)[\"'”’](?!\w)")
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
    SlotKind.PHONE: lambda spec, text, context, _: find_phone(text, spec.regions or (context.region,)),
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
