"""Dates that name their day: "2026-05-03", "3/5/26", "the third of May", "the 3rd", "Christmas Eve"."""

from __future__ import annotations

import re
from datetime import date

from parley.kit.dates.arithmetic import add_months, to_date
from parley.kit.dates.calendar_words import (
    BESIDE,
    DAY,
    FULL_YEAR,
    MONTH,
    MONTHS,
    ORDINAL_DAY,
    YEAR,
    day_number,
    year_number,
)
from parley.kit.dates.grammar import COURTESY, LEAD_IN, Rule
from parley.kit.dates.reading import Reading

YEARS_AHEAD = 10
"""How far ahead two digits of a year may lie."""
YEARS_BETWEEN_LEAP_DAYS = 8
"""At most: from 1896 to 1904, because 1900 was none."""

_APART = r"(?<!\d)(?<!\d[/.-])"
"""Not within a longer number, such as a telephone number."""
_ISO = rf"{_APART}(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}})(?!\d)"
_TWO_NUMBERS = rf"{_APART}(?P<first>\d{{1,2}})(?P<mark>[/.-])(?P<second>\d{{1,2}})"
_HOLIDAY = (
    r"\b(?:(?P<christmas_eve>christmas eve)|(?P<christmas>christmas(?: day)?)|(?P<boxing_day>boxing day)"
    r"|(?P<new_years_eve>new year'?s? eve)|(?P<new_year>new year'?s?(?: day)?)|(?P<valentine>valentine'?s(?: day)?)"
    r"|(?P<halloween>halloween))\b(?! (?:party|parties|do|dinner|lunch|meal|menu|drinks|cards?|trees?|presents?)\b)"
)
_HOLIDAYS = {
    "christmas_eve": (12, 24), "christmas": (12, 25), "boxing_day": (12, 26), "new_years_eve": (12, 31),
    "new_year": (1, 1), "valentine": (2, 14), "halloween": (10, 31),
}  # fmt: skip


def _iso(match: re.Match[str], _: Reading) -> date | None:
    return to_date(int(match["year"]), int(match["month"]), int(match["day"]))


def _numeric(match: re.Match[str], reading: Reading) -> date | None:
    first, second = int(match["first"]), int(match["second"])
    day_first = reading.day_first or match["mark"] == "."
    day, month = (first, second) if (day_first and second <= 12) or first > 12 else (second, first)
    return _with_year(match.groupdict().get("year"), month, day, reading)


def _named_month(match: re.Match[str], reading: Reading) -> date | None:
    return _with_year(match["year"], MONTHS[match["month"]], day_number(match["day"]), reading)


def _day_of_month(match: re.Match[str], reading: Reading) -> date | None:
    """The next such day; a month that is too short for it is passed over."""
    day, which = day_number(match["day"]), match.groupdict().get("which")
    if which:
        first = add_months(reading.today.replace(day=1), 1 if which == "next" else 0)
        return to_date(first.year, first.month, day) if first else None
    for ahead in range(3):
        first = add_months(reading.today.replace(day=1), ahead)
        value = to_date(first.year, first.month, day) if first else None
        if value and value >= reading.today:
            return value
    return None


def _holiday(match: re.Match[str], reading: Reading) -> date | None:
    return _without_year(*_HOLIDAYS[str(match.lastgroup)], reading)


def _with_year(year: str | None, month: int, day: int, reading: Reading) -> date | None:
    if not year:
        return _without_year(month, day, reading)
    number = year_number(year, reading.today.year + (0 if reading.past else YEARS_AHEAD))
    value = to_date(number, month, day)
    if value and reading.past and value > reading.today and len(year) < 4:
        return to_date(number - 100, month, day)
    return value


def _without_year(month: int, day: int, reading: Reading) -> date | None:
    """The next such day, or the last one; today is both."""
    for distance in range(YEARS_BETWEEN_LEAP_DAYS + 1):
        value = to_date(reading.today.year + (-distance if reading.past else distance), month, day)
        if value and (value <= reading.today if reading.past else value >= reading.today):
            return value
    return None


_DAY_AND_MONTH = rf"\b(?:the )?{DAY}(?: day)?(?: of)? {MONTH}"
_MONTH_AND_DAY = rf"\b{MONTH} (?:the )?{DAY}"
_THE_DAY = rf"\bthe {ORDINAL_DAY}"
_SHORT_DAY = r"(?P<day>\d{1,2}(?:st|nd|rd|th))\b"

MONTH_RULES: tuple[Rule[Reading, date], ...] = (
    (re.compile(rf"{_ISO}(?:t[\d:.]+(?:z|[+-][\d:]+)?)?"), _iso),
    (re.compile(rf"{_TWO_NUMBERS}[/.-](?P<year>\d{{4}}|\d{{2}})\b(?![:.]\d)"), _numeric),
    (re.compile(rf"{_APART}(?P<first>\d{{1,2}})(?P<mark>/)(?P<second>\d{{1,2}})\b(?![:./]\d)"), _numeric),
    (re.compile(rf"\b{FULL_YEAR},? {MONTH} (?:the )?{DAY}"), _named_month),
    (re.compile(rf"{_DAY_AND_MONTH}(?:{YEAR})?"), _named_month),
    (re.compile(rf"{_MONTH_AND_DAY}(?:{YEAR})?"), _named_month),
    (re.compile(rf"\bon {_TWO_NUMBERS}\b(?![:./]\d)"), _numeric),
)
"""A day and a month."""
DAY_RULES: tuple[Rule[Reading, date], ...] = (
    (re.compile(_HOLIDAY), _holiday),
    (re.compile(rf"{_THE_DAY}(?: of (?P<which>this|next) month\b)?"), _day_of_month),
    (re.compile(rf"(?:^|\bon ){_SHORT_DAY}"), _day_of_month),
)
"""A day without a month."""
WHOLE_RULES: tuple[Rule[Reading, date], ...] = (
    (re.compile(rf"{_ISO}[t ].*"), _iso),  # a time behind a date is left out
    (re.compile(rf"(?:{BESIDE})?{_TWO_NUMBERS}"), _numeric),
)
"""Only where nothing else can be meant."""
ANSWER_RULES: tuple[Rule[Reading, date], ...] = (
    (re.compile(rf"{LEAD_IN}(?:{BESIDE})?{_TWO_NUMBERS}{COURTESY}"), _numeric),
)


def _without_names(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


_AHEAD = "|".join(
    (r"\d{4}[-/.]\d", r"\d{1,2}(?:/\d|[.-]\d{1,2}[/.-]\d)", _SHORT_DAY, _DAY_AND_MONTH, _MONTH_AND_DAY, _THE_DAY)
)
_CONFIRMING = re.compile(rf"{BESIDE}(?={_without_names(_AHEAD)})")


def drop_confirming_weekdays(text: str) -> str:
    """ "Sunday, March 9" → "on      March 9". The weekday in front of a date says nothing new, but is found by rules of
    its own. No weekday of "Friday 7.30" is dropped: that is a time."""
    # As long as before: a place in what is returned is a place in the text.
    return _CONFIRMING.sub(lambda match: "on".ljust(len(match[0])), text)
