"""Dates as people say them, relative to today. English, and ISO or numeric dates of any language."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from parley.local_responder.calendar_words import (
    DAY,
    FULL_YEAR,
    MONTH,
    MONTHS,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
    day_number,
    year_number,
)
from parley.local_responder.memo import once
from parley.local_responder.numbers import find_numbers

_COUNT = r"(?P<count>\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|couple of)"
_UNIT = r"(?P<unit>day|week|fortnight|month|year)s?"


@dataclass(frozen=True, slots=True)
class FoundDate:
    value: date
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How to understand what is ambiguous."""

    today: date
    past: bool = False
    """A date of birth: without a year or with two digits it lies behind us."""
    day_first: bool = False
    """3/5 is the third of May."""


@once
def find_date(text: str, reading: Reading) -> FoundDate | None:
    """The first date in the text, by the most telling pattern that fits."""
    for pattern, read in _PATTERNS:
        for match in pattern.finditer(text):
            value = read(match, reading)
            if value is not None:
                return FoundDate(value, match.start(), match.end())
    return None


def _iso(match: re.Match[str], reading: Reading) -> date | None:
    return _safe(int(match["year"]), int(match["month"]), int(match["day"]))


def _numeric(match: re.Match[str], reading: Reading) -> date | None:
    first, second = int(match["first"]), int(match["second"])
    day_first = reading.day_first or match["mark"] == "."
    day, month = (first, second) if (day_first and second <= 12) or first > 12 else (second, first)
    if not match["year"]:
        return None if match["mark"] != "/" else _without_year(month, day, reading)
    return _safe(year_number(match["year"], _latest_year(reading)), month, day)


def _named_month(match: re.Match[str], reading: Reading) -> date | None:
    month, day = MONTHS[match["month"].lower()], day_number(match["day"])
    if match["year"]:
        return _safe(year_number(match["year"], _latest_year(reading)), month, day)
    return _without_year(month, day, reading)


def _day_of_month(match: re.Match[str], reading: Reading) -> date | None:
    day = day_number(match["day"])
    month = reading.today.replace(day=1)
    for _ in range(3):
        value = _safe(month.year, month.month, day)
        if value and value >= reading.today:
            return value
        month = _plus_months(month, 1)
    return None


def _relative_day(match: re.Match[str], reading: Reading) -> date:
    word = " ".join(match[0].lower().split())
    days = {"day after tomorrow": 2, "day before yesterday": -2, "yesterday": -1}
    shift = next((shift for name, shift in days.items() if name in word), 1 if "tomorrow" in word else 0)
    return reading.today + timedelta(days=shift)


def _shifted(match: re.Match[str], reading: Reading) -> date:
    base = reading.today
    anchor = match.groupdict().get("anchor")
    if anchor:
        found = find_date(anchor, reading)
        base = found.value if found else base
    sign = -1 if "ago" in match[0].lower() else 1
    return _plus(base, sign * _count(match["count"]), match["unit"].lower())


def _weekday(match: re.Match[str], reading: Reading) -> date:
    wanted = WEEKDAYS[match["weekday"].lower()]
    which = (match["which"] or "").lower()
    monday = reading.today - timedelta(days=reading.today.weekday())
    if which == "next" or match["later"]:
        return monday + timedelta(days=7 + wanted)
    if which == "last":
        ahead = (reading.today.weekday() - wanted) % 7 or 7
        return reading.today - timedelta(days=ahead)
    ahead = (wanted - reading.today.weekday()) % 7
    if which == "this":
        return reading.today + timedelta(days=ahead)
    return reading.today + timedelta(days=ahead or 7)


def _period(match: re.Match[str], reading: Reading) -> date:
    today, which, unit = reading.today, match["which"].lower(), match["unit"].lower()
    later = 1 if which in ("next", "following") else 0
    if unit == "weekend":
        saturday = today + timedelta(days=(5 - today.weekday()) % 7)
        return saturday + timedelta(days=7 * later if today.weekday() < 5 or not later else 7)
    if unit == "week":
        return today + timedelta(days=7 * later - today.weekday() * later)
    if unit == "month":
        return _plus_months(today.replace(day=1), 1) if later else today
    return today.replace(year=today.year + later, month=1, day=1) if later else today


