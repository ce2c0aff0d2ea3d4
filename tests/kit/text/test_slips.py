from __future__ import annotations

import pytest

from parley.kit.text.slips import COMMON, correct_words, words_of

KNOWN = COMMON | words_of("Book an appointment for a rabbit, cancel a booking, open an account")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("i wuold liek an apointment", "i would like an appointment"),
        ("for my rabit tomorow", "for my rabbit tomorrow"),
        ("on satuday", "on saturday"),
        ("the appointmment", "the appointment"),
        ("wen do you opne", "wen do you open"),
    ],
)
def test_slips_with_one_meaning_are_put_right(text: str, meant: str) -> None:
    assert correct_words(text, KNOWN) == meant


@pytest.mark.parametrize(
    "text", ["there are three of us", "books", "Ada Byron", "rabbits and cats", "NG123456", "form"]
)
def test_words_that_may_be_meant_stay(text: str) -> None:
    assert correct_words(text, KNOWN) == text
