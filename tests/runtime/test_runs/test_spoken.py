"""What is played and reported for a case that was held over a call."""

from __future__ import annotations

import pytest

from parley.providers.llm.protocol import Message, Request, ToolCall, complete
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.runtime.test_runs.spoken import LineModel, SpokenReport, SpokenTurn, begins_turn

USER, ASSISTANT, TOOL, SYSTEM = (Message(role, "") for role in ("user", "assistant", "tool", "system"))


@pytest.mark.parametrize(
    ("messages", "begins"),
    [
        ([SYSTEM], True),
        ([SYSTEM, USER], True),
        ([SYSTEM, USER, SYSTEM], True),
        ([SYSTEM, ASSISTANT, USER], True),
        ([SYSTEM, USER, ASSISTANT, TOOL], False),
        ([SYSTEM, USER, ASSISTANT, TOOL, SYSTEM], False),
    ],
)
def test_a_turn_begins_when_the_user_has_spoken(messages: list[Message], begins: bool) -> None:
    assert begins_turn(messages) is begins


async def test_the_moves_of_a_line_are_played_again_when_its_turn_begins_again() -> None:
    model = LineModel(ScriptedModel([Say("Behind.")]))
    model.use_moves([{"call": "find"}, {"say": "Found."}])
    asked, answered = Request([SYSTEM, USER]), Request([SYSTEM, USER, ASSISTANT, TOOL])
    for _ in range(2):
        (piece,) = [piece async for piece in model.stream(asked)]
        assert isinstance(piece, ToolCall)
        assert model.unplayed == 1
    assert await complete(model, answered) == "Found."
    assert model.unplayed == 0
    model.use_moves(None)
    assert await complete(model, asked) == "Behind."
    assert model.unplayed == 0


def test_a_report_sums_up_its_turns() -> None:
    turns = [
        SpokenTurn("a table for two", "a cable two", 2, 4, 1.25, interrupted=False, yielded=None),
        SpokenTurn("no for five", "no for five", 0, 3, 0.75, interrupted=True, yielded=0.4),
        SpokenTurn("42", "42", 0, 0, None, interrupted=False, yielded=None),
    ]
    report = SpokenReport("flite:slt", turns)
    assert (report.word_error, report.latency, report.interruptions) == (2 / 7, 1.0, 1)
    found = report.to_json()
    assert (found["latency_ms"], found["recording"], found["turns"][1]["yielded_ms"]) == (1000, None, 400)
    assert SpokenReport("flite:slt", []).to_json()["word_error"] == 0
