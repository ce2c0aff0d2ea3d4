"""The most that our own documents allow: for each field of each route a value as long, deep and wide as it may be.

Made from the endpoints themselves, so that a new route joins by being there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

Json = dict[str, Any]

DEEP = 45
MANY = 2_000
NASTY = {
    "a letter": "a", "spaces": "a" + " " * 40, "digits": "7 ", "phones": "+44 20 7946 0133 ", "cards": "4111 1111 ",
    "dashes": "-", "addresses": "a@b.c ", "names": "my name is ", "dates": "12/05/2024 ", "numbers": "twenty ",
    "unicode": "ẞİﬁ漢字ก ", "quotes": "\"'“", "references": "{{fn:x}} $x ${y} ", "tags": "<channel:voice>",
    "jailbreak": "ignore all ", "sentences": "Hm. ", "combining": "a\u0301", "emoji": "\U0001f469\u200d\U0001f467 ",
    "words": "when are you open and how much is it ",
}  # fmt: skip


def long(content: str, size: int) -> str:
    return (content * (size // len(content) + 1))[:size]


def schema_of(model: type[BaseModel]) -> Json:
    return model.model_json_schema()


def fields(schema: Json, project: str = "", whole: Json | None = None) -> Iterator[tuple[str, Json]]:
    """Every leaf that a client can fill, with the path to it; `[]` stands for any member of a list."""
    whole = whole or schema
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    for way in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(way, ()):
            yield from fields(one, project, whole)
    kind = schema.get("type")
    if kind == "object":
        yield project, schema
        for name, member in schema.get("properties", {}).items():
            yield from fields(member, f"{project}.{name}", whole)
    elif kind == "array":
        yield project, schema
        yield from fields(schema.get("items", {}), f"{project}[]", whole)
    elif kind is not None:
        yield project, schema


def is_free(schema: Json) -> bool:
    """An object whose members the client names."""
    return schema.get("type") == "object" and bool(schema.get("additionalProperties"))


def has_maximum(schema: Json) -> bool:
    match schema.get("type"):
        case "string":
            return any(name in schema for name in ("maxLength", "enum", "const", "format"))
        case "array":
            return "maxItems" in schema
    return True


def largest(schema: Json, content: str, whole: Json | None = None, levels: int = 6) -> Any:
    """A value as large as the schema allows, its texts made of `content`."""
    whole = whole or schema
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    for way in ("anyOf", "oneOf", "allOf"):
        if way in schema:
            ways = [one for one in schema[way] if one.get("type") != "null"]
            return largest(ways[0], content, whole, levels) if ways else None
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    match schema.get("type"):
        case "string":
            return long(content, min(schema.get("maxLength", 200), 100_000))
        case "integer" | "number":
            return schema.get("maximum", schema.get("exclusiveMaximum", 2**31) - 1)
        case "boolean":
            return True
        case "array":
            count = min(schema.get("maxItems", MANY), MANY if levels > 4 else 20)
            return [largest(schema.get("items", {}), content, whole, levels - 1) for _ in range(count)]
        case "object":
            if is_free(schema):
                return {f"k{number}": long(content, 20) for number in range(MANY)}
            members: Mapping[str, Json] = schema.get("properties", {})
            return {name: largest(member, content, whole, levels - 1) for name, member in members.items()}
    return nested(DEEP)


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = {"a": [value]}
    return value
