"""The life of an engine's process: it answers one after the other, and is replaced when it dies or does not stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from parley.kit.tasks import start
from parley.providers.llm.protocol import ModelError
from parley.providers.local_model import process
from parley.providers.local_model.process import EngineQueue
from parley.providers.local_model.wire import Task
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.usefixtures("tests_importable")]
SECONDS = 60.0


@pytest.fixture
async def queue() -> AsyncIterator[EngineQueue]:
    queue = EngineQueue("fake", module="tests.providers.local_model.fake_engine", max_waiting=2)
    yield queue
    await queue.aclose()


async def ask(queue: EngineQueue, prompt: str, seconds: float = SECONDS) -> str:
    return "".join([piece async for piece in queue.answer(Task(prompt, "", 10, 0.0), seconds)])


async def test_one_process_answers_everybody(queue: EngineQueue) -> None:
    answers = await asyncio.gather(*(ask(queue, f"say {word}") for word in ("one", "two", "three")))
    assert answers == ["one ", "two ", "three "]
    assert queue.running is not None


async def test_a_process_that_died_is_replaced(queue: EngineQueue, tmp_path: Path) -> None:
    assert await ask(queue, f"die-once {tmp_path / 'died'}") == f"{tmp_path / 'died'} "
    with pytest.raises(ModelError, match="lost"):
        await ask(queue, "die")
    assert await ask(queue, "say hello") == "hello "


@pytest.mark.parametrize(("prompt", "told"), [("refuse", "exceed_context_size"), ("break", "ValueError")])
async def test_who_is_refused_costs_nobody_else(queue: EngineQueue, prompt: str, told: str) -> None:
    await ask(queue, "say hello")
    before = queue.running
    with pytest.raises(ModelError, match=told) as caught:
        await ask(queue, prompt)
    assert "somebody said" not in str(caught.value)
    assert await ask(queue, "say hello") == "hello "
    assert queue.running is before


async def test_a_cancelled_answer_ends_and_the_next_is_its_own(queue: EngineQueue) -> None:
    async with aclosing(queue.answer(Task("endless", "", 10, 0.0), SECONDS)) as pieces:
        assert await anext(pieces) == "on and "
        before = queue.running
    assert await ask(queue, "say hello") == "hello "
    assert queue.running is before


async def test_one_that_does_not_stop_is_ended(queue: EngineQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STOP_SECONDS", 0.05)
    async with aclosing(queue.answer(Task("hang", "", 10, 0.0), SECONDS)) as pieces:
        assert await anext(pieces) == "begun"
        before = queue.running
    assert await ask(queue, "say hello") == "hello "
    assert queue.running is not before


async def test_an_answer_has_a_deadline(queue: EngineQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STOP_SECONDS", 0.05)
    await ask(queue, "say hello")
    with pytest.raises(ModelError, match="no answer in time"):
        await ask(queue, "hang", 0.1)


async def test_the_queue_is_bounded_and_waiting_counts(queue: EngineQueue) -> None:
    async with aclosing(queue.answer(Task("endless", "", 10, 0.0), SECONDS)) as pieces:
        await anext(pieces)
        waiting = [start(ask(queue, f"say {number}"), "waits") for number in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ModelError, match="too many"):
            await ask(queue, "say more")
        waiting[0].cancel()
        await asyncio.wait(waiting[:1])
        with pytest.raises(ModelError, match="busy"):
            await ask(queue, "say late", 0.01)
    assert await waiting[1] == "1 "


async def test_an_idle_process_gives_its_memory_back() -> None:
    queue = EngineQueue("fake", module="tests.providers.local_model.fake_engine", idle_seconds=0.01)
    assert await ask(queue, "say hello") == "hello "

    async def has_ended() -> bool:
        return queue.running is None

    await until(has_ended)
    assert await ask(queue, "say again") == "again "
    await queue.aclose()
