"""Which tools a small model is offered. A larger one leaves alone what does not apply yet; this one takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parley.providers.llm.protocol import Request, Situation, Tool


def offered_tools(request: Request) -> list[Tool]:
    """All of them outside a step. In one, what led into it is left out, and so are paths that cannot be taken yet."""
    situation = request.situation
    if situation is None or situation.step is None:
        return list(request.tools)
    called = {call.name for message in request.messages for call in message.tool_calls}
    over = {name for name in called if name not in situation.step_prompt}
    tools = [tool for tool in request.tools if _properties(tool) or tool.name not in over]
    if not situation.choices:
        return tools
    open_paths = _open_paths(request, situation)
    return [offered for tool in tools if (offered := _narrowed(tool, open_paths, situation)) is not None]


def _open_paths(request: Request, situation: Situation) -> list[str]:
    known = {slot.name for slot in situation.slots if slot.value is not None}
    is_complete = len(known) == len(situation.slots)
    # Before the user has answered, they cannot have refused either.
    newest = next((message.role for message in reversed(request.messages) if message.role != "system"), "user")
    may_refuse = is_complete or newest == "user"
    return [
        choice.name for choice in situation.choices if set(choice.required) <= known and (choice.required or may_refuse)
    ]


def _narrowed(tool: Tool, open_paths: list[str], situation: Situation) -> Tool | None:
    """The tool that takes a path, with those that are open; None when none is. Others as they are."""
    names = [choice.name for choice in situation.choices]
    key = next((key for key, schema in _properties(tool).items() if schema.get("enum") == names), None)
    if key is None:
        return tool
    if not open_paths:
        return None
    properties = {**_properties(tool), key: {**_properties(tool)[key], "enum": open_paths}}
    return replace(tool, parameters={**tool.parameters, "properties": properties})


def _properties(tool: Tool) -> Mapping[str, Mapping[str, object]]:
    properties = tool.parameters.get("properties")
    return properties if isinstance(properties, Mapping) else {}
