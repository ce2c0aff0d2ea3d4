"""Keeps child processes running: a dead one is started again, all stop together, none outlives us."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from parley.kit.log import logger

log = logger(__name__)

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
STEADY_SECONDS = 30.0
"""A child that ran this long had a good start: its next death is answered at once."""

PR_SET_PDEATHSIG = 1


@dataclass(slots=True)
class Child:
    name: str
    arguments: Sequence[str]
    """What follows `parley` on the command line."""
    descriptors: Sequence[int] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    pid: int | None = None
    restarts: int = 0


class Supervisor:
    def __init__(self, children: Sequence[Child], stop_seconds: float) -> None:
        self.children = list(children)
        self._stop_seconds = stop_seconds
        self._stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._keep(child), name=child.name) for child in self.children]

    async def stop(self) -> None:
        """Asks every child to finish, waits, and ends those that do not."""
        self._stopping.set()
        self._signal(signal.SIGTERM)
        if not self._tasks:
            return
        _done, pending = await asyncio.wait(self._tasks, timeout=self._stop_seconds)
        if pending:
            self._signal(signal.SIGKILL)
            await asyncio.wait(pending)

    async def _keep(self, child: Child) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            started = time.monotonic()
            status = await self._run(child)
            if self._stopping.is_set():
                return
            pause = FIRST_PAUSE if time.monotonic() - started > STEADY_SECONDS else min(pause * 2, LONGEST_PAUSE)
            log.warning("child_died", child=child.name, status=status, restart_in=pause)
            child.restarts += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _run(self, child: Child) -> int | None:
        """How the child ended; None when it could not even be started, as on a machine that has no memory left."""
        try:
            process = await _start(child)
        except OSError:
            return None
        child.pid = process.pid
        if self._stopping.is_set():
            self._signal(signal.SIGTERM)
        status = await process.wait()
        child.pid = None
        return status

    def _signal(self, number: int) -> None:
        for child in self.children:
            if child.pid is not None:
                with suppress(ProcessLookupError):  # it has just ended by itself
                    os.kill(child.pid, number)


async def _start(child: Child) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "parley.cli.main",
        *child.arguments,
        stdin=asyncio.subprocess.DEVNULL,
        pass_fds=tuple(child.descriptors),
        env={**os.environ, **child.environment},
        start_new_session=True,
        preexec_fn=partial(_die_with, os.getpid()),
    )


_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def _die_with(parent: int) -> None:
    """Runs in the child before it becomes `parley`: a supervisor that is killed must not leave servers behind."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was killed before we asked to be told
            os._exit(1)


def environment(database_url: str, data: Path, name: str) -> dict[str, str]:
    """What every child is told. The database address travels in the environment: a process list does not show it."""
    return {
        "PARLEY_DATABASE_URL": database_url,
        "PARLEY_DATA": str(data),
        "PARLEY_LOG_FILE": str(data / "logs" / f"{name}.log"),
    }
