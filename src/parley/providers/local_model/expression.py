"""A call as programs write it, `find_book("Emma")`, or a function's bare name: models that were trained on code write
that where a call is wanted, and nobody wants it read out."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parley.providers.llm.protocol import ModelError, Tool, ToolCall, new_call_id


def may_be_call(text: str, tools: Iterable[Tool]) -> bool:
    """As far as it goes: it is the beginning of one, or begins with one."""
    said = text.lstrip()
    heads = [f"{tool.name}{end}" for tool in tools for end in "(\n"]
    return bool(said) and any(head.startswith(said) or said.startswith(head) for head in heads)


def is_written_call(text: str, tools: Iterable[Tool]) -> bool:
    """Now that it is whole."""
    line = _first_line(text)
    return any(line == tool.name or line.startswith(f"{tool.name}(") for tool in tools)


def read_expression(text: str, tools: Sequence[Tool]) -> ToolCall:
    """The first line; `is_written_call` has said that it begins like one."""
    line = _first_line(text)
    if any(line == tool.name for tool in tools):
        # Without arguments: the runtime tells the model which are missing, and it asks for them.
        return ToolCall(new_call_id(), line, "{}")
    call = _parse(line)
    tool = next(
        (tool for tool in tools if call and isinstance(call.func, ast.Name) and tool.name == call.func.id), None
    )
    if call is None or tool is None:
        raise ModelError("the model on this machine wrote half a call")
    try:
        arguments = _arguments(call, tool)
    except ValueError:
        raise ModelError("the model on this machine wrote half a call") from None
    return ToolCall(new_call_id(), tool.name, json.dumps(arguments, ensure_ascii=False))


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0].rstrip()


def _parse(text: str) -> ast.Call | None:
    """Up to the last parenthesis: a point or a comment may stand behind it."""
    try:
        parsed = ast.parse(text[: text.rfind(")") + 1], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return parsed if isinstance(parsed, ast.Call) else None


def _arguments(call: ast.Call, tool: Tool) -> dict[str, Any]:
    """By name; those without one in the order of the tool's. What is no constant raises ValueError."""
    properties = tool.parameters.get("properties")
    names = list(properties) if isinstance(properties, Mapping) else []
    found = {name: ast.literal_eval(value) for name, value in zip(names, call.args, strict=False)}
    return found | {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg in names}
