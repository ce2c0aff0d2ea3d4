"""What `websockets` says of uvicorn's own classes, and that connections are counted."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from parley.kit.http_limits import HttpLimits
from parley.kit.tasks import Tasks
from parley.web.ops import requests
from parley.web.serve import bind
from parley.web.websockets import UpgradableConnection, server_with_websockets
from tests.waiting import until

pytestmark = pytest.mark.io


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)


async def hello(_request: Request) -> Response:
    return PlainTextResponse("hello")


@pytest.fixture
async def port() -> AsyncIterator[int]:
    listener = bind("127.0.0.1", 0)
    app = Starlette(routes=[WebSocketRoute("/echo", echo), Route("/hello", hello, methods=["GET", "POST"])])
    server = server_with_websockets(app, 1, HttpLimits(connections_per_address=3, trusted_proxies=()))
    tasks = Tasks()
    serving = tasks.start(server.serve(sockets=[listener]), "server")

    async def has_started() -> bool:
        return server.started

    await until(has_started)
    yield listener.getsockname()[1]
    server.should_exit = True
    await serving


async def test_requests_and_messages_share_a_port(port: int) -> None:
    async with httpx.AsyncClient(trust_env=False) as http, connect(f"ws://127.0.0.1:{port}/echo", proxy=None) as ws:
        assert (await http.post(f"http://127.0.0.1:{port}/hello", content=b"x" * 1000)).text == "hello"
        await ws.send("one")
        assert await ws.recv() == "one"
        assert (await http.get(f"http://127.0.0.1:{port}/hello")).text == "hello"
        # Another protocol that is offered is passed over.
        plain = await http.get(f"http://127.0.0.1:{port}/hello", headers={"connection": "upgrade", "upgrade": "tls"})
        assert plain.text == "hello"


async def test_an_address_has_so_many_connections_whatever_they_speak(port: int) -> None:
    before, url = requests.connections, f"ws://127.0.0.1:{port}/echo"
    open_ones = [await connect(url, proxy=None) for _ in range(3)]
    assert requests.connections == before + 3
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert b"503" in await asyncio.wait_for(reader.readline(), 10)
    writer.close()
    for one in open_ones:
        await one.close()

    async def are_gone() -> bool:
        return requests.connections == before

    await until(are_gone)
    async with connect(url, proxy=None) as ws:
        await ws.send("again")
        assert await ws.recv() == "again"


async def test_messages_have_an_end(port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}/echo", proxy=None) as ws:
        await ws.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(ws.recv(), 10)


async def test_what_comes_right_behind_the_handshake_is_not_lost(port: int) -> None:
    head = (
        "GET /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    frame = bytes([0x81, 0x82, 0, 0, 0, 0]) + b"hi"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode() + frame)
    assert b"101" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    assert await asyncio.wait_for(reader.readexactly(4), 10) == b"\x81\x02hi"
    writer.close()


async def test_an_open_socket_holds_nothing_of_its_request(port: int) -> None:
    gc.collect()
    gc.disable()  # which would find it, minutes later
    try:
        async with connect(f"ws://127.0.0.1:{port}/echo?token=long", proxy=None) as ws:
            await ws.send("one")
            assert await ws.recv() == "one"
            assert not [each for each in gc.get_objects() if type(each) is UpgradableConnection]
    finally:
        gc.enable()
