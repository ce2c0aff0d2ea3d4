"""A model on this machine, as every other model looks to the runtime."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from parley.providers.llm.protocol import ModelError, Piece, Request, Text, Tool, ToolCall, new_call_id
from parley.providers.local_model.catalogue import MODELS
from parley.providers.local_model.grammar import grammar_for
from parley.providers.local_model.installation import engine_is_installed
from parley.providers.local_model.offer import offered_tools
from parley.providers.local_model.process import EngineQueue
from parley.providers.local_model.prompt import compose_prompt
from parley.providers.local_model.wire import Task

MAX_TOKENS = 512
"""Of a call, or of a reply in JSON."""
WORDS = 160
"""Tokens of a reply in words, each a piece: twice what anybody wants to hear at once."""


class InstalledModel:
    def __init__(self, name: str, queue: EngineQueue, seconds: float) -> None:
        self.name = name
        self._queue = queue
        self._seconds = seconds

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        model = MODELS[self.name]
        if not (model.is_installed() and engine_is_installed()):
            raise ModelError(f"the model {self.name} is not installed: parley models install {self.name}")
        held, words = "", 0
        async with aclosing(self._queue.answer(task_of(request), self._seconds)) as pieces:
            async for piece in pieces:
                held += piece
                # A call is of use when it is whole, and is never said; what was held may turn out to be words.
                if not words and not request.json_reply and (_is_call(held) or may_be_call(held, request.tools)):
                    continue
                yield Text(held)
                held, words = "", words + 1
                if words >= WORDS and not request.json_reply:
                    return
        if held:
            yield self._read(held, request)

    def _read(self, held: str, request: Request) -> Piece:
        if _is_call(held):
            return read_call(held)
        return read_expression(held, request.tools) if is_written_call(held, request.tools) else Text(held)


def _is_call(text: str) -> bool:
    return text.lstrip().startswith("{")


def task_of(request: Request) -> Task:
    request = replace(request, tools=offered_tools(request))
    longest = MAX_TOKENS if request.tools or request.json_reply else WORDS
    wanted = request.parameters.get("max_tokens") or request.parameters.get("max_completion_tokens")
    temperature = request.parameters.get("temperature")
    return Task(
        compose_prompt(request),
        grammar_for(request),
        min(longest, wanted) if isinstance(wanted, int) and wanted > 0 else longest,
        # The likeliest word, unless somebody wants otherwise: a small model has few good second thoughts.
        float(temperature) if isinstance(temperature, int | float) else 0.0,
    )


def read_call(text: str) -> ToolCall:
    """The grammar allows nothing else than a call; an engine that was stopped in its middle leaves half of one."""
    try:
        call: Any = json.loads(text)
        return ToolCall(new_call_id(), str(call["name"]), json.dumps(call["arguments"], ensure_ascii=False))
    except (ValueError, KeyError, TypeError):
        raise ModelError("the model on this machine wrote half a call") from None


class InstalledModels:
    """One process for each model in use, shared by all projects."""

    def __init__(self, threads: int, seconds: float) -> None:
        """`threads` 0: half of the processors."""
        self._threads = threads or max(1, (os.cpu_count() or 2) // 2)
        self._seconds = seconds
        self._queues: dict[str, EngineQueue] = {}

    def find(self, name: str) -> InstalledModel:
        if name not in self._queues:
            self._queues[name] = EngineQueue(name, name, str(self._threads))
        return InstalledModel(name, self._queues[name], self._seconds)

    async def aclose(self) -> None:
        for queue in self._queues.values():
            await queue.aclose()


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
