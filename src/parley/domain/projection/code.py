"""Functions: in the tree their code stands without the decorators, which are fields of the record."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from parley.domain.projection.records import Json, collection, record_id, records_at

HEADER = "from _gen import *  # <AUTO GENERATED>\n"
_HEADERS = (HEADER, "from imports import *  # <AUTO GENERATED>\n")
_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
_LATENCY = {"delay_before_responses_start", "silence_after_each_response", "delay_responses", "randomize"}
_STATE = re.compile(r"(?<![\w.])conv\.state\.([a-zA-Z_]\w*)\b(?!\s*\()")
_DOCSTRING = re.compile(r"('''|\"\"\")(?:.|\n)*?\1")

Entry = ast.FunctionDef | ast.AsyncFunctionDef


def state_variables(source: str) -> list[str]:
    return list(dict.fromkeys(_STATE.findall(source)))


def read_function(source: str, name: str, *scope: str) -> Json:
    """The record of a function, without its id. A decorator that is more than constants stays in the code."""
    code = source
    for header in _HEADERS:
        code = code.replace(header, "")
    code = code.lstrip("\n")
    record: Json = {"name": name, "description": "", "parameters": collection(()), "archived": False, "errors": []}
    entry = _entry(code, name)
    taken: set[int] = set()
    parameters: list[Json] = []
    for call in _decorators(entry):
        field = _read_decorator(call, entry, scope)
        if field is None:
            continue
        key, value = field
        if key == "parameter":
            parameters.append(value)
        else:
            record[key] = value
        taken.update(range(call.lineno - 1, call.end_lineno or call.lineno))
    record["parameters"] = collection(parameters)
    record["code"] = "".join(line for index, line in enumerate(code.splitlines(True)) if index not in taken)
    return record


def write_function(record: Json) -> str:
    """The source with header and decorators."""
    code = str(record.get("code") or "").lstrip("\n")
    entry = _entry(code, record["name"])
    decorators = list(_written_decorators(record))
    if entry is not None and decorators:
        lines = code.splitlines(True)
        first = min([entry.lineno, *(each.lineno for each in entry.decorator_list)]) - 1
        indent = lines[entry.lineno - 1][: entry.col_offset]
        lines[first:first] = [f"{indent}{each}\n" for each in decorators]
        code = "".join(lines)
    return _with_header(code)


def _with_header(code: str) -> str:
    opening = _DOCSTRING.match(code)
    if opening is None:
        return HEADER + ("" if code.startswith(("from ", "import ")) else "\n\n") + code
    rest = code[opening.end() :].lstrip("\n")
    if rest.startswith(("from ", "import ")):
        return f"{opening[0]}\n\n{HEADER}{rest}"
    return f"{opening[0]}\n{HEADER}\n{rest}"


def _entry(code: str, name: str) -> Entry | None:
    try:
        module = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return next((each for each in module.body if isinstance(each, Entry) and each.name == name), None)


def _decorators(entry: Entry | None) -> Iterator[ast.Call]:
    for each in entry.decorator_list if entry else ():
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            yield each


def _read_decorator(call: ast.Call, entry: Entry | None, scope: tuple[str, ...]) -> tuple[str, Any] | None:
    assert isinstance(call.func, ast.Name)
    assert entry is not None
    try:
        values = [ast.literal_eval(each) for each in call.args]
        named = {each.arg: ast.literal_eval(each.value) for each in call.keywords if each.arg}
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    match call.func.id, values:
        case "func_description", [str(text)] if not named:
            return "description", text.strip()
        case "func_parameter", [str(name), str(text)] if not named:
            kind = _type_of(entry, name)
            shape = {"id": record_id("PARAMETER", *scope, entry.name, name), "name": name, "description": text}
            return ("parameter", {**shape, "type": kind}) if kind else None
        case "func_latency_control", [] if named.keys() <= _LATENCY:
            latency = _read_latency(named, (*scope, entry.name))
            return ("latencyControl", latency) if latency else None
    return None


def _type_of(entry: Entry, name: str) -> str | None:
    """Only what the tree has a type for."""
    for argument in entry.args.args:
        if argument.arg == name and isinstance(argument.annotation, ast.Name):
            return _TYPES.get(argument.annotation.id)
    return None


def _read_latency(named: Json, scope: tuple[str, ...]) -> Json | None:
    responses = named.get("delay_responses") or []
    if not isinstance(responses, list) or not all(isinstance(each, tuple) and len(each) == 2 for each in responses):
        return None
    return {
        "enabled": True,
        "initialDelay": named.get("delay_before_responses_start", 0),
        "interval": named.get("silence_after_each_response", 0),
        "randomize": bool(named.get("randomize", False)),
        "delayResponses": collection(
            {"id": record_id("DELAY", *scope, str(index), str(said)), "message": said, "duration": seconds}
            for index, (said, seconds) in enumerate(responses)
        ),
    }


def _written_decorators(record: Json) -> Iterator[str]:
    if record.get("description"):
        yield f"@func_description({record['description']!r})"
    for parameter in records_at(record, "parameters"):
        yield f"@func_parameter({parameter['name']!r}, {parameter['description']!r})"
    latency = record.get("latencyControl") or {}
    if latency.get("enabled"):
        yield _written_latency(latency)


def _written_latency(latency: Json) -> str:
    parts = [
        f"delay_before_responses_start={latency.get('initialDelay') or 0!r}",
        f"silence_after_each_response={latency.get('interval') or 0!r}",
    ]
    said = [(each["message"], each["duration"]) for each in records_at(latency, "delayResponses")]
    if said:
        parts.append(f"delay_responses={said!r}")
    if latency.get("randomize"):
        parts.append("randomize=True")
    return f"@func_latency_control({', '.join(parts)})"
