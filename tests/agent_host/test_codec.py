"""A child's words become values of the protocol or are Malformed; no third thing happens."""

from __future__ import annotations

from contextlib import suppress
from types import MappingProxyType
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host import codec
from parley.agent_host.codec import MAX_DEPTH, Malformed, encode
from parley.agent_host.messages import ChildMessage, FunctionResult, decode_child_message
from parley.agent_host.protocol import (
    Effects,
    FunctionFailure,
    HandoffRequest,
    LogLine,
    NewExternalEvent,
    OutgoingMessage,
    Reply,
    StateChanges,
    Transition,
)
from tests.properties import examples

FULL = FunctionResult(
    call=3,
    reply=Reply("c", "u", False, True, HandoffRequest("d", "r", "u", "refer", {"refer": {}}), {}, Transition("f", "s")),
    effects=Effects(
        variant="v",
        voice={"id": 1},
        metrics=(("m", 1.5, True), ("n", None, False)),
        messages=(OutgoingMessage("sms", "+1", template="t"),),
        logs=(LogLine("info", "x", {"a": [1]}, True, "now"),),
        new_events=(NewExternalEvent("e", True),),
        disabled_topics=("t",),
        entities={"zip": None, "name": "Bo"},
    ),
    state_json={"a": 1},
    changes=StateChanges({"a": 1}, {}, ("b",)),
    failure=FunctionFailure("ValueError", "no", "functions/f.py:3"),
    stdout="out",
    worn=True,
)


def decode(data: Any) -> ChildMessage:
    """What becomes of a result with these members."""
    header = {"t": "result", **data} if isinstance(data, dict) else data
    found: ChildMessage = codec.decode(decode_child_message, orjson.dumps(header))
    return found


def decode_state(encoded: bytes) -> Any:
    """What becomes of a value inside of a result."""
    found = codec.decode(decode_child_message, b'{"t":"result","call":1,"state_json":{"n":%b}}' % encoded)
    assert isinstance(found, FunctionResult)
    return found.state_json["n"]


def test_a_full_value_survives_the_way() -> None:
    assert codec.decode(decode_child_message, encode(FULL)) == FULL


def test_defaults_do_not_travel() -> None:
    assert orjson.loads(encode(FunctionResult(1))) == {"t": "result", "call": 1}
    assert decode({"call": 1}) == FunctionResult(1)


def test_members_of_a_later_version_are_ignored() -> None:
    assert decode({"call": 1, "new": True, "reply": {"mood": "good"}}) == FunctionResult(1)


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {},
        {"call": "1"},
        {"call": True},
        {"call": 1, "reply": None},
        {"call": 1, "reply": {"content": 5}},
        {"call": 1, "reply": {"hangup": 1}},
        {"call": 1, "reply": {"handoff": {"destination": "d"}}},
        {"call": 1, "effects": {"metrics": [["m", 1]]}},
        {"call": 1, "effects": {"metrics": {"m": 1}}},
        {"call": 1, "effects": {"logs": [{"level": "info"}]}},
        {"call": 1, "effects": {"entities": {"zip": 5}}},
        {"call": 1, "state_json": []},
        {"call": 1, "changes": {"removed": [1]}},
        {"call": 1, "stdout": None},
    ],
)
def test_wrong_types_are_malformed(wrong: Any) -> None:
    with pytest.raises(Malformed):
        decode(wrong)


keys = st.sampled_from(["call", "reply", "effects", "state_json", "changes", "failure", "content", "logs", "metrics"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(json_values)
@examples(40)
def test_any_json_is_a_value_or_malformed(data: Any) -> None:
    with suppress(Malformed):
        assert isinstance(decode(data), FunctionResult)


def test_a_value_does_not_change() -> None:
    with pytest.raises(AttributeError):
        FULL.reply.content = "other"  # type: ignore[misc]


def test_an_unknown_kind_is_not_quoted() -> None:
    with pytest.raises(Malformed, match=r"^a header is none of ours: an unknown message$"):
        codec.decode(decode_child_message, b'{"t":"my number is 12345"}')


def test_what_is_said_of_a_wrong_header_is_short() -> None:
    with pytest.raises(Malformed) as raised:
        codec.decode(decode_child_message, b'{"t":"result","call":1,"reply":{"listen":' + b'{"a":' * 90 + b"x")
    assert len(str(raised.value)) < 300


def test_what_could_not_be_stored_does_not_get_in() -> None:
    assert decode_state(rb'"x\u0000y"') == "x\N{REPLACEMENT CHARACTER}y"
    assert decode_state(rb'"\u0000\u0000\\\u0000"') == "\ufffd\ufffd\\\ufffd"
    for depth in (MAX_DEPTH, 500, 100_000):
        with pytest.raises(Malformed):
            decode_state(b"[" * depth + b"]" * depth)


@pytest.mark.parametrize("text", [r"\u0000", r"C:\temp\u0000", "\\\\" + r"\u0000"])
def test_a_text_that_only_spells_an_escape_stays_as_it_is(text: str) -> None:
    assert decode_state(orjson.dumps(text)) == text


@pytest.mark.parametrize(
    "encoded", [rb'"\ud800"', rb'"\udc00x"', rb'{"\ud800":1}', b'"\xed\xa0\x80"', b'"\xff"', b'"\x00"', b"NaN"]
)
def test_characters_and_numbers_that_json_has_not_got_are_malformed(encoded: bytes) -> None:
    with pytest.raises(Malformed):
        decode_state(encoded)


@pytest.mark.parametrize("number", [str(2**64), str(-(2**63) - 1), "1" * 30, "1" * 5000])
@pytest.mark.parametrize("form", ["{}", "[[{}]]", '{{"a":[1,{{"b":{}}}]}}'])
def test_integers_beyond_64_bits_are_malformed(number: str, form: str) -> None:
    with pytest.raises(Malformed):
        decode_state(form.format(number).encode())


@pytest.mark.parametrize("value", [2**64 - 1, -(2**63), "1" * 50, 1e300, 0.1234567890123456789012345])
def test_many_digits_are_no_large_number(value: Any) -> None:
    assert decode_state(orjson.dumps(value)) == value


def test_a_number_of_the_protocol_is_no_larger() -> None:
    with pytest.raises(Malformed):
        codec.decode(decode_child_message, b'{"t":"result","call":1,"effects":{"api_errors":99999999999999999999}}')


def test_wide_is_not_deep() -> None:
    wide = {"rows": [{"n": [n]} for n in range(MAX_DEPTH * 3)]}
    assert decode_state(orjson.dumps(wide)) == wide


def test_what_agent_code_hands_over_is_encoded_somehow() -> None:
    class Name(str):
        def __str__(self) -> str:
            raise ValueError

    class Count(int):
        pass

    given = {"half": "a\ud800", "view": MappingProxyType({1: {2}}), "name": Name("Bo"), "count": Count(1)}
    assert orjson.loads(encode(given)) == {"half": "a?", "view": {"1": [2]}, "name": "Bo", "count": 1}
    assert orjson.loads(encode({**given, "half": "a"}))["name"] == "Bo"
