"""Chunks of every dialect become text and whole tool calls."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.llm.chunks import Assembler
from parley.providers.llm.protocol import ToolCall
from tests.properties import examples

Fragment = dict[str, Any]


def assemble(*chunks: Any, names: dict[str, str] | None = None) -> tuple[str, list[ToolCall]]:
    ids = itertools.count(1)
    assembler = Assembler(lambda: f"new_{next(ids)}", names)
    text = "".join(assembler.feed(chunk) for chunk in chunks)
    return text + assembler.flush(), assembler.calls()


def delta(**fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}


def fragment(
    arguments: Any = None, *, name: str | None = None, id: str | None = None, index: int | None = None
) -> dict[str, Any]:
    call: dict[str, Any] = {"type": "function", "function": {"arguments": arguments, "name": name}}
    if id is not None:
        call["id"] = id
    if index is not None:
        call["index"] = index
    return delta(tool_calls=[call])


def test_text_comes_in_pieces_and_role_only_or_null_deltas_say_nothing() -> None:
    chunks = [delta(role="assistant"), delta(content=None), delta(content="Good "), delta(content="day"), delta()]
    assert assemble(*chunks) == ("Good day", [])


def test_reasoning_is_not_said() -> None:
    assert assemble(delta(reasoning_content="hm"), delta(reasoning="hm"), delta(content="Yes")) == ("Yes", [])


@pytest.mark.parametrize(
    "pieces",
    [
        ["<think>who knows</think>Yes."],
        ["<th", "ink>who", "</thi", "nk>", "\n\n", "Yes", "."],
        ["  <think></think> Yes."],
    ],
)
def test_a_leading_thought_is_not_said(pieces: list[str]) -> None:
    assert assemble(*(delta(content=piece) for piece in pieces))[0] == "Yes."


@pytest.mark.parametrize("text", ["<thing> is new", "<", "a <think> b", "  "])
def test_text_that_only_looks_like_a_thought_is_said(text: str) -> None:
    assert assemble(*(delta(content=letter) for letter in text))[0] == text


def test_content_may_be_a_list_of_parts() -> None:
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Hello"}]
    assert assemble(delta(content=parts))[0] == "Hello"


@pytest.mark.parametrize(
    "chunk",
    [None, [], "x", {}, {"choices": []}, {"choices": None, "usage": {"total_tokens": 3}}, {"choices": ["x"]},
     {"choices": [{"delta": "x"}]}, {"choices": [{"delta": {"tool_calls": "x"}}]},
     {"choices": [{"delta": {"tool_calls": [None, {"function": None}]}}]}],
)  # fmt: skip
def test_nonsense_is_passed_over(chunk: Any) -> None:
    assert assemble(chunk) == ("", [])


CITY = ToolCall("a", "weather", '{"city": "Rome"}')
TIME = ToolCall("b", "clock", '{"zone": "CET"}')


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        pytest.param(
            [fragment("", name="weather", id="a", index=0), fragment('{"city": ', index=0),
             fragment('"Rome"}', index=0)],
            [CITY],
            id="fragments by index",
        ),
        pytest.param(
            [fragment('{"ci', name="weather", id="a", index=0), fragment('{"zo', name="clock", id="b", index=1),
             fragment('ty": "Rome"}', index=0), fragment('ne": "CET"}', index=1)],
            [CITY, TIME],
            id="interleaved",
        ),
        pytest.param(
            [fragment('{"city": "Rome"}', name="weather", id="a", index=0),
             fragment('{"zone": "CET"}', name="clock", id="b", index=0)],
            [CITY, TIME],
            id="every call has index 0",
        ),
        pytest.param(
            [fragment('{"city": "Rome"}', name="weather", id="a"), fragment('{"zone": "CET"}', name="clock", id="b")],
            [CITY, TIME],
            id="no index",
        ),
        pytest.param(
            [fragment("", name="weather", id="a"), fragment('{"city"', id="a"), fragment(': "Rome"}', id="a")],
            [CITY],
            id="no index but the id again",
        ),
        pytest.param(
            [fragment('{"city": ', name="weather", id="a", index=0),
             fragment('"Rome"}', name="weather", id="a", index=0), fragment("", name="weather", id="a", index=0)],
            [CITY],
            id="name repeated",
        ),
        pytest.param(
            [fragment('{"city": ', name="weather", id="a", index=0), fragment('"Rome"}', id="other", index=0)],
            [CITY],
            id="a new id on each fragment",
        ),
        pytest.param(
            [fragment({"city": "Rome"}, name="weather", id="a", index=0)], [CITY], id="arguments as an object"
        ),
        pytest.param(
            [{"choices": [{"message": {"content": None, "tool_calls": [
                {"id": "a", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}},
                {"id": "b", "function": {"name": "clock", "arguments": '{"zone": "CET"}'}}]}}]}],
            [CITY, TIME],
            id="a whole message",
        ),
        pytest.param(
            [fragment('{"city": "Rome"}', name="weather"), fragment('{"city": "Oslo"}', name="weather")],
            [ToolCall("new_1", "weather", '{"city": "Rome"}'), ToolCall("new_2", "weather", '{"city": "Oslo"}')],
            id="neither index nor id",
        ),
        pytest.param(
            [fragment('{"city": ', name="weather"), fragment('"Rome"}')],
            [ToolCall("new_1", "weather", '{"city": "Rome"}')],
            id="fragments with neither index nor id",
        ),
        pytest.param(
            [fragment(None, name="hang_up", id="a", index=0)], [ToolCall("a", "hang_up", "{}")], id="no arguments"
        ),
        pytest.param(
            [fragment('{"city": "Ro', name="weather", id="a", index=0)],
            [ToolCall("a", "weather", '{"city": "Ro')],
            id="malformed arguments are passed on",
        ),
        pytest.param(
            [fragment("{}", name="x", id="a", index=0), fragment("{}", name="y", id="a", index=1)],
            [ToolCall("a", "x", "{}"), ToolCall("new_1", "y", "{}")],
            id="the same id twice",
        ),
        pytest.param([fragment('{"a": 1}', id="a", index=0)], [], id="a call without a name is none"),
        pytest.param(
            [delta(function_call={"name": "weather", "arguments": '{"city"'}),
             delta(function_call={"arguments": ': "Rome"}'})],
            [ToolCall("new_1", "weather", '{"city": "Rome"}')],
            id="the old function_call",
        ),
    ],
)  # fmt: skip
def test_tool_calls(chunks: list[Any], expected: list[ToolCall]) -> None:
    assert assemble(*chunks) == ("", expected)


def test_names_are_translated_back() -> None:
    chunk = fragment("{}", name="reserver_1", id="a", index=0)
    assert assemble(chunk, names={"reserver_1": "réserver"})[1][0].name == "réserver"


def test_an_empty_reply_cut_by_length_is_told_from_an_empty_reply() -> None:
    for reason, cut in (("length", True), ("content_filter", True), ("stop", False)):
        assembler = Assembler(lambda: "id")
        assembler.feed({"choices": [{"delta": {}, "finish_reason": reason}]})
        assert assembler.was_cut_off is cut


@pytest.mark.slow
@examples(40)
@given(st.lists(st.dictionaries(st.text(max_size=4), st.integers(), max_size=3), min_size=1, max_size=3), st.randoms())
def test_any_interleaving_of_any_cuts_gives_the_same_calls(arguments: list[dict[str, int]], random: Any) -> None:
    queues = []
    for index, value in enumerate(arguments):
        text = json.dumps(value)
        cut = random.randrange(len(text))
        queues.append(
            [fragment("", name=f"tool_{index}", id=f"id_{index}", index=index)]
            + [fragment(part, index=index) for part in (text[:cut], text[cut:])]
        )
    chunks = [queue.pop(0) for queue in queues]
    while any(queues):
        chunks.append(random.choice([queue for queue in queues if queue]).pop(0))
    calls = assemble(*chunks)[1]
    assert [json.loads(call.arguments) for call in calls] == arguments
