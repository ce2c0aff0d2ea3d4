from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects.model import Handoff, Parameter, SmsTemplate
from parley.runtime.agent.references import Names, Scope
from parley.runtime.agent.tools import (
    bind_function,
    bind_handoff,
    bind_sms,
    localized,
    read_arguments,
    slug,
    tool_names,
)
from tests.properties import examples
from tests.runtime.turn.stage import function

PARAMETERS = (
    Parameter("name", "string"),
    Parameter("people", "integer"),
    Parameter("price", "number"),
    Parameter("smoking", "boolean"),
    Parameter("note", "string", required=False),
)


def test_arguments_take_the_declared_types_and_unknown_ones_are_dropped() -> None:
    raw = '{"name": 5, "people": "1,000", "price": "2.5", "smoking": "no", "extra": 1}'
    assert read_arguments(PARAMETERS, raw).values == {"name": "5", "people": 1000, "price": 2.5, "smoking": False}


@pytest.mark.parametrize(
    ("kind", "given_value", "expected"),
    [
        ("string", 5.0, "5"),
        ("string", True, "true"),
        ("string", ["a"], '["a"]'),
        ("string", "", ""),
        ("integer", 5.0, 5),
        ("integer", " 5 ", 5),
        ("number", 5, 5.0),
        ("boolean", 1, True),
        ("boolean", "False", False),
        ("boolean", "", False),
    ],
)
def test_values_are_coerced(kind: str, given_value: Any, expected: Any) -> None:
    read = read_arguments([Parameter("x", kind)], json.dumps({"x": given_value}))
    assert read.problem is None
    assert read.values["x"] == expected
    assert type(read.values["x"]) is type(expected)


@pytest.mark.parametrize(
    ("kind", "given_value"),
    [
        ("integer", "five"),
        ("integer", 2.5),
        ("integer", True),
        ("number", "nan"),
        ("number", [1]),
        ("boolean", "maybe"),
    ],
)
def test_what_cannot_be_coerced_is_named(kind: str, given_value: Any) -> None:
    assert read_arguments([Parameter("x", kind)], json.dumps({"x": given_value})).problem == f"x must be of type {kind}"


@pytest.mark.parametrize("raw", ["{", "[1]", '"text"', "1"])
def test_anything_but_an_object_is_refused(raw: str) -> None:
    assert read_arguments((), raw).problem


@pytest.mark.parametrize("raw", ["", "  ", "null", "{}", '"{}"', '""'])
def test_no_arguments_can_be_written_in_many_ways(raw: str) -> None:
    assert read_arguments((), raw).problem is None


def test_missing_ones_are_named_unless_they_have_a_default() -> None:
    assert read_arguments(PARAMETERS, '{"people": null}').problem == (
        "name is missing; people is missing; price is missing; smoking is missing"
    )


@pytest.mark.slow
@examples(40)
@given(st.text(max_size=20) | st.from_regex(r'\{"x": [^{}]{0,10}\}'))
def test_reading_never_raises(raw: str) -> None:
    for kind in ("string", "integer", "number", "boolean"):
        read_arguments([Parameter("x", kind)], raw)


def test_the_schema_of_a_function_follows_its_signature() -> None:
    tool = bind_function(function("book", *PARAMETERS, description="Books.")).tool
    assert (tool.name, tool.description) == ("book", "Books.")
    assert list(tool.parameters["properties"]) == ["name", "people", "price", "smoking", "note"]
    assert tool.parameters["required"] == ["name", "people", "price", "smoking"]


def test_descriptions_may_hold_tags() -> None:
    parameter = Parameter("x", "string", "<language:es>texto</language>")
    binding = bind_function(function("f", parameter, description="<channel:voice>Say</channel>it"))
    voice = localized(binding, Scope(Names(), "voice", "es-ES"))
    assert (voice.description, voice.parameters["properties"]["x"]["description"]) == ("Sayit", "texto")
    assert localized(binding, Scope(Names(), "sms", "en-US")).description == "it"


def test_names_of_built_in_tools() -> None:
    assert slug("  Front Desk (Zürich) / 2 ") == "front_desk_zurich_2"
    assert tool_names("transfer_to_", ["A b", "a-B", "日本"]) == {
        "A b": "transfer_to_a_b",
        "a-B": "transfer_to_a_b_2",
        "日本": "transfer_to_3",
    }
    assert len(tool_names("send_sms_", ["x" * 100])["x" * 100]) <= 64
    assert bind_handoff(Handoff("desk"), "transfer_to_desk").tool.parameters["required"] == []
    assert bind_sms(SmsTemplate("link", ""), "send_sms_link").tool.parameters["properties"] == {}
