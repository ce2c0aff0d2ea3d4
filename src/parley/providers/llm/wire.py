"""A Request as the JSON body of a chat-completions call."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from parley.providers.llm.protocol import Message, Request, Tool, ToolCall

ESSENTIAL = frozenset({"model", "messages", "stream", "tools"})
"""Never dropped when a server refuses a parameter."""
# OpenAI's newer models insist on the long name, most other servers know only the short one.
RENAMED = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}

_WIRE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def request_body(request: Request, model: str, names: Mapping[str, str]) -> dict[str, Any]:
    """`names` are the tools' names on the wire; parameters that are None are left out."""
    built: dict[str, Any] = {name: value for name, value in request.parameters.items() if value is not None}
    built |= {"model": model, "messages": _messages(request, names), "stream": True}
    if request.tools:
        built["tools"] = [_tool(tool, names) for tool in request.tools]
    if request.json_reply:
        built["response_format"] = {"type": "json_object"}
    return built


def drop_parameters(body: Mapping[str, Any], refused: Sequence[str]) -> dict[str, Any]:
    """The body without refused parameters; one that has another name keeps its value under that."""
    kept = dict(body)
    for parameter in refused:
        value = kept.pop(parameter, None)
        other_name = RENAMED.get(parameter)
        if value is not None and other_name and other_name not in refused:
            kept.setdefault(other_name, value)
    return kept


def wire_names(request: Request) -> dict[str, str]:
    """Servers accept only short ASCII names; others get a stand-in that stays the same between requests."""
    calls = (call.name for message in request.messages for call in message.tool_calls)
    return {name: _wire_name(name) for name in [*(tool.name for tool in request.tools), *calls]}


def _wire_name(name: str) -> str:
    if _WIRE_NAME.fullmatch(name):
        return name
    # The digest keeps names apart that look alike once other letters are gone.
    readable = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:50]
    return f"{readable}_{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _messages(request: Request, names: Mapping[str, str]) -> list[dict[str, Any]]:
    built = [_message(message, names) for message in request.messages]
    if request.json_reply and not _mentions_json(request.messages):
        built.append({"role": "system", "content": "Reply with one JSON object and nothing else."})
    return built


def _mentions_json(messages: Sequence[Message]) -> bool:
    """Servers refuse the JSON format when no message asks for it."""
    return any("json" in message.content.lower() for message in messages)


def _message(message: Message, names: Mapping[str, str]) -> dict[str, Any]:
    built: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        built["tool_calls"] = [_call(call, names) for call in message.tool_calls]
        built["content"] = message.content or None
    if message.tool_call_id is not None:
        built["tool_call_id"] = message.tool_call_id
    return built


def _call(call: ToolCall, names: Mapping[str, str]) -> dict[str, Any]:
    """Arguments that are no JSON object would make many servers refuse the whole history."""
    try:
        arguments = call.arguments if isinstance(json.loads(call.arguments), dict) else "{}"
    except ValueError:
        arguments = "{}"
    return {"id": call.id, "type": "function", "function": {"name": names[call.name], "arguments": arguments}}


def _tool(tool: Tool, names: Mapping[str, str]) -> dict[str, Any]:
    function = {"name": names[tool.name], "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}
