"""A receiver of HTTP requests that does as it is told: answers, keeps silent, or hangs up."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

OK = b"HTTP/1.1 204 No Content\r\n\r\n"
HANG_UP = b""


def status(code: int, **headers: str) -> bytes:
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {code} X\r\nContent-Length: 0\r\n{lines}\r\n".encode()


@dataclass(frozen=True, slots=True)
class Received:
    line: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


Answer = Callable[[Received], bytes | None]
"""The bytes of the answer; none at all (`HANG_UP`) closes the connection; None keeps silent."""


@dataclass(slots=True)
class Receiver:
    port: int
    scheme: str
    answer: Answer = lambda _received: OK
    requests: list[Received] = field(default_factory=list)
    connections: int = 0

    def url(self, path: str = "/hook") -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                received = await _read(reader)
                self.requests.append(received)
                answer = self.answer(received)
                if answer == HANG_UP:
                    break
                if answer is not None:
                    writer.write(answer)
                    await writer.drain()
        writer.close()


async def _read(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").removesuffix("\r\n\r\n")
    line, *rest = head.split("\r\n")
    pairs = [entry.split(": ", 1) for entry in rest]
    headers = {name.lower(): value for name, value in pairs}
    assert len(headers) == len(pairs), "no header comes twice"
    return Received(line, headers, await reader.readexactly(int(headers.get("content-length", 0))))


@asynccontextmanager
async def receiving(
    answer: Answer | None = None, tls: ssl.SSLContext | None = None, port: int = 0
) -> AsyncIterator[Receiver]:
    receiver = Receiver(0, "https" if tls else "http")
    if answer is not None:
        receiver.answer = answer
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", port, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
