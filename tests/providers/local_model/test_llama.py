"""The real engine with real weights: `make test-models`. Prints how fast it is and what it takes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from parley.providers.llm.protocol import Message, Request, Text, Tool, ToolCall
from parley.providers.local_model.model import InstalledModels, task_of
from parley.providers.local_model.process import EngineQueue
from parley.providers.local_model.wire import Task

NAME = os.environ.get("LOCAL_MODEL", "")
THREADS = os.environ.get("LOCAL_MODEL_THREADS", "1")
SECONDS = 1200.0
pytestmark = pytest.mark.io
with_weights = pytest.mark.skipif(not NAME, reason="needs installed weights: make test-models")
patiently = pytest.mark.timeout(3600)

SCHEMAS: list[dict[str, Any]] = [
    {"type": "object", "properties": {}, "additionalProperties": False},
    {"type": "object"},
    {
        "type": "object",
        "properties": {
            "größe": {"type": "string", "enum": ['a"b', "c\\d", "e\nf", "ü"]},
            "note": {"type": "string"},
            "count": {"type": ["integer", "null"]},
            "tags": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}}},
        },
        "required": ["größe", "tags"],
    },
    {"type": "object", "properties": {"anything": {}}, "required": ["anything"]},
]


@pytest.fixture(scope="module")
async def queue() -> AsyncIterator[EngineQueue]:
    queue = EngineQueue(NAME, NAME, THREADS)
    yield queue
    await queue.aclose()


async def ask(queue: EngineQueue, task: Task) -> str:
    return "".join([piece async for piece in queue.answer(task, SECONDS)])


@with_weights
@patiently
@pytest.mark.parametrize("schema", SCHEMAS)
async def test_arguments_fit_whatever_the_tool_wants(queue: EngineQueue, schema: dict[str, Any]) -> None:
    request = Request([Message("user", "Call it, with as little as you can.")], [Tool("it", "Does it.", schema)])
    task = task_of(request)
    # Without words, a call is all that is left.
    forced = Task(task.prompt, task.grammar.replace("root ::= words | ", "root ::= "), task.max_tokens, 0.0)
    call = json.loads(await ask(queue, forced))
    assert call["name"] == "it"
    jsonschema.validate(call["arguments"], schema)


@with_weights
@patiently
async def test_a_reply_in_json_is_an_object(queue: EngineQueue) -> None:
    request = Request([Message("user", "Which colour has the sky? Use the key colour.")], json_reply=True)
    assert isinstance(json.loads(await ask(queue, task_of(request))), dict)


@with_weights
@patiently
async def test_a_cancelled_reply_leaves_the_engine_as_it_was(queue: EngineQueue) -> None:
    request = Request([Message("user", "Count from one to a hundred.")])
    await ask(queue, task_of(request))
    before = queue.running
    async with aclosing(queue.answer(task_of(request), SECONDS)) as pieces:
        await anext(pieces)
    assert await ask(queue, task_of(request))
    assert queue.running is before


@with_weights
@patiently
async def test_how_fast_it_is() -> None:
    """A conversation of three turns with a prompt of a thousand tokens."""
    models = InstalledModels(int(THREADS), SECONDS)
    model = models.find(NAME)
    rules = "You answer the phone of a restaurant. " + "Be friendly, be brief, and never promise a table. " * 80
    tool = Tool("book", "Books a table.", {"type": "object", "properties": {"day": {"type": "string"}}})
    messages = [Message("system", rules)]
    for said in ("Hello, who is there?", "Do you have parking?", "And are dogs welcome?"):
        messages.append(Message("user", said))
        begun, first, pieces = time.monotonic(), 0.0, []
        async for piece in model.stream(Request(messages, [tool])):
            first = first or time.monotonic() - begun
            pieces.append(piece)
        whole = time.monotonic() - begun
        text = "".join(piece.text for piece in pieces if isinstance(piece, Text))
        calls = [piece for piece in pieces if isinstance(piece, ToolCall)]
        rate = (len(pieces) - 1) / max(whole - first, 0.001)
        print(f"\n{NAME}: first piece {first:.1f} s, all {whole:.1f} s, {rate:.1f} pieces a second: {text or calls}")
        messages.append(Message("assistant", text))
    engine = model._queue.running
    assert engine is not None
    print(*memory(engine.pid), sep="\n")
    await models.aclose()


def memory(pid: int) -> list[str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return [line for line in lines if line.startswith(("VmRSS", "RssAnon", "RssFile"))]
