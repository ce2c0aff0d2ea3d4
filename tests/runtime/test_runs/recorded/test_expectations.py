"""What is expected again: facts, not words, and nothing that belongs to the moment."""

from __future__ import annotations

from typing import Any

import pytest

from parley.kit.patterns.pattern import compile_pattern
from parley.runtime.test_runs.recorded.conversation import RecordedTurn
from parley.runtime.test_runs.recorded.expectations import expected_calls, facts, says, state_kept


@pytest.mark.parametrize(
    ("reply", "given", "found"),
    [
        ("A table for 4 at 7:30 on Friday.", "", ["4", "7:30", "Friday"]),
        ("Hello! Welcome. How are you?", "", []),
        ("Your reference is AB12X, or 5551234567.", "", []),
        ("Your order AB12X is on its way.", "where is ab12x", ["AB12X"]),
        ("It is 3.50 in Rome, 4.20 in Milan.", "", ["3.50", "Rome", "4.20"]),
    ],
)
def test_facts(reply: str, given: str, found: list[str]) -> None:
    assert facts(reply, given) == found


@pytest.mark.parametrize("own_answers", [False, True])
@pytest.mark.parametrize(
    "reply", ["Good evening.", "A table\nfor 4 at 7:30?", "It is 3.50 (in all).", "¿Qué día?", "…"]
)
def test_a_reply_is_like_its_pattern(reply: str, own_answers: bool) -> None:
    pattern = says(reply, "", own_answers)
    assert pattern is None or compile_pattern(pattern, ignore_case=True).search(reply) is not None
    if reply == "A table\nfor 4 at 7:30?":
        assert pattern is not None
        other = "At 7:30 it is for 4."
        assert bool(compile_pattern(pattern, ignore_case=True).search(other)) is own_answers
        assert compile_pattern(pattern, ignore_case=True).search("A table for 5 at 7:30?") is None


def ran(name: str, error: str | None = None, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments, "error": error, "duration_ms": 2.0}


def turn(*functions: dict[str, Any]) -> RecordedTurn:
    calls = [each["name"] for each in functions if each["name"] != "a_step"]
    return RecordedTurn(1, "Hi", "", "", {"functions": list(functions), "model_requests": [{"calls": calls}]})


def test_calls_that_went_well_are_expected_once() -> None:
    book = ran("book", people=4, vip=True, rate=1.5, guest="Ada", notes=["x"], other="")
    found = expected_calls(
        [turn(book, ran("a_step")), turn(book, ran("fails", error="KeyError"), ran("save_entities"))]
    )
    [call] = found
    assert call["name"] == "book"
    types = {each["parameter_name"]: each["value_type"] for each in call["arguments"]}
    assert types == {"people": "integer", "vip": "boolean", "rate": "number", "guest": "string"}


def test_state_is_expected_where_it_comes_from_the_user_or_the_model() -> None:
    changes = {
        "added": {"day": "Friday", "people": 4, "id": "R77", "now": 1723},
        "updated": {"done": True},
        "removed": [],
    }
    book = {**ran("book", people=4), "state_changes": changes}
    after = {**ran("clear"), "state_changes": {"added": {}, "updated": {"day": "Sunday"}, "removed": ["done"]}}
    assert state_kept(turn(book), "on friday") == {"day": "Friday", "people": 4, "done": True}
    assert state_kept(turn(book, after), "on friday") == {"people": 4}
