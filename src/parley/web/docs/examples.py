"""Examples of bodies, made from their schemas: what a field says itself comes first, then what fields of its name hold
elsewhere, then anything that its type allows."""

from __future__ import annotations

from typing import Any

from parley.web.docs.example_values import FORMATS, MOMENT, MOMENTS, NAMES, PATTERNS

Json = dict[str, Any]

DEPTH = 8
"""Deeper than any schema of ours that does not contain itself."""


def example_of(schema: Json, schemas: Json, *, sparse: bool = False) -> Any:
    """`sparse`: of what may be left out only what has an example of its own, as in a request that somebody writes."""
    return _Examples(schemas, sparse).of(schema, "", DEPTH)


def example_value(schema: Json, schemas: Json, name: str) -> Any:
    """Of one parameter."""
    return _Examples(schemas, sparse=True).of(schema, name, DEPTH)


class _Examples:
    def __init__(self, schemas: Json, sparse: bool) -> None:
        self._schemas = schemas
        self._sparse = sparse

    def of(self, schema: Json, name: str, depth: int) -> Any:
        schema = self._resolved(schema)
        if schema.get("examples"):
            return schema["examples"][0]
        for key in ("const", "default"):
            if schema.get(key) not in (None, "", {}, []):
                return schema[key]
        if "enum" in schema:
            return schema["enum"][0]
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            return self.of(next((each for each in choices if each.get("type") != "null"), choices[0]), name, depth)
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self._object(schema, name, depth)
        return self._array(schema, name, depth) if kind == "array" else _scalar(schema, name)

    def _resolved(self, schema: Json) -> Json:
        if (reference := schema.get("$ref")) is None:
            return schema
        target: Json = self._schemas[reference.rsplit("/", 1)[1]]
        return {**target, **{key: value for key, value in schema.items() if key != "$ref"}}

    def _object(self, schema: Json, name: str, depth: int) -> Json:
        properties: Json = schema.get("properties", {})
        if not properties:
            return self._mapping(schema.get("additionalProperties"), name, depth)
        required = set(schema.get("required", ()))
        names = list(properties)
        if depth <= 0:
            names = [each for each in names if each in required]
        elif self._sparse:
            shown = [each for each in names if each in required or self._resolved(properties[each]).get("examples")]
            names = shown or names[:1]
        return {each: self.of(properties[each], each, depth - 1) for each in names}

    def _mapping(self, values: Json | bool | None, name: str, depth: int) -> Json:
        known = NAMES.get(_snake(name))
        if isinstance(known, dict):
            return dict(known)
        return {"name": self.of(values, "", depth - 1)} if isinstance(values, dict) and depth > 0 else {}

    def _array(self, schema: Json, name: str, depth: int) -> list[Any]:
        if "prefixItems" in schema:
            return [self.of(each, name, depth - 1) for each in schema["prefixItems"]]
        count = max(schema.get("minItems", 0), 1) if depth > 0 else schema.get("minItems", 0)
        return [self.of(schema.get("items", {}), name, depth - 1) for _ in range(count)]


def _scalar(schema: Json, name: str) -> Any:
    known = NAMES.get(_snake(name))
    match schema.get("type"):
        case "integer" | "number":
            least: int = schema["exclusiveMinimum"] + 1 if "exclusiveMinimum" in schema else schema.get("minimum", 0)
            number = known if isinstance(known, int) else 1
            return max(least, min(number, schema.get("maximum", number)))
        case "boolean":
            return False
        case "null":
            return None
        case "string":
            return _text(schema, _snake(name), known).ljust(schema.get("minLength", 0), "x")
    return known if known is not None else {}


def _text(schema: Json, name: str, known: Any) -> str:
    if (form := FORMATS.get(schema.get("format", "")) or PATTERNS.get(schema.get("pattern", ""))) is not None:
        return form
    if isinstance(known, str):
        return known
    return MOMENT if name.endswith(MOMENTS) else "text"


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
