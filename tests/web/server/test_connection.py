"""What goes over the wire, read from a raw socket."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.types import Receive, Scope, Send

from parley.web.serve import bind, quiet_server
from tests.served import served

pytestmark = pytest.mark.io

LENGTH = [(b"content-length", b"5")]


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
    async with served(server, listener):
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1])
        try:
            yield reader, writer
        finally:
            writer.close()


async def asked(request: bytes, until: bytes) -> bytes:
    async with connected() as (reader, writer), asyncio.timeout(30):
        writer.write(request)
        return await reader.readuntil(until)


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
    async with connected() as (reader, writer), asyncio.timeout(30):
        writer.write(request)
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(b"ok")
        assert (await reader.readuntil(b"whole")).startswith(b"HTTP/1.1 200 OK\r\n")


async def test_the_next_request_on_the_same_connection() -> None:
    async with connected() as (reader, writer), asyncio.timeout(30):
        for _ in range(3):
            writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert (await reader.readuntil(b"whole")).startswith(b"HTTP/1.1 200 OK\r\n")


async def test_an_answer_is_one_packet() -> None:
    async with connected() as (reader, writer), asyncio.timeout(30):
        for _ in range(3):
            writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
            await reader.readuntil(b"whole")
        assert packets_received(writer.get_extra_info("socket")) == 3


def packets_received(connection: socket.socket) -> int:
    """With data in them (`tcpi_data_segs_in` of Linux)."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 232)
    (count,) = struct.unpack_from("<I", info, 152)
    return int(count)
