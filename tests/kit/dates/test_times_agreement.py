"""A time is the same time as a whole text, as an answer and in a longer text."""

from __future__ import annotations

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.dates.times import Hours, find_time, parse_time

ALWAYS, MORNING, EVENING = Hours(), Hours.read("06:00", "12:00"), Hours.read("5pm", "23:00")
NIGHT, EARLY = Hours.read("22:00", "06:00"), Hours.read(None, "12:00")


def check_everywhere(text: str, hours: Hours, expected: time | None) -> None:
    assert parse_time(text, hours) == expected
    for longer in (text, f"at {text} please"):
        found = find_time(longer, hours, asked=True)
        assert (found and found.value) == expected, longer


@pytest.mark.parametrize(
    ("text", "always", "in_the_morning", "in_the_evening"),
    [
        ("7", "19:00", "07:00", "19:00"),
        ("at 7", "19:00", "07:00", "19:00"),
        ("seven", "19:00", "07:00", "19:00"),
        ("7 o'clock", "19:00", "07:00", "19:00"),
        ("7ish", "19:00", "07:00", "19:00"),
        ("9", "09:00", "09:00", "21:00"),
        ("11", "11:00", "11:00", "23:00"),
        ("12", "12:00", "12:00", "12:00"),
        ("07", "07:00", "07:00", "07:00"),
        ("15", "15:00", "15:00", "15:00"),
        ("0", "00:00", "00:00", "00:00"),
        ("7:30", "19:30", "07:30", "19:30"),
        ("7.30", "19:30", "07:30", "19:30"),
        ("8:30", "08:30", "08:30", "20:30"),
        ("07:30", "07:30", "07:30", "07:30"),
        ("10:30", "10:30", "10:30", "10:30"),
        ("19:30", "19:30", "19:30", "19:30"),
        ("7h30", "07:30", "07:30", "07:30"),
        ("7:30:15", "07:30", "07:30", "07:30"),
        ("24:00", "00:00", "00:00", "00:00"),
        ("1930 hours", "19:30", "19:30", "19:30"),
        ("7pm", "19:00", "19:00", "19:00"),
        ("7 A.M.", "07:00", "07:00", "07:00"),
        ("3:30 p. m.", "15:30", "15:30", "15:30"),
        ("12 am", "00:00", "00:00", "00:00"),
        ("12 pm", "12:00", "12:00", "12:00"),
        ("15:00 pm", "15:00", "15:00", "15:00"),
        ("8 in the evening", "20:00", "20:00", "20:00"),
        ("8 tonight", "20:00", "20:00", "20:00"),
        ("one at night", "01:00", "01:00", "01:00"),
        ("eleven at night", "23:00", "23:00", "23:00"),
        ("noon", "12:00", "12:00", "12:00"),
        ("12 noon", "12:00", "12:00", "12:00"),
        ("midnight", "00:00", "00:00", "00:00"),
        ("half past seven", "19:30", "07:30", "19:30"),
        ("half seven", "19:30", "07:30", "19:30"),
        ("quarter to eight", "19:45", "07:45", "19:45"),
        ("ten past nine", "09:10", "09:10", "21:10"),
        ("a quarter to one", "12:45", "12:45", "12:45"),
        ("20 past 10", "10:20", "10:20", "22:20"),
        ("seven thirty", "19:30", "07:30", "19:30"),
        ("nine oh five pm", "21:05", "21:05", "21:05"),
        ("seventeen thirty", "17:30", "17:30", "17:30"),
    ],
)
def test_times(text: str, always: str, in_the_morning: str, in_the_evening: str) -> None:
    for hours, expected in ((ALWAYS, always), (MORNING, in_the_morning), (EVENING, in_the_evening)):
        check_everywhere(text, hours, time.fromisoformat(expected))


@pytest.mark.parametrize(
    "text", ["", "25:00", "24:30", "13pm", "15 pm", "15:00 am", "0 am", "7:61", "half past", "tomorrow", "-"]
)
def test_no_times_anywhere(text: str) -> None:
    check_everywhere(text, ALWAYS, None)


@pytest.mark.parametrize("text", ["after 7", "a table at 7", "friday at 7pm", "7 or 8 pm", "7pm please"])
def test_a_text_that_only_holds_a_time_is_none(text: str) -> None:
    assert parse_time(text) is None
    assert find_time(text) is not None


def test_opening_hours() -> None:
    assert Hours(time(17), time(23)) == EVENING
    assert Hours.read("5:00", "nonsense") == Hours(time(5), time.max)
    assert [time(0) in NIGHT, time(22) in NIGHT, time(6) in NIGHT, time(12) in NIGHT] == [True, True, True, False]
    assert time(12) in Hours.read("00:00", "24:00")
    assert NIGHT.settle(11, 0) == time(23)
    assert EARLY.settle(7, 30) == time(7, 30)


def either(*words: str) -> st.SearchStrategy[str]:
    return st.sampled_from(words)


NUMBER = st.integers(0, 26).map(str) | st.integers(0, 9).map(lambda number: f"0{number}")
WORD = either(
    "one", "seven", "ten", "eleven", "twelve", "seventeen", "twenty", "thirty five", "oh five", "quarter", "half"
)
HALF = either("", "am", " pm", " a.m.", " p. m.", " o'clock", " o'clock pm", " in the morning", " tonight", " at night")
TIMES = st.one_of(
    st.tuples(either("", "at "), NUMBER | WORD, HALF).map("".join),
    st.tuples(
        NUMBER, either(":", ".", "h", " h "), st.integers(0, 70).map("{:02}".format), either("", ":15"), HALF
    ).map("".join),
    st.tuples(NUMBER | WORD, either(" past ", " to ", " minutes before ", " "), NUMBER | WORD, HALF).map("".join),
    st.text(alphabet="0123456789:. apmhalfquteronsixv’", max_size=16),
)


@given(TIMES, st.sampled_from([ALWAYS, MORNING, EVENING, NIGHT, EARLY]))
def test_whatever_is_accepted_is_found(text: str, hours: Hours) -> None:
    value = parse_time(text, hours)
    if value is not None:
        check_everywhere(text, hours, value)


@given(st.times(), st.sampled_from([ALWAYS, MORNING, EVENING, NIGHT, EARLY]))
def test_a_time_in_its_normal_form_is_that_time_whatever_the_hours(moment: time, hours: Hours) -> None:
    check_everywhere(f"{moment:%H:%M}", hours, moment.replace(second=0, microsecond=0))
