"""Workers that die, hang and fail: whoever asked gets an answer all the same, or is told, and nobody else notices."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from parley.providers.recognition.protocol import RecognitionFailed
from parley.providers.recognition.workers import RecognitionWorkers
from tests.providers.recognition.fake_worker import DIE, DIE_ONCE, FAIL, HANG
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.usefixtures("tests_importable")]

FAKE = "tests.providers.recognition.fake_worker"


@pytest.fixture
async def workers() -> AsyncIterator[RecognitionWorkers]:
    made = RecognitionWorkers(module=FAKE)
    try:
        yield made
    finally:
        await made.aclose()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_worker_answers_one_request_after_the_other(workers: RecognitionWorkers) -> None:
    answers = await asyncio.gather(*(workers.decode(size, bytes(size)) for size in range(20)))
    assert answers == [str(size) for size in range(20)]
    assert len(workers.running) == 1
    assert workers.lost == 0


async def test_there_are_as_many_as_wanted() -> None:
    workers = RecognitionWorkers(2, module=FAKE)
    workers.start()
    try:
        await until(lambda: asyncio.sleep(0, len(workers.running) == 2), seconds=30)
        pids = [worker.pid for worker in workers.running.values()]
        assert len(set(pids)) == 2
    finally:
        await workers.aclose()
    assert not any(map(is_running, pids))


async def test_a_worker_that_nobody_needs_gives_its_memory_back() -> None:
    workers = RecognitionWorkers(module=FAKE, idle_seconds=0.05)
    try:
        assert await workers.decode("a", b"--") == "2"
        (worker,) = workers.running.values()
        await until(lambda: asyncio.sleep(0, not workers.running and not is_running(worker.pid)), seconds=30)
        assert await workers.decode("a", b"---") == "3"
        assert workers.lost == 0
    finally:
        await workers.aclose()


async def test_a_worker_that_dies_costs_nobody_the_answer(workers: RecognitionWorkers, tmp_path: Path) -> None:
    marker = DIE_ONCE + str(tmp_path / "died").encode()
    assert await workers.decode("a", marker) == str(len(marker))
    assert workers.lost == 1


async def test_an_idle_worker_that_was_killed_is_replaced(workers: RecognitionWorkers) -> None:
    assert await workers.decode("a", b"--") == "2"
    (before,) = workers.running.values()
    os.kill(before.pid, signal.SIGKILL)
    assert await workers.decode("a", b"---") == "3"
    (after,) = workers.running.values()
    assert after.pid != before.pid


async def test_a_request_that_costs_two_workers_fails_and_says_nothing_of_it(workers: RecognitionWorkers) -> None:
    with capture_logs() as logs, pytest.raises(RecognitionFailed, match="lost twice"):
        await workers.decode("a", DIE)
    assert [(entry["event"], entry["error"]) for entry in logs] == [
        ("recognition_worker_lost", "IncompleteReadError")
    ] * 2
    assert await workers.decode("a", b"--") == "2"


async def test_a_worker_that_hangs_is_replaced() -> None:
    workers = RecognitionWorkers(module=FAKE, hung_seconds=1)
    try:
        hanging = asyncio.create_task(workers.decode("a", HANG))
        waiting = asyncio.create_task(workers.decode("b", b"--"))
        with pytest.raises(RecognitionFailed, match="lost twice"):
            await hanging
        assert await waiting == "2"
        assert workers.lost == 2
    finally:
        await workers.aclose()


async def test_a_model_that_fails_costs_its_own_answer_only(workers: RecognitionWorkers) -> None:
    with pytest.raises(RecognitionFailed, match="ValueError") as raised:
        await workers.decode("a", FAIL)
    assert "somebody" not in str(raised.value)
    assert await workers.decode("a", b"--") == "2"
    assert workers.lost == 0


async def test_who_gives_up_does_not_get_in_the_way(workers: RecognitionWorkers) -> None:
    tasks = [asyncio.create_task(workers.decode(number, bytes(number + 1))) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    assert [await tasks[0], await tasks[2]] == ["1", "3"]
    assert await workers.decode("a", b"--") == "2"


async def test_a_module_that_does_not_start_is_told() -> None:
    workers = RecognitionWorkers(module="tests.providers.recognition.fake_worker_that_is_not_there")
    try:
        with pytest.raises(RecognitionFailed, match="lost twice"):
            await workers.decode("a", b"--")
    finally:
        await workers.aclose()


async def test_closing_ends_workers_and_tells_those_who_wait(workers: RecognitionWorkers) -> None:
    await workers.decode("a", b"--")
    (worker,) = workers.running.values()
    waiting = [asyncio.create_task(workers.decode(name, HANG)) for name in "abc"]
    await asyncio.sleep(0)
    await workers.aclose()
    assert not is_running(worker.pid)
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert [str(answer) for answer in answers] == ["recognition is closed"] * 3
    with pytest.raises(RecognitionFailed, match="closed"):
        await workers.decode("a", b"--")


async def test_a_worker_ends_when_the_other_end_is_closed(workers: RecognitionWorkers) -> None:
    """As it is when the process that started it dies."""
    await workers.decode("a", b"--")
    (worker,) = workers.running.values()
    worker._child.writer.close()
    assert await asyncio.to_thread(worker._child._process.wait, 10) == 0
