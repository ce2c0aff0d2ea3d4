"""A web service that agents call: it answers with what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Shop:
    port: int = 0
    requests: list[dict[str, Any]] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in rest)}
                content = (await reader.readexactly(int(headers.get("content-length", 0)))).decode()
                method, path, _version = line.split(" ")
                self.requests.append({"method": method, "path": path, "headers": headers, "content": content})
                self._answer(writer, method, path, headers)
                await writer.drain()
        writer.close()

    def _answer(self, writer: asyncio.StreamWriter, method: str, path: str, headers: dict[str, str]) -> None:
        seen = {"path": path, "auth": headers.get("authorization"), "key": headers.get("x-bank-key")}
        status, body = (200, json.dumps(seen)) if method == "GET" else (409, "sold out")
        writer.write(f"HTTP/1.1 {status} X\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode())


@asynccontextmanager
async def shop_open() -> AsyncIterator[Shop]:
    shop = Shop()
    listener = await asyncio.start_server(shop.serve, "127.0.0.1", 0)
    shop.port = listener.sockets[0].getsockname()[1]
    try:
        yield shop
    finally:
        listener.close()
