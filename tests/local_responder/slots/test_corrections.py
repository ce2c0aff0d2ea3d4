from __future__ import annotations

import pytest

from parley.local_responder.slots.corrections import said_last_first


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("friday", ["friday"]),
        ("friday, no wait, saturday at eleven", ["saturday at eleven", "friday"]),
        ("the 28th.. no, sorry, the 29th of May", ["the 29th of May", "the 28th"]),
        ("six, no seven", ["seven", "six"]),
        ("Tuesday I mean Wednesday", ["Wednesday", "Tuesday"]),
        ("four, actually make it five", ["five", "four"]),
        ("7:30 if 8 isn't possible", ["7:30"]),
        ("if 8 is taken, 7:30", ["7:30"]),
        ("11, not 10", ["11"]),
        ("not saturday but sunday", ["sunday"]),
        ("no phone", ["no phone"]),
        ("no", ["no"]),
        ("sorry", ["sorry"]),
        ("not 10", ["not 10"]),
    ],
)
def test_what_was_said_last_comes_first(text: str, parts: list[str]) -> None:
    assert list(said_last_first(text)) == parts
