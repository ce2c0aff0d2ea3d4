"""What `websockets` says of uvicorn's own classes, and that connections are counted."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import AsyncIterator
from itertools import pairwise

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from parley.kit.http_limits import HttpLimits
from parley.kit.tasks import Tasks
from parley.web.ops import requests
from parley.web.serve import bind
from parley.web.serve_websockets import server_with_websockets
from parley.web.server.websockets import TEXTS, Texts, UpgradableConnection
from tests.waiting import until

pytestmark = pytest.mark.io


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)


async def give_back(scope: Scope, receive: Receive, send: Send) -> None:
    """An echo for which no coroutine runs."""
    await receive()
    await send({"type": "websocket.accept"})
    texts: Texts = scope["extensions"][TEXTS]["texts"]
    texts.receive_texts(lambda text: None if texts.send_text(text) else pytest.fail("the client takes everything"))
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def hello(_request: Request) -> Response:
    return PlainTextResponse("hello")


@pytest.fixture
async def port() -> AsyncIterator[int]:
    listener = bind("127.0.0.1", 0)
    app = Starlette(
        routes=[
            WebSocketRoute("/echo", echo),
            Mount("/texts", give_back),
            Route("/hello", hello, methods=["GET", "POST"]),
        ]
    )
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


async def test_texts_come_in_order_however_they_are_cut(port: int) -> None:
    """Whole, in parts of a message, several at once, or byte by byte: an app that is given texts gets each once."""
    chance = random.Random(3)
    texts = [chance.choice(["", "x", "ä" * 70, "y" * 500, "z" * 60_000]) + str(number) for number in range(60)]
    client = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/texts/"))
    client.send_request(client.connect())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"".join(client.data_to_send()))
    client.receive_data(await reader.readuntil(b"\r\n\r\n"))
    stream = b""
    for text in texts:
        content = text.encode()
        if chance.random() < 0.2:
            client.send_text(content[:1], fin=False)
            client.send_continuation(content[1:], fin=True)
        else:
            client.send_text(content)
        if chance.random() < 0.1:
            client.send_ping(b"")
        stream += b"".join(client.data_to_send())
        if chance.random() < 0.7:
            for part in cut(stream, chance):
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0)
            stream = b""
    writer.write(stream)
    received: list[str] = []
    while len(received) < len(texts):
        client.receive_data(await asyncio.wait_for(reader.read(1 << 16), 10))
        found = [event for event in client.events_received() if isinstance(event, Frame)]
        received += [bytes(frame.data).decode() for frame in found if frame.opcode is Opcode.TEXT]
    assert received == texts
    writer.close()


async def test_texts_that_come_with_the_handshake_are_given_too(port: int) -> None:
    """No client should, before it has its answer; but the next text must not wait for ever."""
    client = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/texts/"))
    client.send_request(client.connect())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    masked = Frame(Opcode.TEXT, b"one").serialize(mask=True)
    writer.write(b"".join(client.data_to_send()) + masked)
    assert b"one" in await asyncio.wait_for(reader.readuntil(b"one"), 10)
    writer.write(Frame(Opcode.TEXT, b"two").serialize(mask=True))
    assert b"two" in await asyncio.wait_for(reader.readuntil(b"two"), 10)
    writer.close()


def cut(stream: bytes, chance: random.Random) -> list[bytes]:
    if chance.random() < 0.5:
        return [stream]
    places = sorted({0, len(stream), *(chance.randrange(len(stream)) for _ in range(3))})
    return [stream[begin:end] for begin, end in pairwise(places)]
