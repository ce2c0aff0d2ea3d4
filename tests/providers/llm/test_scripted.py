"""The scripted model."""

from __future__ import annotations

from typing import Any

import pytest

from parley.providers.llm.protocol import Message, ModelError, Piece, Request, Text, ToolCall, complete
from parley.providers.llm.scripted import Answer, Call, Delay, Say, ScriptedModel, ScriptError, answer_from, in_pieces


def said(text: str) -> Request:
    return Request([Message("user", text)])


async def pieces_of(model: ScriptedModel, text: str = "hi") -> list[Piece]:
    return [piece async for piece in model.stream(said(text))]


async def test_text_comes_in_pieces() -> None:
    assert await pieces_of(ScriptedModel([Say("Good  day, you")])) == [Text("Good  "), Text("day, "), Text("you")]
    assert "".join(in_pieces("  a\n\nb ")) == "  a\n\nb "


async def test_answers_are_played_in_order_and_requests_kept() -> None:
    script: list[dict[str, Any]] = [
        {"say": "One."},
        {"call": "book", "arguments": {"people": 4}},
        {"say": "Wait.", "call": "look_up"},
    ]
    model = ScriptedModel.from_mappings(script)
    assert await pieces_of(model, "a") == [Text("One.")]
    assert await pieces_of(model, "b") == [ToolCall("scripted_1", "book", '{"people": 4}')]
    assert await pieces_of(model, "c") == [Text("Wait."), ToolCall("scripted_2", "look_up", "{}")]
    assert [request.messages[0].content for request in model.requests] == ["a", "b", "c"]
    assert model.unplayed == ()


async def test_malformed_arguments_can_be_played() -> None:
    assert await pieces_of(ScriptedModel([Call("book", '{"peo')])) == [ToolCall("scripted_1", "book", '{"peo')]


async def test_patterns_come_first_and_only_once_unless_repeated() -> None:
    model = ScriptedModel.from_mappings(
        [{"say": "plain"}, {"when": "HOURS", "say": "nine"}, {"when": "bye", "say": "Bye", "repeat": True}]
    )
    replies = [await complete(model, said(text)) for text in ("bye", "your hours?", "hours again", "bye")]
    assert replies == ["Bye", "nine", "plain", "Bye"]


async def test_being_asked_too_often_is_a_clear_error() -> None:
    model = ScriptedModel.from_mappings([{"say": "One."}, {"when": "x+", "say": "Two."}])
    await pieces_of(model)
    with pytest.raises(ScriptError, match=r"no answer for request 2: 2 were written, those left wait for 'x\+'"):
        await pieces_of(model)
    with pytest.raises(ScriptError, match="0 were written, all are used up"):
        await pieces_of(ScriptedModel([]))


async def test_errors_and_delays() -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    model = ScriptedModel.from_mappings([{"delay": 2, "say": "late"}, {"error": "down"}], sleep=note)
    assert await pieces_of(model) == [Text("late")]
    assert waits == [2.0]
    with pytest.raises(ModelError, match="down"):
        await pieces_of(model)


@pytest.mark.parametrize(
    ("mapping", "complaint"),
    [
        ({"speak": "x"}, "does not know speak"),
        ({"arguments": {}}, "arguments but no call"),
        ({"when": "x"}, "needs one of say, call"),
    ],
)
def test_wrong_mappings_are_explained(mapping: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        answer_from(mapping)


def test_a_mapping_becomes_an_answer() -> None:
    assert answer_from({"say": "x", "delay": 1, "when": "y"}) == Answer((Delay(1.0), Say("x")), "y")
