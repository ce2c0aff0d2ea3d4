"""Dates and times as people and models write them → values. Pure: what today is comes from the caller."""

from __future__ import annotations

import re
from datetime import date, time, timedelta

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wed",
            "thursday thurs thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
_RELATIVE = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "the day after tomorrow": 2}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s*(?P<year>\d{4}))?"
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
_NUMERIC = re.compile(r"(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?")
_WORDED = (re.compile(rf"{_DAY}(?:\s+of)?\s+{_MONTH}{_YEAR}"), re.compile(rf"{_MONTH}\s+(?:the\s+)?{_DAY}{_YEAR}"))
_WEEKDAY = re.compile(rf"(?:(?P<which>next|this|on|coming)\s+)?(?P<weekday>{'|'.join(_WEEKDAYS)})")
_IN_DAYS = re.compile(r"in\s+(\d{1,3}|a)\s+(day|week)s?")
_LEADING_WEEKDAY = re.compile(rf"(?:{'|'.join(_WEEKDAYS)})[,\s]+(?=\S*\d|\w+\s+\d)")
_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h]\s?(?P<minute>\d{2}))?(?::\d{2})?\s*(?P<half>[ap]\.?\s?m\.?)?(?:\s*o'?clock)?"
)
_NAMED_TIMES = {"noon": time(12), "midday": time(12), "midnight": time(0)}


def parse_date(text: str, today: date, month_first: bool) -> date | None:
    """`month_first` says how 3/4 is read; a date without a year is the next such day."""
    words = " ".join(text.lower().split())
    if words in _RELATIVE:
        return today + timedelta(days=_RELATIVE[words])
    words = _LEADING_WEEKDAY.sub("", words, count=1)
    if match := _ISO.fullmatch(words):
        return _date(*(int(part) for part in match.groups()))
    if match := _NUMERIC.fullmatch(words):
        first, second = int(match[1]), int(match[2])
        month, day = (first, second) if month_first else (second, first)
        if month > 12:
            month, day = day, month
        return _with_year(match[3], month, day, today)
    for pattern in _WORDED:
        if match := pattern.fullmatch(words):
            return _with_year(match["year"], _MONTHS[match["month"]], int(match["day"]), today)
    return _relative_date(words, today)


def _relative_date(words: str, today: date) -> date | None:
    if match := _WEEKDAY.fullmatch(words):
        ahead = (_WEEKDAYS[match["weekday"]] - today.weekday()) % 7
        return today + timedelta(days=ahead or (7 if match["which"] == "next" else 0))
    if match := _IN_DAYS.fullmatch(words):
        count = 1 if match[1] == "a" else int(match[1])
        return today + timedelta(days=count * (7 if match[2] == "week" else 1))
    return None


def _with_year(year: str | None, month: int, day: int, today: date) -> date | None:
    if year:
        return _date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    this_year = _date(today.year, month, day)
    if this_year is not None and this_year >= today:
        return this_year
    return next((found for ahead in range(1, 9) if (found := _date(today.year + ahead, month, day))), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def parse_time(text: str) -> time | None:
    words = " ".join(text.lower().split()).removeprefix("at ")
    if words in _NAMED_TIMES:
        return _NAMED_TIMES[words]
    match = _TIME.fullmatch(words)
    if not match:
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if half := match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    if hour > 23 or minute > 59:
        return None
    return time(hour, minute)
