"""Numbers in digits and in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.numbers import find_numbers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty five", ["25"]),
        ("a hundred and twenty", ["120"]),
        ("two thousand and three", ["2003"]),
        ("five hundred thousand", ["500000"]),
        ("three point five", ["3.5"]),
        ("two and a half", ["2.5"]),
        ("1,200", ["1200"]),
        ("-5", ["-5"]),
        ("minus five", ["-5"]),
        ("a dozen", ["12"]),
        ("half a dozen", ["6"]),
        ("$8.99", ["8.99"]),
        ("four to six", ["4", "6"]),
        ("two seven", ["2", "7"]),
        ("one", ["1"]),
        ("that one", []),
        ("7pm", []),
        ("AB12", []),
        ("7:30", []),
        ("3/5/2026", []),
        ("someone", []),
    ],
)
def test_numbers(text: str, expected: list[str]) -> None:
    assert [str(number) for number in find_numbers(text)] == expected


WORDS = ["one", "two", "ſix", "twenty", "hundred", "and", "point", "half", "7", "7,000", "a", "dozen", "-", "minus"]


@given(st.lists(st.sampled_from(WORDS)))
def test_places_are_places_in_the_text(words: list[str]) -> None:
    text = " ".join(words)
    for number in find_numbers(text):
        assert 0 <= number.start < number.end <= len(text)
