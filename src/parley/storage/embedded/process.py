"""Child processes that die with us, and waiting for the end of any process."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from parley.storage.embedded.account import Account
from parley.storage.embedded.errors import StartFailed

SHUTDOWN_FAST = signal.SIGINT
SHUTDOWN_IMMEDIATE = signal.SIGQUIT

# Nothing of ours is passed on: the environment may hold keys of model providers.
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)
_POLL = 0.02

Child = subprocess.Popen[bytes]
Escalation = Sequence[tuple[int, float]]
"""Signals to send in turn, each with how long to wait for the end."""

_NO_SIGNAL = 0
_IMMEDIATE_GRACE = 5.0
_KILL: Escalation = ((signal.SIGKILL, 10.0),)
BY_ITSELF: Escalation = ((_NO_SIGNAL, 2.0), *_KILL)
"""For what ends soon anyway, and then takes its shared memory with it."""


def fast_first(grace: float) -> Escalation:
    return ((SHUTDOWN_FAST, grace), *immediate_first(grace))


def immediate_first(grace: float) -> Escalation:
    return ((SHUTDOWN_IMMEDIATE, min(grace, _IMMEDIATE_GRACE)), *_KILL)


def spawn(
    command: Sequence[str | Path],
    *,
    account: Account | None,
    folder: Path,
    when_we_die: signal.Signals,
    output: int,
    stdin: int = subprocess.DEVNULL,
    errors: int = subprocess.STDOUT,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Child:
    """Starts a child that gets `when_we_die` at our end. Linux counts the end of the calling thread as ours."""
    us = os.getpid()

    # Runs after the change of user, which would undo it; the second line is for a parent that died in between.
    def tie_to_parent() -> None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(when_we_die))
        if os.getppid() != us:
            os._exit(1)

    try:
        return subprocess.Popen(  # noqa: S603 (our own arguments)
            command,
            user=account.uid if account else None,
            group=account.gid if account else None,
            # Without this it would keep the supplementary groups of root.
            extra_groups=[] if account else None,
            cwd=folder,
            env={**_ENVIRONMENT, **environment},
            stdin=stdin,
            stdout=output,
            stderr=errors,
            start_new_session=True,  # a Ctrl-C on the terminal is for Parley, which then stops the server in order
            umask=0o077,
            preexec_fn=tie_to_parent,
        )
    except (OSError, subprocess.SubprocessError) as failed:
        whom = f" as the account {account.name}" if account else ""
        raise StartFailed(f"{command[0]} could not be started{whom}: {failed}") from failed


async def run_tool(
    command: Sequence[str | Path], *, account: Account | None, folder: Path, stdin: bytes = b""
) -> tuple[int, str]:
    """Runs a child to its end; its exit code and what it printed. What it reads and prints touches no disk."""
    with _memory(stdin) as given, _memory() as printed:
        child = spawn(
            command,
            account=account,
            folder=folder,
            when_we_die=signal.SIGKILL,
            output=printed.fileno(),
            stdin=given.fileno(),
        )
        try:
            code = await wait_for_exit(child)
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
        printed.seek(0)
        return code, printed.read().decode(errors="replace")


async def wait_for_exit(child: Child) -> int:
    await wait_for_pid(child.pid)
    return child.wait()


async def wait_for_pid(pid: int) -> None:
    """Returns when the process has ended, be it our child or not."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    except OSError:  # a kernel or a sandbox without pidfd
        await _poll_proc(pid)
        return
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(descriptor, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


async def _poll_proc(pid: int) -> None:
    while True:
        if not is_alive(pid):
            return
        await asyncio.sleep(_POLL)


async def end(pid: int, escalation: Escalation) -> None:
    for number, patience in escalation:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await wait_for_pid(pid)
                return
    raise StartFailed(f"the process {pid} does not end, not even when killed")


def is_alive(pid: int) -> bool:
    """A process that has ended but was not yet asked for its exit code is not alive."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return False
    # The name of a program stands in brackets and may itself hold brackets and spaces.
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def _memory(content: bytes = b"") -> BinaryIO:
    # A pipe that nobody empties would block a child that prints much, and a file would put the password on the disk.
    file = os.fdopen(os.memfd_create("parley"), "w+b")
    file.write(content)
    file.seek(0)
    return file
