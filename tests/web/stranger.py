"""A client that keeps to no rules: bytes as they are, on a raw socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Self

import orjson
from starlette.types import ASGIApp

from parley.kit.http_limits import LIMITS, HttpLimits
from parley.web.serve import bind, quiet_server
from tests.served import served

GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Heard:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return orjson.loads(self.body)


class Stranger:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def come(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def say(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def hear(self) -> Heard:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in lines)}
        body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return Heard(int(line.split()[1]), headers, body)

    async def is_left(self) -> bool:
        """Whether the other side has said its last word."""
        try:
            return await self.reader.read(1) == b""
        except ConnectionError:
            return True

    def go(self) -> None:
        self.writer.close()


@asynccontextmanager
async def door(app: ASGIApp, limits: HttpLimits = LIMITS) -> AsyncIterator[int]:
    """The port of a server with these limits."""
    listener, server = bind("127.0.0.1", 0), quiet_server(app, 1, limits)
    async with served(server, listener):
        yield listener.getsockname()[1]


async def asked(port: int, data: bytes) -> Heard:
    """The answer to these bytes, after which the server has to leave."""
    async with asyncio.timeout(10):
        stranger = await Stranger.come(port)
        try:
            hearing = asyncio.create_task(stranger.hear())
            with suppress(ConnectionError):
                await stranger.say(data)
            heard = await hearing
            assert heard.headers["connection"] == "close"
            assert await stranger.is_left()
            return heard
        finally:
            stranger.go()
