from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from parley.storage.embedded import StartFailed
from parley.storage.embedded.process import end, is_alive, run_tool, spawn, wait_for_pid

pytestmark = pytest.mark.io

Eventually = Callable[[Callable[[], object]], Awaitable[None]]


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """Ignores a polite request."""
    with subprocess.Popen(["sh", "-c", "trap '' INT; echo; sleep 60 & wait"], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.readline()
        yield running
        running.kill()
        running.stdout.close()


async def test_a_tool_reads_prints_and_ends(tmp_path: Path) -> None:
    tool = ["/bin/sh", "-c", "cat; echo err >&2; exit 3"]

    assert await run_tool(tool, account=None, folder=tmp_path, stdin=b"in\n") == (3, "in\nerr\n")


async def test_our_environment_is_not_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_API_KEY", "sk-1")

    assert "sk-1" not in (await run_tool(["/usr/bin/env"], account=None, folder=tmp_path))[1]


async def test_a_tool_that_nobody_waits_for_any_more_is_killed(tmp_path: Path, eventually: Eventually) -> None:
    tool = ["/bin/sh", "-c", f"echo $$ > {tmp_path}/pid; exec sleep 60"]
    running = asyncio.create_task(run_tool(tool, account=None, folder=tmp_path))
    await eventually(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())

    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert not is_alive(int((tmp_path / "pid").read_text()))


def test_a_program_that_cannot_be_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(StartFailed, match="/nowhere/postgres could not be started"):
        spawn(["/nowhere/postgres"], account=None, folder=tmp_path, when_we_die=signal.SIGKILL, output=1)


@pytest.mark.parametrize("has_pidfd", [True, False])
async def test_the_end_of_a_process_is_seen(
    sleeper: subprocess.Popen[bytes], has_pidfd: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: int) -> int:
        raise OSError(errno.ENOSYS, "")

    if not has_pidfd:
        monkeypatch.setattr(os, "pidfd_open", missing)
    watching = asyncio.create_task(wait_for_pid(sleeper.pid))
    assert not (await asyncio.wait([watching], timeout=0.05))[0]

    sleeper.kill()

    async with asyncio.timeout(30):
        await watching


async def test_who_does_not_listen_is_ended_harder(sleeper: subprocess.Popen[bytes]) -> None:
    await end(sleeper.pid, ((signal.SIGINT, 0.05), (signal.SIGKILL, 5)))

    assert sleeper.wait() == -signal.SIGKILL


async def test_what_has_ended_already_needs_no_ending(sleeper: subprocess.Popen[bytes]) -> None:
    sleeper.kill()
    sleeper.wait()

    await end(sleeper.pid, ((signal.SIGINT, 5),))
