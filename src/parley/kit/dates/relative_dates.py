"""Dates that are counted from today: "tomorrow", "next Friday", "in two weeks", "two days after Sunday"."""

from __future__ import annotations

import re
from datetime import date

from parley.kit.dates.arithmetic import add_days, add_months, to_date
from parley.kit.dates.calendar_words import NUMBER_WORD, WEEKDAY, WEEKDAYS
from parley.kit.dates.grammar import Rule, match_whole
from parley.kit.dates.reading import Reading
from parley.kit.text.numbers import find_numbers

SATURDAY = WEEKDAYS["saturday"]

_COUNT = rf"(?P<count>\d{{1,4}}|{NUMBER_WORD}|(?:a )?couple of|an?)"
_UNIT = r"(?P<unit>day|week|fortnight|month|year)s?"
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_NAMED = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1, "tmrw": 1,
    "yesterday": -1, "day after tomorrow": 2, "day before yesterday": -2,
}  # fmt: skip
_WEEKS = {"this week": 0, "next week": 1, "next": 1, "after next": 2}
_NAME = "|".join(sorted(_NAMED, key=len, reverse=True))


def _named_day(match: re.Match[str], reading: Reading) -> date | None:
    return add_days(reading.today, _NAMED[match["name"]])


def _weekday(match: re.Match[str], reading: Reading) -> date | None:
    which = match["week_before"] or match["which"] or match["week_after"]
    wanted, today = WEEKDAYS[match["weekday"]], reading.today.weekday()
    if which in _WEEKS:
        return add_days(reading.today, wanted - today + 7 * _WEEKS[which])
    ahead = (wanted - today) % 7
    if which == "last":
        ahead -= 7
    elif which != "this":
        ahead = ahead or 7
    return add_days(reading.today, ahead)


def _shifted(match: re.Match[str], reading: Reading) -> date | None:
    groups = match.groupdict()
    base = match_whole(_ANCHORS, groups["anchor"], reading) if groups.get("anchor") else reading.today
    count, unit = _count(match["count"]) * (-1 if groups.get("ago") else 1), match["unit"]
    if base is None:
        return None
    if unit in _DAYS:
        return add_days(base, count * _DAYS[unit])
    return add_months(base, count * (12 if unit == "year" else 1))


def _weekday_of_shifted(match: re.Match[str], reading: Reading) -> date | None:
    """ "Friday in two weeks" is the Friday of that week."""
    value = _shifted(match, reading)
    if value is None or not match["weekday"] or match["unit"] == "day":
        return value
    return add_days(value, WEEKDAYS[match["weekday"]] - value.weekday())


def _count(text: str) -> int:
    if text in ("a", "an"):
        return 1
    return 2 if "couple" in text else int(find_numbers(text)[0].value)


def _first_day(match: re.Match[str], reading: Reading) -> date | None:
    """Of a period that has begun, today."""
    today, unit = reading.today, match["unit"]
    if match["which"] not in ("next", "following"):
        return add_days(today, max(0, SATURDAY - today.weekday())) if unit == "weekend" else today
    if unit in ("weekend", "week"):
        return add_days(today, 7 - today.weekday() + (SATURDAY if unit == "weekend" else 0))
    return add_months(today.replace(day=1), 1) if unit == "month" else to_date(today.year + 1, 1, 1)


_WEEKDAY_RULE: Rule[Reading, date] = (
    re.compile(
        r"\b(?:(?P<week_before>next week|this week),? (?:on )?)?(?:(?:this )?(?P<which>coming|next|this|last) )?"
        rf"{WEEKDAY}(?: (?P<week_after>next week|this week|after next)\b)?"
    ),
    _weekday,
)
_ANCHORS: tuple[Rule[Reading, date], ...] = ((re.compile(r"(?P<name>today|tomorrow)"), _named_day), _WEEKDAY_RULE)

RELATIVE_RULES: tuple[Rule[Reading, date], ...] = (
    (
        re.compile(rf"\b(?:in )?{_COUNT} {_UNIT} (?:from|after) (?P<anchor>today|tomorrow|(?:this |next )?{WEEKDAY})"),
        _shifted,
    ),
    (re.compile(rf"\bin {_COUNT} {_UNIT}(?: time)?\b(?:[ ,]+on {WEEKDAY})?"), _weekday_of_shifted),
    (re.compile(rf"\b{WEEKDAY}[ ,]+in {_COUNT} {_UNIT}\b"), _weekday_of_shifted),
    (re.compile(rf"\b{_COUNT} {_UNIT} (?:from now|(?P<ago>ago)|later)\b"), _shifted),
    (re.compile(rf"\b(?:the )?(?P<name>{_NAME})\b"), _named_day),
    _WEEKDAY_RULE,
)
PERIOD_RULES: tuple[Rule[Reading, date], ...] = (
    (re.compile(r"\b(?P<which>next|this|following|the) (?P<unit>weekend)\b"), _first_day),
    (re.compile(r"\b(?P<which>next|this|following) (?P<unit>week|month|year)\b"), _first_day),
)
"""A period is no day: in a longer text its first day is taken, as a whole text it is no date."""
