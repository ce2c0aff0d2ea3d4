"""The supervisor of `parley up`: what dies or hangs is replaced, and an end is an end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry
from structlog.testing import capture_logs

from parley.cli.supervision import supervisor as supervising
from parley.cli.supervision.liveness import LivenessLimits
from parley.cli.supervision.process_launch import ChildProcess
from parley.cli.supervision.supervisor import Child, Counts, Supervisor
from tests.waiting import until

pytestmark = pytest.mark.io

ENDS_AT_ONCE = ("--version",)
FAKE = (sys.executable, str(Path(__file__).parent / "beating_child.py"))
PATIENCE = LivenessLimits(hung_seconds=2, start_seconds=20)
REPLACED_SECONDS = 20.0
"""Generous: detection takes two seconds here, and the machine may be busy with other things."""


async def test_a_child_that_ends_is_started_again_with_growing_pauses(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    child = Child("short", ENDS_AT_ONCE)
    supervisor = Supervisor([child], stop_seconds=5)
    supervisor.start()
    await until(lambda: asyncio.sleep(0, child.restarts >= 3), 60)
    monkeypatch.setattr(supervising, "FIRST_PAUSE", 600.0)
    monkeypatch.setattr(supervising, "LONGEST_PAUSE", 600.0)
    seen = child.restarts
    await until(lambda: asyncio.sleep(0, child.restarts > seen), 60)
    async with asyncio.timeout(60):
        await supervisor.stop()  # in the middle of a pause
    assert child.pid is None
    assert capfd.readouterr().out.count("\n") >= 3


async def test_a_child_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    async def no_memory(*_arguments: Any) -> ChildProcess:
        nonlocal tried
        tried += 1
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr(supervising, "launch", no_memory)
    supervisor = Supervisor([Child("none", ENDS_AT_ONCE)], stop_seconds=5)
    supervisor.start()
    await until(lambda: asyncio.sleep(0, tried >= 2))
    await supervisor.stop()


async def test_a_child_that_does_not_listen_is_ended_the_hard_way() -> None:
    child = Child("deaf", ("worker",), environment={"PARLEY_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"})
    supervisor = Supervisor([child], stop_seconds=0.3)
    supervisor.start()
    await until(lambda: asyncio.sleep(0, child.pid is not None))
    pid = child.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    await supervisor.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@asynccontextmanager
async def supervised(ways: Sequence[str], limits: LivenessLimits = PATIENCE) -> AsyncIterator[Watched]:
    registry = CollectorRegistry()
    children = [Child(way, [way]) for way in ways]
    supervisor = Supervisor(children, 5, limits, Counts(registry), program=FAKE)
    supervisor.start()
    try:
        yield Watched({child.name: child for child in children}, registry)
    finally:
        await supervisor.stop()


class Watched:
    def __init__(self, children: dict[str, Child], registry: CollectorRegistry) -> None:
        self.children = children
        self.registry = registry

    def restarts(self, child: str, reason: str) -> float:
        labels = {"child": child, "reason": reason}
        return self.registry.get_sample_value("parley_child_restarts_total", labels) or 0.0

    def beats(self, child: str) -> int:
        liveness = self.children[child].liveness
        return liveness.beats if liveness is not None else 0

    async def until(self, condition: Callable[[], bool]) -> None:
        async def check() -> bool:
            return condition()

        await until(check, REPLACED_SECONDS)


async def test_a_stopped_child_is_replaced_and_counted_and_the_others_are_left_alone() -> None:
    async with supervised(["beats", "beats too", "and too"]) as watched:
        await watched.until(lambda: all(watched.beats(name) >= 2 for name in watched.children))
        stopped = watched.children["beats"].pid
        others = [watched.children[name].pid for name in ("beats too", "and too")]
        assert stopped is not None
        os.kill(stopped, signal.SIGSTOP)
        await watched.until(lambda: watched.restarts("beats", "hung") == 1)
        await watched.until(lambda: watched.beats("beats") >= 2)
        assert watched.children["beats"].pid != stopped
        with pytest.raises(ProcessLookupError):
            os.kill(stopped, 0)
        assert [watched.children[name].pid for name in ("beats too", "and too")] == others
        assert watched.children["beats too"].restarts == 0


@pytest.mark.parametrize("way", ["spins", "deadlocks"])
async def test_a_child_whose_loop_is_blocked_is_replaced(way: str) -> None:
    async with supervised([way, "beats"]) as watched:
        await watched.until(lambda: watched.restarts(way, "hung") >= 1)
        assert watched.children["beats"].restarts == 0


async def test_a_child_that_never_comes_alive_is_replaced() -> None:
    async with supervised(["never", "beats"], LivenessLimits(hung_seconds=2, start_seconds=3)) as watched:
        await watched.until(lambda: watched.restarts("never", "not_started") >= 1)
        assert watched.children["beats"].restarts == 0


async def test_a_child_that_is_slow_but_alive_is_left_alone_and_its_lag_is_known() -> None:
    async with supervised(["slow", "beats"], LivenessLimits(hung_seconds=4, start_seconds=20)) as watched:
        pid = watched.children["slow"].pid
        await watched.until(lambda: watched.beats("slow") >= 4)
        assert watched.children["slow"].restarts == 0
        assert pid in (None, watched.children["slow"].pid)
        lag = watched.registry.get_sample_value("parley_child_loop_lag_seconds", {"child": "slow"})
        assert lag is not None
        assert lag > 0.3


async def test_the_first_death_is_answered_at_once() -> None:
    with capture_logs() as logs:
        async with supervised(["beats"]) as watched:
            await watched.until(lambda: watched.beats("beats") >= 1)
            pid = watched.children["beats"].pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            await watched.until(lambda: watched.children["beats"].pid not in (None, pid))
            assert watched.restarts("beats", "died") == 1
    assert [each["restart_in"] for each in logs if each["event"] == "child_died"] == [0.0], "no pause, only a fork"
