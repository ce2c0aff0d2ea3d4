"""The tools of a request → a grammar (GBNF, as llama.cpp reads it) that allows a reply in words or one call of a tool
with arguments that fit its schema, and nothing else.

Keys come in one order and with one kind of spacing: a small model has fewer ways to go wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from parley.providers.llm.protocol import Request, Tool

MAX_DEPTH = 5
"""Of schemas inside schemas. What lies deeper may be any value."""
MAX_ITEMS = 20
MAX_STRING = 300
"""Everything has an end, so that a model that repeats itself does not fill its reply with one argument."""
MAX_ENUM = 100

# Words never begin like a call, a list, a tag or a fence, and never hold a brace: nobody wants those read out.
_RULES = r"""
words ::= [^{}[\]<>`\x00-\x20] [^{}<>`\x00-\x09\x0b-\x1f]*
string ::= "\"" char{0,LENGTH} "\""
char ::= [^"\\\x00-\x1f\x7f] | "\\" ["\\/bfnrt]
integer ::= "-"? ("0" | [1-9] [0-9]{0,14})
number ::= integer ("." [0-9]{1,6})?
boolean ::= "true" | "false"
null ::= "null"
scalar ::= string | number | boolean | null
flat-list ::= "[" (scalar (", " scalar){0,ITEMS})? "]"
flat-object ::= "{" (string ": " scalar (", " string ": " scalar){0,ITEMS})? "}"
shallow ::= scalar | flat-list | flat-object
list ::= "[" (shallow (", " shallow){0,ITEMS})? "]"
nested ::= "{" (string ": " shallow (", " string ": " shallow){0,ITEMS})? "}"
value ::= scalar | list | nested
object ::= "{" (string ": " value (", " string ": " value){0,ITEMS})? "}"
""".replace("LENGTH", str(MAX_STRING)).replace("ITEMS", str(MAX_ITEMS - 1))


def grammar_for(request: Request) -> str:
    if request.json_reply:
        return f"root ::= object\n{_RULES}"
    if not request.tools:
        return f"root ::= words\n{_RULES}"
    calls = [f"call-{number}" for number in range(len(request.tools))]
    lines = [f"root ::= words | {' | '.join(calls)}"]
    lines += [f"{name} ::= {_call(tool)}" for name, tool in zip(calls, request.tools, strict=True)]
    return "\n".join(lines) + "\n" + _RULES


def _call(tool: Tool) -> str:
    head = _literal(f'{{"name": {json.dumps(tool.name, ensure_ascii=False)}, "arguments": ')
    return f"{head} {_object(tool.parameters, 0)} {_literal('}')}"


def _of_schema(schema: Any, depth: int) -> str:
    if not isinstance(schema, Mapping) or depth > MAX_DEPTH:
        return "value"
    if "const" in schema:
        return _literal(_json(schema["const"]))
    enum = schema.get("enum")
    if isinstance(enum, Sequence) and not isinstance(enum, str) and 0 < len(enum) <= MAX_ENUM:
        return f"({' | '.join(_literal(_json(each)) for each in enum)})"
    kinds = schema.get("type")
    if isinstance(kinds, list) and kinds:
        return f"({' | '.join(_of_type(kind, schema, depth) for kind in kinds)})"
    options = schema.get("anyOf") or schema.get("oneOf")
    if kinds is None and isinstance(options, list) and options:
        return f"({' | '.join(_of_schema(option, depth + 1) for option in options)})"
    return _of_type(kinds, schema, depth)


def _of_type(kind: Any, schema: Mapping[str, Any], depth: int) -> str:
    if kind in ("string", "number", "integer", "boolean", "null"):
        return str(kind)
    if kind == "object":
        return _object(schema, depth)
    if kind == "array":
        item = _of_schema(schema.get("items"), depth + 1)
        return f'("[" ({item} (", " {item}){{0,{MAX_ITEMS - 1}}})? "]")'
    return "value"


def _object(schema: Mapping[str, Any], depth: int) -> str:
    """Required keys first; each of the others may be left out."""
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return "object" if schema.get("additionalProperties", True) else _literal("{}")
    wanted = schema.get("required") or ()
    required = [_pair(key, properties[key], depth) for key in properties if key in wanted]
    optional = [_pair(key, each, depth) for key, each in properties.items() if key not in wanted]
    # Each optional pair brings its comma, so one that is left out leaves none behind.
    more = "".join(f' (", " {pair})?' for pair in optional)
    if required:
        inner = ' ", " '.join(required)
        return f'("{{" {inner}{more} "}}")'
    firsts = [pair + "".join(f' (", " {later})?' for later in optional[at + 1 :]) for at, pair in enumerate(optional)]
    return f'("{{" ({" | ".join(firsts)})? "}}")' if firsts else _literal("{}")


def _pair(key: str, schema: Any, depth: int) -> str:
    return f"{_literal(f'{_json(key)}: ')} {_of_schema(schema, depth + 1)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _literal(text: str) -> str:
    """As GBNF writes it: what is special there, and what is no letter, behind a backslash."""
    written = "".join(_escaped(character) for character in text)
    return f'"{written}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if ord(character) < 0x20:
        return f"\\x{ord(character):02X}"
    return character
