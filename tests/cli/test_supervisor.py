"""The supervisor of `parley up`: what dies is started again, and an end is an end."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import pytest

from parley.cli import supervisor as supervising
from parley.cli.supervisor import Child, Supervisor
from tests.waiting import until

pytestmark = pytest.mark.io

ENDS_AT_ONCE = ("--version",)


async def test_a_child_that_ends_is_started_again_with_growing_pauses(capfd: pytest.CaptureFixture[str]) -> None:
    child = Child("short", ENDS_AT_ONCE)
    supervisor = Supervisor([child], stop_seconds=5)
    supervisor.start()
    await until(lambda: asyncio.sleep(0, child.restarts >= 3), 60)
    began = time.monotonic()
    await supervisor.stop()
    assert time.monotonic() - began < 4, "also in the middle of a pause"
    assert child.pid is None
    assert capfd.readouterr().out.count("\n") >= 3


async def test_a_child_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    async def no_memory(_child: Child) -> asyncio.subprocess.Process:
        nonlocal tried
        tried += 1
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr(supervising, "_start", no_memory)
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
