"""Dates in longer texts; today is Wednesday, 11 March 2026. What a whole text may be: `test_dates_agreement`."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.dates.dates import find_date
from parley.kit.dates.reading import Reading
from tests.properties import examples

TODAY = date(2026, 3, 11)


def found(text: str, *, past: bool = False, day_first: bool = False, asked: bool = False) -> str | None:
    spot = find_date(text, Reading(TODAY, past, day_first, asked))
    return spot.value.isoformat() if spot else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2026-03-11"),
        ("tonight at seven", "2026-03-11"),
        ("tomorrow", "2026-03-12"),
        ("the day after tomorrow", "2026-03-13"),
        ("friday", "2026-03-13"),
        ("this friday", "2026-03-13"),
        ("next friday", "2026-03-20"),
        ("friday next week", "2026-03-20"),
        ("on wednesday", "2026-03-18"),
        ("this wednesday", "2026-03-11"),
        ("last monday", "2026-03-09"),
        ("saturday the 14th", "2026-03-14"),
        ("sat", "2026-03-14"),
        ("on thurs", "2026-03-12"),
        ("this weekend", "2026-03-14"),
        ("next week", "2026-03-16"),
        ("next month", "2026-04-01"),
        ("in two weeks", "2026-03-25"),
        ("in a fortnight", "2026-03-25"),
        ("in 3 days", "2026-03-14"),
        ("in a couple of weeks", "2026-03-25"),
        ("two weeks from friday", "2026-03-27"),
        ("a week from tomorrow", "2026-03-19"),
        ("10 days ago", "2026-03-01"),
        ("in one month", "2026-04-11"),
        ("the 3rd of may", "2026-05-03"),
        ("may 3rd", "2026-05-03"),
        ("May the third, 2027", "2027-05-03"),
        ("december twenty fifth", "2026-12-25"),
        ("twenty first of june", "2026-06-21"),
        ("second of november", "2026-11-02"),
        ("4 july 2026", "2026-07-04"),
        ("february 2nd", "2027-02-02"),
        ("the fifteenth", "2026-03-15"),
        ("on the 9th", "2026-04-09"),
        ("christmas eve", "2026-12-24"),
        ("new year's day", "2027-01-01"),
        ("2026-04-01", "2026-04-01"),
        ("el 2026-04-01 por favor", "2026-04-01"),
        ("3/5/2026", "2026-03-05"),
        ("25/12/2026", "2026-12-25"),
        ("3.5.2026", "2026-05-03"),
        ("I'd like a table for four on sunday", "2026-03-15"),
        ("next tuesday at 7pm", "2026-03-17"),
        ("friday 7.30", "2026-03-13"),
        ("on the 5th of may 12 people", "2026-05-05"),
        ("may 3 10 am", "2026-05-03"),
        ("next weekend", "2026-03-21"),
        ("next year", "2027-01-01"),
        ("this month", "2026-03-11"),
    ],
)
def test_dates(text: str, expected: str) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3rd of may 1985", "1985-05-03"),
        ("may 3 85", "1985-05-03"),
        ("march third nineteen eighty five", "1985-03-03"),
        ("nineteen eighty five march third", "1985-03-03"),
        ("the 5th of june two thousand and three", "2003-06-05"),
        ("july 4th twenty ten", "2010-07-04"),
        ("12/31/90", "1990-12-31"),
        ("april 2", "2025-04-02"),
    ],
)
def test_dates_of_birth(text: str, expected: str) -> None:
    assert found(text, past=True) == expected


def test_the_order_of_numbers_depends_on_the_language() -> None:
    assert (found("4/5/2026"), found("4/5/2026", day_first=True)) == ("2026-04-05", "2026-05-04")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "at 7:30",
        "5 people",
        "it may be",
        "march",
        "the first one",
        "I sat down",
        "monkey",
        "31/31/2026",
        "february 30",
        "our office christmas party",
        "the two of us",
        "the first of them",
        "we are 3-4",
        "it costs 3.50",
        "512-555-0123",
        "closed on mondays",
    ],
)
def test_no_dates(text: str) -> None:
    assert found(text) is None


@pytest.mark.parametrize("text", ["3-4", "um, maybe 3.4", "3-4 please", "3-4 would be fine"])
def test_two_numbers_answer_the_question_for_a_date(text: str) -> None:
    assert found(text) is None
    assert found(text, day_first=True, asked=True) == "2026-04-03"


def test_a_weekend_that_has_begun_is_this_one() -> None:
    sunday = Reading(date(2026, 3, 15))
    this, following = find_date("this weekend", sunday), find_date("next weekend", sunday)
    assert (this and this.value, following and following.value) == (date(2026, 3, 15), date(2026, 3, 21))


@examples(40)
@given(st.text(alphabet="0123456789/.- abcdefmnrstuy", max_size=30))
def test_any_text_can_be_read(text: str) -> None:
    spot = find_date(text, Reading(TODAY))
    assert spot is None or 0 <= spot.start < spot.end <= len(text)
