"""Responders in processes of their own: the same answers, no hold on whoever asks, and an end for what does not end."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from parley.local_responder.context import DialogContext
from parley.local_responder.model import LocalResponder
from parley.local_responder.policy.decision import decide_reply
from parley.local_responder.processes.pool import ResponderPool
from parley.local_responder.similarity import embedding_similarity
from parley.providers.llm.protocol import Message, ModelError, Request, Situation, ToolCall, complete
from tests.local_responder.situations import NOW, TEXT, passage, tool

pytestmark = [pytest.mark.io, pytest.mark.usefixtures("tests_importable")]


def asked(text: str) -> Request:
    topics = (passage("We are open from nine to five. " * 12, name="Hours"),)
    situation = Situation(user_text=text, now=NOW, passages=topics)
    return Request([Message("user", text)], [tool("handoff", reason=TEXT)], situation=situation)


def embed(texts: Sequence[str]) -> list[list[float]]:
    return [[1.0, 0.0] if "open" in text else [0.0, 1.0] for text in texts]


async def test_it_answers_as_it_would_in_this_process() -> None:
    model = LocalResponder(embed)
    try:
        for text in ("hello", "when are you open?", "book me a table"):
            reply = decide_reply(DialogContext.from_request(asked(text), embedding_similarity(embed)))
            assert await complete(model, asked(text)) == reply.text
        calls = [piece async for piece in model.stream(asked("agent please"))]
        assert calls == [ToolCall("local_1", "handoff", '{"reason": "agent please"}')]
        assert await complete(model, Request([Message("user", "classify this")], json_reply=True)) == "{}"
    finally:
        await model.aclose()


async def test_a_runaway_is_ended_and_nobody_else_waits_for_it() -> None:
    pool = ResponderPool(seconds=20, module="tests.local_responder.processes.runaway")
    lags: list[float] = []

    async def feel_lag() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - began - 0.01)

    feeling = asyncio.create_task(feel_lag())
    try:
        runaway = asyncio.create_task(pool.decide_reply(asked("a runaway, when are you open?")))
        assert (await pool.decide_reply(asked("hello")))["text"]
        with pytest.raises(ModelError, match="too long"):
            await runaway
        assert pool.lost == 1
        assert (await pool.decide_reply(asked("hello")))["text"], "a new one has taken its place"
    finally:
        feeling.cancel()
        await pool.aclose()
    assert sorted(lags)[len(lags) // 2] < 0.5, "the loop went on"


async def test_a_deadline_holds_whatever_cpu_time_is_left() -> None:
    pool = ResponderPool(seconds=0.2, module="tests.local_responder.processes.runaway")
    try:
        with pytest.raises(ModelError, match="too long"):
            await pool.decide_reply(asked("a runaway, when are you open?"))
    finally:
        await pool.aclose()


async def test_a_responder_ends_with_whoever_started_it() -> None:
    pool = ResponderPool()
    await pool.decide_reply(asked("hello"))
    (responder,) = pool._idle
    pid = responder._child.pid
    environment = await asyncio.to_thread(Path(f"/proc/{pid}/environ").read_text)
    assert not any(name in environment for name in os.environ if name.startswith("PARLEY_"))
    responder._child.writer.close()
    assert await asyncio.to_thread(responder._child._process.wait, 10) == 0


async def test_a_request_that_breaks_it_costs_only_its_answer() -> None:
    pool = ResponderPool(max_processes=1)
    broken = Request([Message("user", "hello")], situation=Situation(user_text=5))  # type: ignore[arg-type]
    try:
        with pytest.raises(ModelError, match="failed"):
            await pool.decide_reply(broken)
        assert (await pool.decide_reply(asked("hello")))["text"]
        assert pool.lost == 0
    finally:
        await pool.aclose()
