from __future__ import annotations

import pytest

from parley.providers.llm.protocol import Message, Request, Tool, ToolCall
from parley.providers.llm.wire import drop_parameters, request_body, wire_names

TOOL = Tool("book", "Books a table.", {"type": "object", "properties": {"people": {"type": "integer"}}})


def built(request: Request) -> dict[str, object]:
    return request_body(request, "small", wire_names(request))


def test_a_plain_request_sends_no_tools_and_no_format() -> None:
    request = Request([Message("user", "hi")], parameters={"temperature": 0.2, "top_p": None})
    assert built(request) == {
        "model": "small",
        "messages": [{"role": "user", "content": "hi"}],
        "stream": True,
        "temperature": 0.2,
    }


def test_tools_calls_and_results() -> None:
    messages = [
        Message("assistant", "", (ToolCall("1", "book", '{"people": 2}'), ToolCall("2", "book", '{"peo'))),
        Message("tool", "done", tool_call_id="1"),
    ]
    sent = built(Request(messages, [TOOL]))
    assert sent["messages"] == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "book", "arguments": '{"people": 2}'}},
                {"id": "2", "type": "function", "function": {"name": "book", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "content": "done", "tool_call_id": "1"},
    ]
    function = {"name": "book", "description": "Books a table.", "parameters": TOOL.parameters}
    assert sent["tools"] == [{"type": "function", "function": function}]


@pytest.mark.parametrize(("said", "messages"), [("List them", 2), ("List them as JSON", 1)])
def test_a_json_reply_is_asked_for_in_words_too(said: str, messages: int) -> None:
    sent = built(Request([Message("user", said)], json_reply=True))
    assert sent["response_format"] == {"type": "json_object"}
    assert len(sent["messages"]) == messages  # type: ignore[arg-type]


def test_names_that_servers_refuse_get_a_stand_in() -> None:
    long = "transfer_to_" + "x" * 70
    names = wire_names(Request([], [Tool("réserver", ""), Tool(long, ""), TOOL]))
    assert names["book"] == "book"
    assert all(name.isascii() and len(name) <= 64 for name in names.values())
    assert len(set(names.values())) == 3


def test_refused_parameters_are_left_out_or_renamed() -> None:
    sent = {"model": "m", "max_tokens": 5, "temperature": 1}
    assert drop_parameters(sent, ["max_tokens"]) == {"model": "m", "max_completion_tokens": 5, "temperature": 1}
    assert drop_parameters(sent, ["max_tokens", "max_completion_tokens", "temperature"]) == {"model": "m"}
    assert drop_parameters(sent, ["max_completion_tokens"]) == sent
