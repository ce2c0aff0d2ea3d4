"""WebSocket clients as thin as can be, many in a process: they share the machine with what is measured."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import struct
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, cast

import uvloop

FIRST_ADDRESS = "127.0.0."
ADDRESSES = 8
"""Of this machine, to connect to: each has 28,000 ports on the other side."""
SEQUENCE = re.compile(rb'"sequence":(\d+)')
CONNECTING_AT_ONCE = 200


class Client(asyncio.Protocol):
    """One connection. `on_text` gets the frames that come; those that go are masked with zeros, which is nothing."""

    def __init__(self, path: str, on_text: Callable[[Client, bytes], None]) -> None:
        self._path = path
        self._on_text = on_text
        self._buffer = b""
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.cursor = 0
        self.count = 0
        self.message = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        transport = self.transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_exception(exc or ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.is_open.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head[:20]:
                self.is_open.set_exception(ConnectionError(head[:200].decode()))
                return
            self._buffer = rest
            self.is_open.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer, place = self._buffer, 0
        while len(buffer) - place >= 2:
            length, begin = buffer[place + 1] & 127, place + 2
            if length == 126:
                length, begin = (
                    struct.unpack_from(">H", buffer, begin)[0] if len(buffer) >= begin + 2 else 1 << 40,
                    begin + 2,
                )
            elif length == 127:
                length, begin = (
                    struct.unpack_from(">Q", buffer, begin)[0] if len(buffer) >= begin + 8 else 1 << 40,
                    begin + 8,
                )
            if len(buffer) < begin + length:
                break
            kind, content = buffer[place] & 15, buffer[begin : begin + length]
            place = begin + length
            if kind == 1:
                self._on_text(self, content)
            elif kind == 9:
                self._write(0x8A, content)
        self._buffer = buffer[place:]

    def send(self, text: bytes) -> None:
        self._write(0x81, text)

    def _write(self, first: int, content: bytes) -> None:
        assert self.transport is not None
        size = len(content)
        head = bytes((first, 128 | size)) if size < 126 else struct.pack(">BBH", first, 128 | 126, size)
        self.transport.write(head + bytes(4) + content)


def event(kind: str, **payload: Any) -> bytes:
    return json.dumps({"type": f"EVENT_TYPE_{kind}", "payload": payload}).encode()


def ignore(_client: Client, _text: bytes) -> None:
    pass


class Crowd:
    """The clients of one process."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self.clients: list[Client] = []

    async def connect(
        self, sessions: Sequence[str], on_text: Callable[[Client, bytes], None], cursors: Sequence[int] = ()
    ) -> None:
        room = asyncio.Semaphore(CONNECTING_AT_ONCE)

        async def one(number: int, session: str) -> Client:
            async with room:
                return await self._one(number, session, cursors[number] if cursors else 0, on_text)

        self.clients = list(await asyncio.gather(*(one(*each) for each in enumerate(sessions))))

    async def _one(self, number: int, session: str, cursor: int, on_text: Callable[[Client, bytes], None]) -> Client:
        path = f"/ws?session_id={session}&access_token={self._token}&cursor={cursor}"
        address = f"{FIRST_ADDRESS}{1 + number % ADDRESSES}"
        _, client = await asyncio.get_running_loop().create_connection(
            lambda: Client(path, on_text), address, self._port
        )
        await client.is_open
        return client

    def drop(self) -> None:
        for client in self.clients:
            assert client.transport is not None
            client.transport.abort()


