"""Peers are processes: started with ports of their own, ended with the test."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.waiting import until

LOOPBACK = "127.0.0.1"
FIRST, LAST = 10_001, 20_000
"""Where neither systems take ports from for connections nor instances of ours for calls."""


def free_ports(count: int = 1) -> int:
    """The first of so many neighbouring ports that nobody has, neither for UDP nor for TCP."""
    while True:
        first = FIRST + secrets.randbelow(LAST - FIRST)
        if all(not is_taken(port, kind) for port in range(first, first + count) for kind in ("udp", "tcp")):
            return first


def is_taken(port: int, kind: str) -> bool:
    """Looked up, not tried out: whoever binds a port to see whether it is free takes it from the one who wants it."""
    tables = (Path("/proc/net", kind), Path("/proc/net", f"{kind}6"))
    return any(f":{port:04X} " in table.read_text() for table in tables if table.exists())


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
