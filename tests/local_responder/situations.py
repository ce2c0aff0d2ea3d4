"""Situations to put the local responder into."""

from __future__ import annotations

import json
from typing import Any

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.decision import decide_reply
from parley.providers.llm.protocol import Message, Passage, Request, Situation, Tool, ToolCall

NOW = "2026-03-11T10:00:00+00:00"


def tool(name: str, description: str = "", **properties: Any) -> Tool:
    return Tool(name, description, {"type": "object", "properties": properties, "required": list(properties)})


TEXT, WHOLE, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


def respond(
    text: str,
    *tools: Tool,
    last: str = "",
    before: list[Message] | None = None,
    after: list[Message] | None = None,
    rules: str = "",
    **situation: Any,
) -> Reply:
    """`before` precedes the agent's last words, `after` is what happened since the user spoke."""
    messages = [Message("system", rules), *(before or []), Message("assistant", last), Message("user", text)]
    facts = Situation(user_text=text, is_silence=not text, last_agent_text=last, now=NOW, **situation)
    return decide_reply(DialogContext.from_request(Request([*messages, *(after or [])], tools, situation=facts)))


def called(name: str, **arguments: Any) -> list[Message]:
    return [
        Message("assistant", "", (ToolCall("1", name, json.dumps(arguments)),)),
        Message("tool", "", tool_call_id="1"),
    ]


def passage(content: str = "", actions: str = "", distance: float = 0.2, name: str = "Topic") -> Passage:
    return Passage(name, content, actions, distance)
