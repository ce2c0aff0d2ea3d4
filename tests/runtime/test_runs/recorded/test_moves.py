"""What the model did, out of a trace and the reply."""

from __future__ import annotations

from typing import Any

import pytest

from parley.runtime.test_runs.recorded.conversation import RecordedTurn
from parley.runtime.test_runs.recorded.moves import called_by_model, model_moves


def turn(reply: str, requests: list[Any], functions: list[Any], *notes: str, was_cut: bool = False) -> RecordedTurn:
    trace = {"model_requests": requests, "functions": functions, "notes": notes}
    return RecordedTurn(1, "Hi", "", reply, trace, was_cut)


def asked(*calls: str, says: int = 0, error: str | None = None) -> dict[str, Any]:
    return {"calls": list(calls), "characters": says, "error": error}


def ran(name: str, said: str | None = None, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments, "utterance": said}


def test_words_around_what_functions_said() -> None:
    told = turn("One moment. It is kept. Anything else?", [asked("book", says=11), asked(says=14)], [
        ran("start_function"), ran("book", "It is kept.", people=4),
    ])  # fmt: skip
    assert model_moves(told) == [
        {"say": "One moment.", "call": "book", "arguments": {"people": 4}},
        {"say": "Anything else?"},
    ]


def test_words_with_nothing_between_are_the_last_ones() -> None:
    told = turn("One moment. All is well.", [asked("look", says=11), asked(says=12)], [ran("look")])
    assert model_moves(told) == [{"call": "look", "arguments": {}}, {"say": "One moment. All is well."}]


def test_several_calls_of_one_answer_come_one_after_the_other() -> None:
    functions = [ran("save_entities", day="Friday"), ran("a_step", "Kept."), ran("look")]
    found = turn("Kept. Done.", [asked("look", "save_entities"), asked(says=5)], functions)
    assert model_moves(found) == [
        {"call": "save_entities", "arguments": {"day": "Friday"}},
        {"call": "look", "arguments": {}},
        {"say": "Done."},
    ]
    assert [each["name"] for each in called_by_model(found)] == ["save_entities", "look"]


def test_a_model_that_failed_fails_again() -> None:
    assert model_moves(turn("Sorry.", [asked(error="down")], [])) == [{"error": "down"}]


def test_of_an_interrupted_answer_less_is_known() -> None:
    functions = [ran("book", "It is kept for you.")]
    assert model_moves(turn("One mom", [asked("book", says=11)], functions, was_cut=True)) == [
        {"say": "One mom", "call": "book", "arguments": {}}
    ]


@pytest.mark.parametrize(
    "unknown",
    [
        turn("Kept.", [asked("look")], []),
        turn("Other words.", [asked("book", says=3), asked(says=3)], [ran("book", "It is kept.")]),
        turn("Kept.", [asked(says=5)], [], "phrase filter: rude"),
        turn("", [asked(says=5)], []),
    ],
)
def test_what_cannot_be_told_is_not_made_up(unknown: RecordedTurn) -> None:
    assert model_moves(unknown) is None
