"""A model on this machine, as every other model looks to the runtime."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from parley.providers.llm.protocol import ModelError, Piece, Request, Text, ToolCall, new_call_id
from parley.providers.local_model.catalogue import MODELS
from parley.providers.local_model.expression import is_written_call, may_be_call, read_expression
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
