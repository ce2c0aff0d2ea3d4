"""A date is the same date as a whole text, as an answer and in a longer text."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.dates.calendar_words import MONTHS, ORDINALS, WEEKDAYS
from parley.kit.dates.dates import find_date, parse_date
from parley.kit.dates.reading import Reading

WEDNESDAY, FRIDAY, SUNDAY = date(2026, 3, 11), date(2026, 3, 13), date(2026, 3, 15)


def check_everywhere(text: str, reading: Reading, expected: date | None) -> None:
    """`reading` is that of an answer."""
    assert parse_date(text, reading) == expected
    for longer in (text, f"on {text} please"):
        found = find_date(longer, reading)
        assert (found and found.value) == expected, longer


@pytest.mark.parametrize(
    ("text", "on_wednesday", "on_friday", "on_sunday"),
    [
        ("today", "03-11", "03-13", "03-15"),
        ("tonight", "03-11", "03-13", "03-15"),
        ("tomorrow", "03-12", "03-14", "03-16"),
        ("tmrw", "03-12", "03-14", "03-16"),
        ("the day after tomorrow", "03-13", "03-15", "03-17"),
        ("yesterday", "03-10", "03-12", "03-14"),
        ("friday", "03-13", "03-20", "03-20"),
        ("fri", "03-13", "03-20", "03-20"),
        ("on friday", "03-13", "03-20", "03-20"),
        ("coming friday", "03-13", "03-20", "03-20"),
        ("this coming fri", "03-13", "03-20", "03-20"),
        ("this friday", "03-13", "03-13", "03-20"),
        ("last friday", "03-06", "03-06", "03-13"),
        ("next friday", "03-20", "03-20", "03-20"),
        ("Next  FRI.", "03-20", "03-20", "03-20"),
        ("friday next week", "03-20", "03-20", "03-20"),
        ("next week on friday", "03-20", "03-20", "03-20"),
        ("friday this week", "03-13", "03-13", "03-13"),
        ("friday after next", "03-27", "03-27", "03-27"),
        ("next monday", "03-16", "03-16", "03-16"),
        ("in 2 weeks", "03-25", "03-27", "03-29"),
        ("in a week", "03-18", "03-20", "03-22"),
        ("in twenty one days", "04-01", "04-03", "04-05"),
        ("friday in two weeks", "03-27", "03-27", "03-27"),
        ("in two weeks on friday", "03-27", "03-27", "03-27"),
        ("two weeks from friday", "03-27", "04-03", "04-03"),
        ("in a month", "04-11", "04-13", "04-15"),
        ("the 13th", "03-13", "03-13", "04-13"),
        ("friday the 13th", "03-13", "03-13", "04-13"),
        ("the fifteenth", "03-15", "03-15", "03-15"),
        ("14th", "03-14", "03-14", "04-14"),
        ("the 14th of next month", "04-14", "04-14", "04-14"),
    ],
)
def test_days_counted_from_today(text: str, on_wednesday: str, on_friday: str, on_sunday: str) -> None:
    for today, expected in ((WEDNESDAY, on_wednesday), (FRIDAY, on_friday), (SUNDAY, on_sunday)):
        check_everywhere(text, Reading(today, asked=True), date.fromisoformat(f"2026-{expected}"))


@pytest.mark.parametrize(
    ("text", "month_first", "day_first", "birth"),
    [
        ("2026-05-03", "2026-05-03", "2026-05-03", "2026-05-03"),
        ("2026/5/3", "2026-05-03", "2026-05-03", "2026-05-03"),
        ("2026-05-03T10:00:00Z", "2026-05-03", "2026-05-03", "2026-05-03"),
        ("2026-05-03 10:00", "2026-05-03", "2026-05-03", "2026-05-03"),
        ("3/4", "2027-03-04", "2026-04-03", "2026-03-04"),
        ("3-4", "2027-03-04", "2026-04-03", "2026-03-04"),
        ("3.4", "2026-04-03", "2026-04-03", "2025-04-03"),
        ("13/4", "2026-04-13", "2026-04-13", "2025-04-13"),
        ("4/13", "2026-04-13", "2026-04-13", "2025-04-13"),
        ("3/11", "2026-03-11", "2026-11-03", "2026-03-11"),
        ("3/4/2026", "2026-03-04", "2026-04-03", "2026-03-04"),
        ("3.4.2026", "2026-04-03", "2026-04-03", "2026-04-03"),
        ("1/2/99", "1999-01-02", "1999-02-01", "1999-01-02"),
        ("1/2/36", "2036-01-02", "2036-02-01", "1936-01-02"),
        ("1/2/37", "1937-01-02", "1937-02-01", "1937-01-02"),
        ("12/12/26", "2026-12-12", "2026-12-12", "1926-12-12"),
        ("march 9", "2027-03-09", "2027-03-09", "2026-03-09"),
        ("9 of March, 2026", "2026-03-09", "2026-03-09", "2026-03-09"),
        ("Mar. 9th,2026", "2026-03-09", "2026-03-09", "2026-03-09"),
        ("Sunday, March 9", "2027-03-09", "2027-03-09", "2026-03-09"),
        ("sun 9/3/2026", "2026-09-03", "2026-03-09", "2026-09-03"),
        ("may 3 '85", "1985-05-03", "1985-05-03", "1985-05-03"),
        ("the third of may", "2026-05-03", "2026-05-03", "2025-05-03"),
        ("march third nineteen eighty five", "1985-03-03", "1985-03-03", "1985-03-03"),
        ("two thousand and three, june 5", "2003-06-05", "2003-06-05", "2003-06-05"),
        ("29 february", "2028-02-29", "2028-02-29", "2024-02-29"),
        ("christmas eve", "2026-12-24", "2026-12-24", "2025-12-24"),
        ("New Year’s Eve", "2026-12-31", "2026-12-31", "2025-12-31"),
        ("new years day", "2027-01-01", "2027-01-01", "2026-01-01"),
    ],
)
def test_dates_by_the_calendar(text: str, month_first: str, day_first: str, birth: str) -> None:
    check_everywhere(text, Reading(WEDNESDAY, asked=True), date.fromisoformat(month_first))
    check_everywhere(text, Reading(WEDNESDAY, day_first=True, asked=True), date.fromisoformat(day_first))
    check_everywhere(text, Reading(WEDNESDAY, past=True, asked=True), date.fromisoformat(birth))


@pytest.mark.parametrize(
    "text", ["", "someday", "2026-02-30", "31/31/2026", "the 45th", "february 30", "5 people", "march", "7:30", "seven"]
)
def test_no_dates_anywhere(text: str) -> None:
    check_everywhere(text, Reading(WEDNESDAY, asked=True), None)


@pytest.mark.parametrize(
    "text", ["friday or saturday", "a table on friday", "friday please", "friday at 7", "may 3 85 10"]
)
def test_a_text_that_only_holds_a_date_is_none(text: str) -> None:
    assert parse_date(text, Reading(WEDNESDAY)) is None
    assert find_date(text, Reading(WEDNESDAY)) is not None


@pytest.mark.parametrize("text", ["next week", "this weekend", "next month", "this year"])
def test_a_period_is_no_day(text: str) -> None:
    assert parse_date(text, Reading(WEDNESDAY)) is None
    assert find_date(text, Reading(WEDNESDAY)) is not None


def test_the_calendar_ends() -> None:
    first, last = Reading(date.min), Reading(date.max)
    assert [parse_date(text, last) for text in ("tomorrow", "in 9999 years", "next friday", "march 9")] == [None] * 4
    assert [parse_date(text, first) for text in ("yesterday", "9999 years ago", "last monday")] == [None] * 3


def either(*words: str) -> st.SearchStrategy[str]:
    return st.sampled_from(words)


def joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map("".join)


WEEKDAY, MONTH, ORDINAL = either(*WEEKDAYS), either(*MONTHS), either(*ORDINALS)
SMALL, YEAR = st.integers(0, 40).map(str), st.integers(1900, 2060).map(str)
BESIDE = either("", "friday, ", "sun ")
DAY = joined(SMALL, either("", "st", "nd", "rd", "th")) | ORDINAL
COUNT = st.integers(0, 9999).map(str) | either("a", "two", "twenty-one", "a couple of")
UNIT = either("day", "days", "week", "weeks", "fortnight", "months", "years")
MARK = either("/", ".", "-")
BEHIND = either("", ", ", " ", " of ")
DATES = st.one_of(
    joined(either("", "on ", "next ", "this ", "last ", "coming "), WEEKDAY, either("", " next week", " after next")),
    joined(BESIDE, YEAR, MARK, SMALL, MARK, SMALL, either("", "T10:00", " at 10", " 3/4/2026")),
    joined(SMALL, MARK, SMALL),
    joined(BESIDE, SMALL, MARK, SMALL, MARK, YEAR | st.integers(10, 99).map(str)),
    joined(
        BESIDE, either("", "the "), DAY, either(" ", " of "), MONTH, either("", "."), BEHIND, either("", "'85") | YEAR
    ),
    joined(BESIDE, MONTH, either(" ", " the "), DAY, either("", ", "), either("", "twenty ten", "85") | YEAR),
    joined(either("", "the ", "friday the "), DAY, either("", " of next month")),
    joined(either("in ", "friday in "), COUNT, either(" "), UNIT, either("", " from friday", " on monday")),
    joined(COUNT, either(" "), UNIT, either(" ago", " from now", " from tomorrow", " after next monday")),
)
ALPHABET = st.text(alphabet="0123456789/.- abcdefmnrstuyİſ’", max_size=20)


@given(
    DATES | ALPHABET,
    st.integers(0, 3000).map(lambda days: WEDNESDAY + timedelta(days)),
    st.booleans(),
    st.booleans(),
)
def test_whatever_is_accepted_is_found(text: str, today: date, past: bool, day_first: bool) -> None:
    reading = Reading(today, past, day_first, asked=True)
    value = parse_date(text, reading)
    if value is not None:
        check_everywhere(text, reading, value)
