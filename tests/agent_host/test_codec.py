"""A child's words become values of the protocol or are Malformed; no third thing happens."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.codec import decode, encode_sparse
from parley.agent_host.framing import Malformed
from parley.agent_host.messages import FunctionResult
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


def test_a_full_value_survives_the_way() -> None:
    assert decode(FunctionResult, orjson.loads(orjson.dumps(encode_sparse(FULL)))) == FULL


def test_defaults_do_not_travel() -> None:
    assert encode_sparse(FunctionResult(1)) == {"call": 1}
    assert decode(FunctionResult, {"call": 1}) == FunctionResult(1)


def test_members_of_a_later_version_are_ignored() -> None:
    assert decode(FunctionResult, {"call": 1, "new": True, "reply": {"mood": "good"}}) == FunctionResult(1)


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
        decode(FunctionResult, wrong)


keys = st.sampled_from(["call", "reply", "effects", "state_json", "changes", "failure", "content", "logs", "metrics"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
@examples(40)
def test_any_json_is_a_value_or_malformed(data: Any) -> None:
    with suppress(Malformed):
        assert isinstance(decode(FunctionResult, data), FunctionResult)
