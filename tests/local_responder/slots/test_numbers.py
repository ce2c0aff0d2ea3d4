"""How many people a phrase stands for."""

from __future__ import annotations

import pytest

from parley.local_responder.slots.numbers import count_people, counts_others, find_numbers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("four", 4),
        ("table for four at 7pm", 4),
        ("six people", 6),
        ("party of 5", 5),
        ("it will be 4 on friday", 4),
        ("just me", 1),
        ("myself", 1),
        ("me and my wife", 2),
        ("for me and my wife", 2),
        ("my wife and I", 2),
        ("both of us", 2),
        ("the two of us", 2),
        ("a couple", 2),
        ("me and three friends", 4),
        ("me, my husband and my son", 3),
        ("four adults and two kids", 6),
        ("a table please", None),
    ],
)
def test_people(text: str, expected: int | None) -> None:
    assert count_people(text) == expected


@pytest.mark.parametrize(
    ("words", "text", "counted"),
    [("adults number of adults", "two nights", True), ("adults", "two adults", False), ("children", "2 adults", True),
     ("children", "2 kids", False), ("nights", "3 days", False), ("amount", "3 nights", False)],
)  # fmt: skip
def test_a_number_of_something_else(words: str, text: str, counted: bool) -> None:
    assert counts_others(words, text, find_numbers(text)[0]) is counted
