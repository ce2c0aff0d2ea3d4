"""What the grammar allows is a reply in words or a call whose arguments fit the tool."""

from __future__ import annotations

from typing import Any

import pytest

from parley.providers.llm.protocol import Request, Tool
from parley.providers.local_model.grammar import grammar_for


def rules(*tools: Tool, json_reply: bool = False) -> dict[str, str]:
    lines = grammar_for(Request([], tools, json_reply=json_reply)).splitlines()
    return dict(line.split(" ::= ", 1) for line in lines if line)


def call(properties: dict[str, Any], required: tuple[str, ...] = ()) -> str:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    rule = rules(Tool("book", "", schema))["call-0"]
    head, tail = r'"{\"name\": \"book\", \"arguments\": " ', ' "}"'
    assert rule.startswith(head)
    assert rule.endswith(tail)
    return rule.removeprefix(head).removesuffix(tail)


def test_without_tools_only_words_are_left() -> None:
    assert rules()["root"] == "words"
    assert rules(json_reply=True)["root"] == "object"


def test_every_tool_can_be_called() -> None:
    assert rules(Tool("one", ""), Tool("two", ""))["root"] == "words | call-0 | call-1"


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer", "description": "how many"}, "integer"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"type": ["string", "null"]}, "(string | null)"),
        ({"type": "string", "enum": ["a", 'b"c']}, r'("\"a\"" | "\"b\\\"c\"")'),
        ({"const": 3}, '"3"'),
        ({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}, "(integer | boolean)"),
        ({"type": "array", "items": {"type": "integer"}}, '("[" (integer (", " integer){0,19})? "]")'),
        ({"type": "object"}, "object"),
        ({}, "value"),
        (True, "value"),
        ({"type": "secret"}, "value"),
    ],
)
def test_a_value_fits_its_schema(schema: Any, written: str) -> None:
    assert call({"day": schema}, ("day",)) == f'("{{" "\\"day\\": " {written} "}}")'


def test_required_keys_come_first_and_others_may_be_left_out() -> None:
    either = {"a": {"type": "string"}, "b": {"type": "integer"}}
    assert call(either, ("b",)) == r'("{" "\"b\": " integer (", " "\"a\": " string)? "}")'
    assert call(either) == (r'("{" ("\"a\": " string (", " "\"b\": " integer)? | "\"b\": " integer)? "}")')
    assert call({}) == '"{}"'


def test_schemas_inside_schemas_end() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(50):
        schema = {"type": "array", "items": schema}
    assert "value" in call({"deep": schema}, ("deep",))


def test_names_are_quoted() -> None:
    rule = rules(Tool('a"b\n', ""))["call-0"]
    assert r"\"a\\\"b\\n\"" in rule
