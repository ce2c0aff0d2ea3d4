"""A request → the text that a small model goes on writing (ChatML), short and in an order that can be computed once.

The project's own text comes first and the conversation after it: both stay the same from turn to turn, so that what the
engine has computed of them is used again. What changes with every turn (topics found, the step, its functions) stands
in front of the newest user message.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from parley.providers.llm.protocol import Message, Request, Tool

MAX_CHARS = 22_000
"""About three characters a token, in a context of 8,192 tokens that also holds the reply."""
MAX_HEAD_CHARS = 8_000
MAX_TAIL_CHARS = 8_000
MAX_DESCRIPTION = 300
STOP = "<|im_end|>"

SPOKEN = "Reply with what you say to the user: one or two short sentences, without lists and without markup."
CALLS = (
    "# Functions\n{functions}\n\nReply in one of two ways, never both.\n"
    "1. Words: what you say to the user, in one or two short sentences. Ask for what is missing. Never say that "
    "something was done unless a function's result says so.\n"
    "2. A call, only when the instructions ask for it and the user has said every argument that it needs: "
    '{{"name": "…", "arguments": {{…}}}}. Never make up an argument.'
)
RESULT = "Now tell the user what came of it, unless the instructions ask for another call."
RESULT_IN_STEP = (
    "Now do what the step says: call its next function if the user has said what it needs, else ask its next question."
)
JSON = "Reply with one JSON object and nothing else."


def compose_prompt(request: Request, max_chars: int = MAX_CHARS) -> str:
    step = request.situation.step if request.situation else None
    head, talk, around = _sorted(request.messages)
    tail = "\n\n".join([*around, _manner(request)])
    # Cut where the middle is: instructions lead at the top, and say what to do at the end.
    first, last = _turn("system", _shortened(head, MAX_HEAD_CHARS)), _turn("system", _shortened(tail, MAX_TAIL_CHARS))
    newest = max((at for at, message in enumerate(talk) if message.role == "user"), default=len(talk))
    after = [_message(message) for message in talk[newest:]]
    if talk and talk[-1].role == "tool":
        after.append(_turn("system", RESULT_IN_STEP if step else RESULT))
    room = max_chars - len(first) - len(last) - sum(map(len, after))
    before = _newest_that_fit([_message(message) for message in talk[:newest]], room)
    return "".join([first, *before, last, *after, "<|im_start|>assistant\n"])


def _sorted(messages: Sequence[Message]) -> tuple[str, list[Message], list[str]]:
    """The first system message, what was said, and the system messages around it. One in the middle stays there."""
    spoken = [at for at, message in enumerate(messages) if message.role != "system"]
    start, end = (spoken[0], spoken[-1] + 1) if spoken else (len(messages), len(messages))
    around = [message.content for message in (*messages[:start], *messages[end:]) if message.content.strip()]
    return (around[0] if around else ""), list(messages[start:end]), around[1:]


def _manner(request: Request) -> str:
    if request.json_reply:
        return JSON
    if not request.tools:
        return SPOKEN
    return CALLS.format(functions="\n".join(f"- {_signature(tool)}" for tool in request.tools))


def _signature(tool: Tool) -> str:
    properties = tool.parameters.get("properties")
    required = set(tool.parameters.get("required") or ())
    named = properties.items() if isinstance(properties, Mapping) else ()
    parts = [_parameter(name, schema, name in required) for name, schema in named]
    description = " ".join(tool.description.split())[:MAX_DESCRIPTION]
    return f"{tool.name}({', '.join(parts)}){': ' if description else ''}{description}"


def _parameter(name: str, schema: Any, is_required: bool) -> str:
    schema = schema if isinstance(schema, Mapping) else {}
    enum = schema.get("enum")
    kind = "|".join(map(str, enum)) if isinstance(enum, list) else str(schema.get("type", "any"))
    description = " ".join(str(schema.get("description", "")).split())[:MAX_DESCRIPTION]
    about = f" ({description})" if description else ""
    return f"{name}{'' if is_required else '?'}: {kind}{about}"


def _message(message: Message) -> str:
    if message.role == "tool":
        # The form in which the model has learned to read results.
        return _turn("user", f"<tool_response>\n{_shortened(message.content, MAX_TAIL_CHARS)}\n</tool_response>")
    said = [message.content] if message.content.strip() else []
    said += [f'{{"name": {json.dumps(call.name)}, "arguments": {call.arguments}}}' for call in message.tool_calls]
    return _turn(message.role, _shortened("\n".join(said), MAX_TAIL_CHARS))


def _turn(role: str, content: str) -> str:
    # Nobody who talks gets to end a turn and begin one of the system.
    return f"<|im_start|>{role}\n{content.replace('<|', '< |')}{STOP}\n"


def _newest_that_fit(turns: Sequence[str], room: int) -> list[str]:
    kept: list[str] = []
    for turn in reversed(turns):
        room -= len(turn)
        if room < 0:
            break
        kept.insert(0, turn)
    return kept


def _shortened(text: str, limit: int) -> str:
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}\n…\n{text[-half:]}"
