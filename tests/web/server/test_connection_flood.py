"""A real serving process under strangers who send without end: its memory stays bounded, and others are served."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from parley.web.serve import bind
from tests.waiting import until
from tests.web.stranger import GET, Stranger

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("flood")]

FLOOD = int(os.environ.get("FLOOD_MB", "100")) << 20
CONNECTIONS = int(os.environ.get("FLOOD_CONNECTIONS", "1000"))
GROWTH = 48 << 20
"""What a process may grow by under any of it: far less than what is sent."""
HASTY = {"PARLEY_HTTP_HEAD_SECONDS": "1", "PARLEY_HTTP_BODY_SECONDS": "1", "PARLEY_HTTP_WRITE_SECONDS": "1"}
HEAD = b"POST /v1/a/b/chat/create HTTP/1.1\r\nhost: localhost\r\n"


class Server:
    """`parley serve platform`, on a socket of ours."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid

    def memory(self) -> int:
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def files(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@asynccontextmanager
async def serving(dsn: str, data: Path) -> AsyncIterator[Server]:
    listener = bind("127.0.0.1", 0)
    # Without the model for embeddings, which comes to memory some time after the start.
    environment = {**os.environ, **HASTY, "PARLEY_DATABASE_URL": dsn, "PARLEY_EMBEDDINGS": "none"}
    command = ("serve", "platform", "--data", str(data), "--fd", str(listener.fileno()))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "parley.cli.main", *command, env=environment, pass_fds=[listener.fileno()]
    )
    port = listener.getsockname()[1]
    listener.close()
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as client:

            async def is_ready() -> bool:
                with suppress(httpx.HTTPError):
                    return (await client.get("/readyz")).status_code == 200
                return False

            await until(is_ready, 60)
            for _ in range(50):  # what is made once is not what is measured
                await client.post("/v1/a/b/chat/create", json={})
        yield Server(port, process.pid)
    finally:
        process.kill()
        await process.wait()


async def watched(server: Server, attack: Awaitable[None]) -> int:
    """The most that the process grew by while it was attacked. Others get their answers all the time."""
    before, most = server.memory(), 0
    attacking = asyncio.ensure_future(attack)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", trust_env=False, timeout=30) as client:
        while not attacking.done():
            assert (await client.get("/healthz")).status_code == 200
            assert (await client.post("/v1/a/b/chat/create", json={})).status_code == 401
            most = max(most, server.memory() - before)
            await asyncio.wait({attacking}, timeout=0.1)
        await attacking
        assert (await client.post("/v1/a/b/chat/create", json={})).status_code == 401
    return most


async def sent(port: int, head: bytes, piece: bytes, total: int) -> None:
    """So much of that, on as many connections as it takes, nothing ever read."""
    while total > 0:
        stranger = await Stranger.come(port)
        with suppress(ConnectionError):
            await stranger.say(head)
            while total > 0:
                total -= len(piece)
                await stranger.say(piece)
        total -= len(head) + len(piece)
        stranger.go()


async def headers_without_end(server: Server) -> None:
    kinds = [b"x: " + b"a" * 60_000 + b"\r\n", b"a" * 64_000, b"x: y\r\n" * 10_000]
    await asyncio.gather(*(sent(server.port, HEAD, kind, FLOOD // 12) for kind in kinds for _ in range(4)))


async def bodies_without_end(server: Server) -> None:
    head = HEAD + b"transfer-encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"
    await asyncio.gather(*(sent(server.port, head, chunk, FLOOD // 8) for _ in range(8)))


async def answers_that_nobody_reads(server: Server) -> None:
    await asyncio.gather(*(sent(server.port, GET, GET * 1000, FLOOD // 80) for _ in range(20)))


async def drips(server: Server) -> None:
    """Thousands that begin and never end. They are all sent away."""
    beginnings = [b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", HEAD + b"content-length: 1000000\r\n\r\n", b""]
    before = server.files()
    strangers: list[Stranger] = []
    for number in range(CONNECTIONS):
        strangers.append(await Stranger.come(server.port))
        with suppress(ConnectionError):
            await strangers[-1].say(beginnings[number % 3])

    async def are_gone() -> bool:
        for stranger in strangers:
            if not stranger.writer.is_closing():
                stranger.writer.write(b"a")
        return server.files() <= before + 8

    await until(are_gone, 60)
    for stranger in strangers:
        stranger.go()


ATTACKS: list[Callable[[Server], Awaitable[None]]] = [
    headers_without_end,
    bodies_without_end,
    answers_that_nobody_reads,
    drips,
]


async def test_memory_stays_bounded_whatever_strangers_send(dsn: str, data_folder: Path) -> None:
    async with serving(dsn, data_folder) as server:
        growth = {attack.__name__: await watched(server, attack(server)) for attack in ATTACKS}
    print({name: f"{size / (1 << 20):.0f} MB" for name, size in growth.items()})
    assert {name: size for name, size in growth.items() if size > GROWTH} == {}
