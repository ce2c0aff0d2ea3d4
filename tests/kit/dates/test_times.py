"""Times in longer texts. What a whole text may be: `test_times_agreement`."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.dates import times
from parley.kit.dates.times import Hours
from tests.properties import examples

NOW = datetime(2026, 3, 11, 10, 0)  # noqa: DTZ001 - a wall clock


def find_time(text: str, hours: Hours = Hours(), *, asked: bool = False, now: datetime | None = None) -> str | None:
    found = times.find_time(text, hours, asked=asked, now=now)
    return f"{found.value:%H:%M}" if found else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7pm", "19:00"),
        ("7 p.m.", "19:00"),
        ("7.30pm", "19:30"),
        ("19:30", "19:30"),
        ("08:15", "08:15"),
        ("1930 hours", "19:30"),
        ("noon", "12:00"),
        ("midnight", "00:00"),
        ("12 pm", "12:00"),
        ("12 am", "00:00"),
        ("half past seven", "19:30"),
        ("half seven", "19:30"),
        ("quarter to eight", "19:45"),
        ("quarter past six in the evening", "18:15"),
        ("ten past six", "18:10"),
        ("twenty to nine", "08:40"),
        ("five minutes past three", "15:05"),
        ("seven thirty", "19:30"),
        ("seven thirty pm", "19:30"),
        ("nine oh five am", "09:05"),
        ("five forty-five", "17:45"),
        ("seventeen thirty", "17:30"),
        ("at seven", "19:00"),
        ("at 9", "09:00"),
        ("seven o'clock in the morning", "07:00"),
        ("eight in the evening", "20:00"),
        ("tonight at eight", "20:00"),
        ("tomorrow morning at 10", "10:00"),
        ("lunch at one", "13:00"),
        ("11 at night", "23:00"),
        ("1 at night", "01:00"),
        ("around 6:15", "18:15"),
        ("table for two at eight thirty", "08:30"),
        ("in two hours", "12:00"),
        ("in half an hour", "10:30"),
        ("in twenty five minutes", "10:25"),
        ("lunch at half past eleven", "11:30"),
        ("tonight at 12", "00:00"),
        ("good morning, a table at seven please", "19:00"),
        ("I am free at seven", "19:00"),
        ("on 3.05.2026 at 14:30", "14:30"),
    ],
)
def test_times(text: str, expected: str) -> None:
    assert find_time(text, now=NOW) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "for 4 people",
        "may 3rd",
        "3/5/2026",
        "seven",
        "25:00",
        "two dogs",
        "a table for four on sunday",
        "15 pm",
        "three to five days",
    ],
)
def test_no_times(text: str) -> None:
    assert find_time(text, now=NOW) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("7", "19:00"), ("seven please", "19:00"), ("um, maybe 8", "08:00"), ("sevenish", "19:00"), ("7-ish", "19:00")],
)
def test_a_bare_number_answers_the_question_for_a_time(text: str, expected: str) -> None:
    assert find_time(text, asked=True) == expected


def test_opening_hours_settle_morning_or_evening() -> None:
    evening = Hours.read("17:00", "23:00")
    assert find_time("8", evening, asked=True) == "20:00"
    assert find_time("at 8:30", evening) == "20:30"
    assert find_time("at 5", Hours.read("04:00", "06:00")) == "05:00"


@examples(40)
@given(st.text(alphabet="0123456789:. apmhalfquteronsixv", max_size=30))
def test_what_is_found_is_a_time(text: str) -> None:
    value = find_time(text, asked=True, now=NOW)
    if value is not None:
        hour, minute = map(int, value.split(":"))
        assert (hour < 24, minute < 60) == (True, True)
