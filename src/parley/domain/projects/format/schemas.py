"""The description of the format as JSON Schemas (draft 7), for editors. A schema takes what the loader takes.

So a text may be a number, one text stands for a list of one, words for true and false are understood in any case, and
null is nothing. Patterns use no flags, because those of editors have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.domain.projects.format.files import FILES
from parley.domain.projects.format.keys import Form, FormatFile, Key

DRAFT = "http://json-schema.org/draft-07/schema#"
SCALARS = ("string", "number", "boolean", "null")
LARGEST = 1e15

Schema = dict[str, Any]


def _any_case(words: tuple[str, ...]) -> str:
    spelled = ("".join(f"[{c.upper()}{c.lower()}]" if c.isalpha() else _literal(c) for c in word) for word in words)
    return rf"^\s*({'|'.join(spelled)})\s*$"


def _literal(character: str) -> str:
    return character if character.isalnum() or character in "_-" else f"[{character}]"


WORDS_FOR_FLAGS = _any_case(("true", "false", "yes", "no", "on", "off", "0", "1"))
NUMBER = r"^\s*[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$"
WHOLE = r"^\s*[-+]?[0-9]+([.]0*)?\s*$"
COUNT = r"^\s*[+]?[0-9]+([.]0*)?\s*$"

_TEXT: Schema = {"type": [*SCALARS, "array"], "items": {"type": list(SCALARS)}}
_SOME_TEXT: Schema = {
    "type": ["string", "number", "boolean", "array"],
    "pattern": r"\S",
    "items": {"type": list(SCALARS)},
    "minItems": 1,
}
_TEXTS: Schema = {"type": ["array", *SCALARS], "items": {"type": list(SCALARS)}}
_FLAG: Schema = {
    "anyOf": [{"type": ["boolean", "null"]}, {"type": "string", "pattern": WORDS_FOR_FLAGS}, {"enum": [0, 1]}]
}


def schema_of(file: FormatFile) -> Schema:
    """Whole in itself: it refers to nothing outside."""
    found = _mapping(file.root)
    found["type"] = ["object", "null"] if not any(key.required for key in file.keys) else "object"
    if file.list_key:
        items = next(key for key in file.keys if key.name == file.list_key)
        found = {"anyOf": [found, _of(items)]}
    return {"$schema": DRAFT, "title": file.paths[0], "description": file.meaning, **found}


def all_schemas() -> Mapping[str, Schema]:
    """By name of the file."""
    return {file.name: schema_of(file) for file in FILES}


def _of(key: Key) -> Schema:
    found = _shape(key)
    if key.by_language:
        found = {"anyOf": [found, {"type": "object", "additionalProperties": found}]}
    return found


def _described(key: Key) -> Schema:
    words = key.meaning + (f" (default: {key.default})" if key.default else "")
    return {"description": words, **_of(key)} if words else _of(key)


def _shape(key: Key) -> Schema:
    if key.form is Form.CHOICE:
        return _choice(key)
    if key.form in (Form.MAPPING, Form.NAMED):
        return _mapping(key)
    if key.form is Form.LIST:
        item: Schema = {**_mapping(key), "type": ["object", "null"]}
        if key.text_key:
            item = {"anyOf": [item, {"type": list(SCALARS)}]}
        return {"type": ["array", "null"], "items": item}
    if key.form is Form.TEXT and key.required:
        return dict(_SOME_TEXT)
    return dict(_SIMPLE[key.form])


def _choice(key: Key) -> Schema:
    words: list[Schema] = [{"enum": list(key.allowed)}, {"type": "string", "pattern": _any_case(key.allowed)}]
    if not key.required:
        words += [{"type": "null"}, {"type": "string", "pattern": r"^\s*$"}]
    return {"anyOf": words}


def _mapping(key: Key) -> Schema:
    found: Schema = {"type": ["object", "null"]}
    if key.keys:
        found["properties"] = {inner.name: _described(inner) for inner in key.keys}
        if not key.is_open:
            found["additionalProperties"] = False
        required = [inner.name for inner in key.keys if inner.required]
        if required:
            found["required"] = required
    elif key.values is not None:
        found["additionalProperties"] = _described(key.values)
    return found


def _numeric(pattern: str, **limits: Any) -> Schema:
    return {"type": ["number", "string", "null"], "pattern": pattern, "maximum": LARGEST, "minimum": -LARGEST, **limits}


_SIMPLE: Mapping[Form, Schema] = {
    Form.TEXT: _TEXT,
    Form.TEXTS: _TEXTS,
    Form.FLAG: _FLAG,
    Form.NUMBER: _numeric(NUMBER),
    Form.WHOLE: _numeric(WHOLE, multipleOf=1),
    Form.COUNT: _numeric(COUNT, multipleOf=1, minimum=0),
    Form.ANY: {},
}
