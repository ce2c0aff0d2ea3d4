"""What is sent, and what is understood of a refusal."""

from __future__ import annotations

import json

import pytest

from parley.providers.llm.error_details import ErrorDetails, error_in, error_of_body
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


OPTIONAL = ("max_tokens", "temperature", "reasoning_effort", "verbosity", "response_format")


@pytest.mark.parametrize(
    ("error", "parameter"),
    [
        ({"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'"
                     " instead.", "code": "unsupported_parameter", "param": "max_tokens"}, "max_tokens"),
        ({"message": "Unsupported value: 'temperature' does not support 0.2", "code": "unsupported_value",
          "param": "temperature"}, "temperature"),
        ({"message": "Unrecognized request argument supplied: reasoning_effort"}, "reasoning_effort"),
        ({"message": "Unknown parameter: 'verbosity'.", "param": "verbosity"}, "verbosity"),
        ({"message": "temperature: extra inputs are not permitted"}, "temperature"),
        ({"message": "max_tokens is too large: 99999", "param": "max_tokens"}, None),
        ({"message": "messages: unknown role"}, None),
        ({"message": "not supported"}, None),
    ],
)  # fmt: skip
def test_the_refused_parameter_is_found(error: dict[str, str], parameter: str | None) -> None:
    details = error_in({"error": error}, OPTIONAL)
    assert details is not None
    assert details.refused_parameter == parameter


def test_a_validation_detail_names_its_parameter_too() -> None:
    detail = [{"loc": ["body", "verbosity"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]
    assert error_of_body(json.dumps({"detail": detail}).encode(), OPTIONAL).refused_parameter == "verbosity"


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"choices": []}, None),
        ({"error": None, "choices": []}, None),
        ({"error": {"message": "x", "type": "overloaded_error"}}, ErrorDetails("overloaded_error", is_transient=True)),
        ({"error": {"message": "x", "code": 503}}, ErrorDetails(None, 503)),
        ({"object": "error", "message": "x", "code": "429"}, ErrorDetails(None, 429)),
        ({"error": "try later: server overloaded"}, ErrorDetails(is_transient=True)),
        ({"error": {"message": "sk-123 is wrong", "code": "my words: 'sk-123'"}}, ErrorDetails()),
        ({"error": {"message": "The model `x` does not exist"}}, ErrorDetails(is_unknown_model=True)),
    ],
)
def test_faults_keep_only_short_tokens(value: object, details: ErrorDetails | None) -> None:
    assert error_in(value) == details


@pytest.mark.parametrize("body", [b"", b"<html>502</html>", b"[]", b'["x"]', b'[{"error": {"code": "bad"}}]'])
def test_any_body_can_be_read(body: bytes) -> None:
    assert error_of_body(body).code in (None, "bad")
