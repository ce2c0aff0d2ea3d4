"""What goes over the wire, read from a raw socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.types import Receive, Scope, Send

from parley.web.connection import HeadWaits
from parley.web.serve import bind, quiet_server

pytestmark = pytest.mark.io

LENGTH = [(b"content-length", b"5")]


class Wire(asyncio.Transport):
    """Keeps what is written, packet by packet."""

    def __init__(self) -> None:
        super().__init__()
        self.packets: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.packets.append(bytes(data))

    def close(self) -> None:
        self.packets.append(b"(closed)")


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    waits, status = scope["path"] == "/waits", 204 if scope["path"] == "/empty" else 200
    if scope["method"] == "POST":
        await receive()
    await send({"type": "http.response.start", "status": status, "headers": [] if waits or status == 204 else LENGTH})
    if waits:
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await asyncio.sleep(0.01)
    await send({"type": "http.response.body", "body": b"" if status == 204 else b"whole"})


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    listener, server = bind("127.0.0.1", 0), quiet_server(app, 1)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1])
    try:
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await serving


async def asked(request: bytes, until: bytes) -> bytes:
    async with connected() as (reader, writer), asyncio.timeout(5):
        writer.write(request)
        return await reader.readuntil(until)


async def test_head_and_body_go_together() -> None:
    wire = Wire()
    transport = HeadWaits(wire)
    transport.write(b"HTTP/1.1 200 OK\r\n\r\n")
    transport.write(b"whole")
    transport.write(b"more")
    await asyncio.sleep(0)
    assert wire.packets == [b"HTTP/1.1 200 OK\r\n\r\nwhole", b"more"]


async def test_a_head_does_not_wait_for_ever() -> None:
    wire = Wire()
    HeadWaits(wire).write(b"HTTP/1.1 200 OK\r\n\r\n")
    assert wire.packets == []
    await asyncio.sleep(0)
    assert wire.packets == [b"HTTP/1.1 200 OK\r\n\r\n"]


async def test_a_connection_that_is_closed_keeps_nothing_back() -> None:
    wire = Wire()
    transport = HeadWaits(wire)
    transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")
    transport.close()
    assert wire.packets == [b"HTTP/1.1 204 No Content\r\n\r\n", b"(closed)"]


@pytest.mark.parametrize(
    ("request_line", "end", "body"),
    [
        (b"GET / HTTP/1.1", b"whole", b"whole"),
        (b"GET /empty HTTP/1.1", b"\r\n\r\n", b""),
        (b"HEAD / HTTP/1.1", b"\r\n\r\n", b""),
        (b"GET /waits HTTP/1.1", b"0\r\n\r\n", b"5\r\nfirst\r\n5\r\nwhole\r\n0\r\n\r\n"),
    ],
)
async def test_every_kind_of_answer_arrives(request_line: bytes, end: bytes, body: bytes) -> None:
    answer = await asked(request_line + b"\r\nhost: localhost\r\n\r\n", end)
    assert answer.startswith(b"HTTP/1.1 20")
    assert answer.partition(b"\r\n\r\n")[2] == body


async def test_who_asks_whether_to_go_on_is_told_so() -> None:
    request = b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n"
    async with connected() as (reader, writer), asyncio.timeout(5):
        writer.write(request)
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(b"ok")
        assert (await reader.readuntil(b"whole")).startswith(b"HTTP/1.1 200 OK\r\n")


async def test_the_next_request_on_the_same_connection() -> None:
    async with connected() as (reader, writer), asyncio.timeout(5):
        for _ in range(3):
            writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert (await reader.readuntil(b"whole")).startswith(b"HTTP/1.1 200 OK\r\n")
