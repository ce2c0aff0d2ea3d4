from __future__ import annotations

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from parley.kit import tasks
from parley.kit.tasks import Tasks


async def test_a_task_has_a_name_and_a_result() -> None:
    async def work() -> int:
        return 7

    task = tasks.start(work(), "seven")
    assert (task.get_name(), await task) == ("seven", 7)


async def test_cancelling_waits_for_the_end() -> None:
    ended = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(True)

    both = [tasks.start(work(), "one"), tasks.start(work(), "two")]
    await asyncio.sleep(0)
    await tasks.cancel(*both)
    assert ended == [True, True]
    assert all(task.cancelled() for task in both)


async def test_what_has_ended_already_is_no_trouble() -> None:
    async def work() -> None:
        raise ValueError

    task = tasks.start(work(), "fails")
    await asyncio.wait([task])
    await tasks.cancel(task)


async def test_a_crash_is_logged_without_its_text() -> None:
    async def work() -> None:
        raise ValueError("what somebody said")

    background = Tasks()
    with capture_logs() as lines:
        await asyncio.wait([background.start(work(), "crashes")])
        await asyncio.sleep(0)
    assert [(line["event"], line["task"], line["error"]) for line in lines] == [
        ("task_crashed", "crashes", "ValueError")
    ]
    assert "somebody" not in str(lines)


async def test_all_end_together() -> None:
    background = Tasks()
    started = [background.start(asyncio.sleep(60), f"{number}") for number in range(3)]
    await background.aclose()
    assert all(task.cancelled() for task in started)


async def test_all_are_told_to_end_without_waiting_for_it() -> None:
    background = Tasks()
    task = background.start(asyncio.sleep(60), "long")
    background.cancel()
    assert not task.done()
    await asyncio.wait([task])
    assert task.cancelled()


async def test_the_expected_error_does_not_end_the_rounds() -> None:
    rounds: list[Any] = []

    async def work() -> None:
        rounds.append(None)
        if len(rounds) == 3:
            raise KeyError
        raise ValueError

    with pytest.raises(KeyError):
        await tasks.every(0, work, ValueError)
    assert len(rounds) == 3


class TestEagerly:
    async def test_what_need_not_wait_is_done_at_once(self) -> None:
        background, done = Tasks(), []

        async def work() -> None:
            done.append(True)

        background.start_eagerly(work(), "quick")
        assert done == [True]

    async def test_what_waits_goes_on_when_its_time_comes(self) -> None:
        background, come, done = Tasks(), asyncio.Event(), []

        async def work() -> None:
            done.append("begun")
            await come.wait()
            await asyncio.sleep(0)
            try:
                raise KeyError
            except KeyError:
                await asyncio.sleep(0)
            done.append("ended")

        background.start_eagerly(work(), "patient")
        assert done == ["begun"]
        come.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert done == ["begun", "ended"]

    async def test_what_waits_ends_with_its_owner(self) -> None:
        background, done = Tasks(), []

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                done.append("tidied up")

        background.start_eagerly(work(), "endless")
        await asyncio.sleep(0)
        await background.aclose()
        assert done == ["tidied up"]

    @pytest.mark.parametrize("rounds", [0, 2])
    async def test_a_crash_is_logged_whenever_it_comes(self, rounds: int) -> None:
        async def work() -> None:
            for _ in range(rounds):
                await asyncio.sleep(0)
            raise ValueError("what somebody said")

        background = Tasks()
        with capture_logs() as lines:
            background.start_eagerly(work(), "crashes")
            for _ in range(10):
                await asyncio.sleep(0)
        assert [(line["event"], line["task"]) for line in lines] == [("task_crashed", "crashes")]
        assert "somebody" not in str(lines)