def _holiday(match: re.Match[str], reading: Reading) -> date | None:
    name = match[0].lower().replace("’", "'")
    fixed = {"christmas eve": (12, 24), "christmas": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31),
             "new year": (1, 1), "valentine": (2, 14), "halloween": (10, 31)}  # fmt: skip
    month, day = next(when for key, when in fixed.items() if key in name.replace("years", "year's"))
    return _without_year(month, day, reading)


def _latest_year(reading: Reading) -> int:
    return reading.today.year if reading.past else reading.today.year + 10


def _without_year(month: int, day: int, reading: Reading) -> date | None:
    """The next such day, or the last one."""
    years = range(reading.today.year, reading.today.year + (-9 if reading.past else 9), -1 if reading.past else 1)
    for year in years:
        value = _safe(year, month, day)
        if value and (value <= reading.today if reading.past else value >= reading.today):
            return value
    return None


def _plus(base: date, count: int, unit: str) -> date:
    if unit in ("month", "year"):
        return _plus_months(base, count * (12 if unit == "year" else 1))
    return base + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit])


def _plus_months(base: date, months: int) -> date:
    index = base.year * 12 + base.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(base.day, calendar.monthrange(year, month + 1)[1]))


def _count(text: str) -> int:
    if text.lower() in ("a", "an"):
        return 1
    return 2 if text.lower() == "couple of" else int(find_numbers(text)[0].value)


def _safe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_Reader = Callable[[re.Match[str], Reading], date | None]
_PATTERNS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (_pattern(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"), _iso),
    (_pattern(
        r"\b(?P<first>\d{1,2})(?P<mark>[/.-])(?P<second>\d{1,2})(?:(?P=mark)(?P<year>\d{4}|"
        r"\d{2}))?\b(?![:.]\d)"), _numeric),
    (_pattern(rf"\b{FULL_YEAR},? {MONTH} (?:the )?{DAY}"), _named_month),
    (_pattern(rf"\b(?:the )?{DAY}(?: day)?(?: of)? {MONTH}(?:,? (?:of )?{YEAR})?"), _named_month),
    (_pattern(rf"\b{MONTH} (?:the )?{DAY}(?:,? {YEAR})?"), _named_month),
    (_pattern(
        rf"\b(?:in )?{_COUNT} {_UNIT} (?:from|after) "
        rf"(?P<anchor>today|tomorrow|(?:this |next )?{WEEKDAY})"), _shifted),
    (_pattern(rf"\bin (?:a )?{_COUNT} {_UNIT}(?: time)?\b"), _shifted),
    (_pattern(rf"\b(?:a )?{_COUNT} {_UNIT} (?:from now|ago|later)\b"), _shifted),
    (_pattern(r"\b(?:the )?day (?:after tomorrow|before yesterday)\b"), _relative_day),
    (_pattern(r"\b(?:today|tonight|tomorrow|tmrw|yesterday|this (?:morning|afternoon|evening))\b"), _relative_day),
    (_pattern(rf"\b(?:(?P<which>next|this|last|coming) )?{WEEKDAY}(?P<later> (?:next week|after next))?"), _weekday),
    (_pattern(r"\b(?P<which>next|this|following|the) (?P<unit>weekend)\b"), _period),
    (_pattern(r"\b(?P<which>next|this|following) (?P<unit>week|month|year)\b"), _period),
    (_pattern(
        r"\b(?:christmas(?: eve| day)?|boxing day|new year['’]?s?(?: eve| day)?|valentine['’]?s(?: day)?|"
        r"halloween)\b(?! (?:party|parties|do|dinner|lunch|meal|menu|drinks|cards?|trees?|presents?)\b)"), _holiday),
    (_pattern(rf"\bthe {DAY}(?! (?:one|time|option|option|half|floor))"), _day_of_month),
    (_pattern(r"(?:^|\bon )(?P<day>\d{1,2}(?:st|nd|rd|th))\b"), _day_of_month),
)  # fmt: skip
