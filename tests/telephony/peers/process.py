"""Peers are processes: started with ports of their own, ended with the test."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.waiting import until

LOOPBACK = "127.0.0.1"


def free_ports(count: int = 1) -> int:
    """The first of so many neighbouring ports that nobody has, neither for UDP nor for TCP."""
    while True:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            probe.bind((LOOPBACK, 0))
            first = int(probe.getsockname()[1])
        if all(not is_taken(port, kind) for port in range(first, first + count) for kind in ("udp", "tcp")):
            return first


def is_taken(port: int, kind: str) -> bool:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM)) as probe:
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return True
    return False


def answers(port: int) -> bool:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0


@asynccontextmanager
async def running(
    *command: str, folder: Path, port: int, kind: str = "udp", talks: bool = False
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that listens on this port by now. What it prints goes to `out` in its folder."""
    with (folder / "out").open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            stdin=asyncio.subprocess.PIPE if talks else asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=asyncio.subprocess.STDOUT,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "TERM": "dumb"},
        )

    async def is_ready() -> bool:
        assert process.returncode is None, f"{command[0]} ended: {(folder / 'out').read_text(errors='replace')[-2000:]}"
        return answers(port) if kind == "tcp" else is_taken(port, kind)

    try:
        await until(is_ready)
        yield process
    finally:
        await end(process)


async def end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 3)
        except TimeoutError:
            process.kill()
            await process.wait()
