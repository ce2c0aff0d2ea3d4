"""Codes as people spell them."""

from __future__ import annotations

import pytest

from parley.local_responder.slots.codes import find_codes, spelled_digits


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("it's AB-1234", "AB-1234"),
        ("A as in alpha double five dash nine", "A55-9"),
        ("alpha bravo one two three", "AB123"),
        ("my code is X 7 7 Z", "X77Z"),
        ("B C D 4 5", "BCD45"),
        ("triple seven nine", "7779"),
        ("use SPRING20 please", "SPRING20"),
        ("order 12345", "12345"),
        ("the number is five five five oh one two", "555012"),
        ("x-ray yankee zulu nine", "XYZ9"),
    ],
)
def test_codes(text: str, code: str) -> None:
    assert find_codes(text)[0] == code


def test_words_are_no_codes() -> None:
    assert find_codes("where is my order") == ()
    assert spelled_digits("a quick brown fox") == ""
