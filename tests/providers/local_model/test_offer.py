"""What a small model is offered, by where the conversation is."""

from __future__ import annotations

from typing import Any

from parley.providers.llm.protocol import Choice, Message, Request, Situation, Slot, Tool, ToolCall
from parley.providers.local_model.offer import offered_tools

START, DAY = Tool("start", "", {"properties": {}}), Tool("day", "", {"properties": {"day": {"type": "string"}}})
PATHS = (Choice("All known", "", ("day",)), Choice("Leave", ""))
TAKE = Tool("choose_path", "", {"properties": {"condition": {"enum": [path.name for path in PATHS]}}})
STARTED = Message("assistant", "", (ToolCall("1", "start", "{}"), ToolCall("2", "day", "{}")))
RESULT, ANSWER = Message("tool", "done", (), "1"), Message("user", "friday")


def offered(*messages: Message, step: str | None = "Day", **situation: Any) -> list[Tool]:
    return offered_tools(Request(messages, [START, DAY, TAKE], situation=Situation(step=step, **situation)))


def paths(*messages: Message, day: Any = None) -> list[str] | None:
    tools = offered(*messages, choices=PATHS, slots=(Slot("day", "", "date", {}, day),))
    return next((tool.parameters["properties"]["condition"]["enum"] for tool in tools if tool.name == TAKE.name), None)


def test_outside_a_step_everything_is_offered() -> None:
    assert offered(STARTED, RESULT, step=None) == [START, DAY, TAKE]
    assert offered_tools(Request([STARTED], [START])) == [START]


def test_a_step_is_without_what_led_into_it() -> None:
    assert offered(STARTED, RESULT) == [DAY, TAKE]
    assert offered(ANSWER) == [START, DAY, TAKE]
    assert offered(STARTED, RESULT, step_prompt="Call start again if they want another.") == [START, DAY, TAKE]


def test_a_path_is_offered_when_it_can_be_taken() -> None:
    assert paths(STARTED, RESULT) is None
    assert paths(STARTED, RESULT, Message("system", "You are in the step Day.")) is None
    assert paths(STARTED, RESULT, ANSWER) == ["Leave"]
    assert paths(STARTED, RESULT, ANSWER, day="2026-05-15") == ["All known", "Leave"]
    assert paths(STARTED, RESULT, day="2026-05-15") == ["All known", "Leave"]