async def rate(crowd: Crowd, sessions: Sequence[str], each: int, is_echo: bool) -> dict[str, float]:
    """Every client sends a message when the last one has come back, so many times."""
    done, begun_all, left, started = asyncio.Event(), asyncio.Event(), len(sessions), 0
    message = event("USER_MESSAGE", text="Do you have a table for four people tomorrow at eight?")

    def on_text(client: Client, text: bytes) -> None:
        nonlocal left, started
        if not is_echo and b"EVENT_TYPE_USER_MESSAGE" not in text:
            started += b"EVENT_TYPE_SESSION_START" in text
            if started == len(sessions):
                begun_all.set()
            return
        client.count += 1
        if client.count < each:
            client.send(message)
        elif client.count == each:
            left -= 1
            if not left:
                done.set()

    await crowd.connect(sessions, on_text)
    if not is_echo:
        await begun_all.wait()
    begun = time.monotonic()
    for client in crowd.clients:
        client.send(message)
    await done.wait()
    took = time.monotonic() - begun
    crowd.drop()
    return {"rate": each * len(sessions) / took}


async def first_chunks(crowd: Crowd, sessions: Sequence[str], each: int) -> dict[str, list[float]]:
    """From the model's first piece, which is the time at which it came, to the first chunk; one client at a time."""
    took: list[float] = []
    news = asyncio.Event()
    is_awaited = False

    def on_text(client: Client, text: bytes) -> None:
        nonlocal is_awaited
        now = time.monotonic_ns()
        if b"MESSAGE_CHUNK" in text or b"POLY_AGENT_MESSAGE" in text:
            found = re.search(rb'"text":"(\d{9,})', text)
            if found and is_awaited:
                took.append((now - int(found[1])) / 1e6)
                is_awaited = False
            if b'"is_complete":true' in text or b'POLY_AGENT_MESSAGE"' in text:
                news.set()

    await crowd.connect(sessions, on_text)
    for client in crowd.clients:
        client.send(event("REQUEST_POLY_AGENT_JOIN"))
        await news.wait()
        for _ in range(each):
            news.clear()
            is_awaited = True
            client.send(event("USER_MESSAGE", text="When do you open?"))
            await news.wait()
        news.clear()
    crowd.drop()
    return {"took": took}


async def idle(crowd: Crowd, sessions: Sequence[str]) -> dict[str, int]:
    """Connects, says so, and stays until standard input ends."""
    told = 0
    all_told = asyncio.Event()

    def on_text(_client: Client, text: bytes) -> None:
        nonlocal told
        told += b"EVENT_TYPE_SESSION_START" in text
        if told == len(sessions):
            all_told.set()

    await crowd.connect(sessions, on_text)
    await all_told.wait()
    print(json.dumps({"connected": told}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    return {"connected": told}


async def reconnect(crowd: Crowd, sessions: Sequence[str]) -> dict[str, float]:
    """All lose their connection at once and come back with their cursor, begun within one second."""
    told = 0
    errors = 0
    all_told = asyncio.Event()

    def on_text(_client: Client, text: bytes) -> None:
        nonlocal told
        told += b"EVENT_TYPE_SESSION_START" in text
        if told == len(sessions):
            all_told.set()

    await crowd.connect(sessions, on_text)
    await all_told.wait()
    crowd.drop()
    told = 0
    all_told.clear()
    begun = time.monotonic()

    async def one(number: int, session: str) -> None:
        nonlocal errors
        await asyncio.sleep(number / len(sessions))
        try:
            await crowd._one(number, session, 1, on_text)
        except OSError:
            errors += 1

    await asyncio.gather(*(one(*each) for each in enumerate(sessions)))
    async with asyncio.timeout(60):
        await all_told.wait()
    return {"errors": errors, "took": time.monotonic() - begun}


async def main() -> None:
    wanted = json.loads(sys.stdin.readline())
    crowd = Crowd(wanted["port"], wanted["token"])
    sessions = wanted["sessions"]
    found: Any
    match wanted["what"]:
        case "rate":
            found = await rate(crowd, sessions, wanted["each"], wanted["is_echo"])
        case "chunks":
            found = await first_chunks(crowd, sessions, wanted["each"])
        case "idle":
            found = await idle(crowd, sessions)
        case _:
            found = await reconnect(crowd, sessions)
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
