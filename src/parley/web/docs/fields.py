"""The fields of a schema as rows of a table, those inside of others with the names of these before theirs."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

Json = dict[str, Any]
DEPTH = 6
LIMITS = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minItems": "at least {} entries",
    "maxItems": "at most {} entries",
    "pattern": "like {}",
    "default": "{} if left out",
}


class Field(NamedTuple):
    name: str
    schema: Json
    required: bool


def fields_table(schema: Json, schemas: Json, caption: str) -> str:
    rows = "".join(_row(field, schemas) for field in fields_of(schema, schemas))
    if not rows:
        return ""
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}"><table class="fields">'
        f'<thead><tr><th scope="col">Field<th scope="col">Type<th scope="col">What it is</thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def fields_of(schema: Json, schemas: Json, before: str = "", depth: int = DEPTH) -> Iterator[Field]:
    schema = resolved(schema, schemas)
    if schema.get("type") == "array":
        yield from fields_of(schema.get("items", {}), schemas, f"{before}[]", depth)
        return
    required = set(schema.get("required", ()))
    for name, described in schema.get("properties", {}).items():
        path = f"{before}.{name}".lstrip(".")
        yield Field(path, described, name in required)
        if depth > 0:
            for inner in _alternatives(described, schemas):
                yield from fields_of(inner, schemas, path, depth - 1)


def resolved(schema: Json, schemas: Json) -> Json:
    if (reference := schema.get("$ref")) is None:
        return schema
    return {**schemas[reference.rsplit("/", 1)[1]], **schema}


def type_of(schema: Json, schemas: Json) -> str:
    schema = resolved(schema, schemas)
    if "const" in schema:
        return repr(schema["const"])
    if "enum" in schema:
        return " | ".join(map(repr, schema["enum"]))
    if "anyOf" in schema or "oneOf" in schema:
        kinds = [type_of(each, schemas) for each in schema.get("anyOf") or schema["oneOf"]]
        return " or ".join(dict.fromkeys(kinds))
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}), schemas)}"
    kind = schema.get("type", "anything")
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)


def limits_of(schema: Json, schemas: Json) -> str:
    """Of the first alternative that has any; a field that may be null has two."""
    for each in _alternatives(schema, schemas):
        given = [text.format(each[name]) for name, text in LIMITS.items() if each.get(name) not in (None, "", [], {})]
        if given:
            return ", ".join(given)
    return ""


def _alternatives(schema: Json, schemas: Json) -> list[Json]:
    schema = resolved(schema, schemas)
    choices = schema.get("anyOf") or schema.get("oneOf") or ()
    return [schema, *(resolved(each, schemas) for each in choices)]


def _row(field: Field, schemas: Json) -> str:
    need = " <b>required</b>" if field.required else ""
    about = resolved(field.schema, schemas).get("description", "")
    limits = limits_of(field.schema, schemas)
    return (
        f'<tr><th scope="row"><code data-field>{escape(field.name)}</code>{need}'
        f"<td>{escape(type_of(field.schema, schemas))}"
        f"<td>{escape(about)}{f' <small>{escape(limits)}</small>' if limits else ''}</tr>"
    )
