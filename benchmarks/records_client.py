"""A client that asks for records and reads what comes as fast, or as slowly, as it is told to."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

READ = 1 << 18
HEAD = 1 << 10
LAST_CHUNK = b"\r\n0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Answer:
    seconds: float
    size: int
    body: bytes
    """Only of an answer whose length was told before it: one that is streamed is read and dropped."""


class Client:
    """One connection, which is opened with the first question."""

    def __init__(self, port: int, path: str, key: str) -> None:
        self._port = port
        self._path = path
        self._key = key
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._socket: socket.socket | None = None
        self._buffer = memoryview(bytearray(1 << 20))

    async def get(self, query: Mapping[str, object], *, pause: float = 0.0) -> Answer:
        """With a pause, that long is waited after every quarter of a megabyte."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=READ)
        reader, writer = self._streams
        begun = time.perf_counter()
        writer.write(self.request(query))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert head.startswith(b"http/1.1 200"), head + await reader.read(READ)
        told = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if told:
            body = await reader.readexactly(int(told))
            return Answer(time.perf_counter() - begun, len(body), body)
        size = await _drain(reader, pause)
        return Answer(time.perf_counter() - begun, size, b"")

    async def ask(self, request: bytes) -> None:
        """A small answer, with next to no work on our side; nothing else happens in this process meanwhile."""
        connection = self._opened()
        connection.sendall(request)
        received = connection.recv_into(self._buffer)
        head, _, _ = bytes(self._buffer[:HEAD]).partition(b"\r\n\r\n")
        told = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        assert head.startswith(b"HTTP/1.1 200"), head
        missing = len(head) + 4 + int(told) - received
        while missing > 0:
            missing -= connection.recv_into(self._buffer)

    async def drop(self, query: Mapping[str, object]) -> Answer:
        """Reads an answer of any size in another thread, with next to no work: what a client costs is not measured, but
        it shares the machine."""
        return await asyncio.to_thread(self._drop, query)

    def _drop(self, query: Mapping[str, object]) -> Answer:
        connection, buffer, size, tail = self._opened(), self._buffer, 0, b""
        begun = time.perf_counter()
        connection.sendall(self.request(query))
        while not tail.endswith(LAST_CHUNK):
            count = connection.recv_into(buffer)
            assert count, "the answer broke off"
            size += count
            tail = (tail + buffer[max(0, count - len(LAST_CHUNK)) : count].tobytes())[-len(LAST_CHUNK) :]
        return Answer(time.perf_counter() - begun, size, b"")

    def _opened(self) -> socket.socket:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port))
        return self._socket

    def request(self, query: Mapping[str, object]) -> bytes:
        lines = (f"GET {self._path}?{urlencode(query)} HTTP/1.1", "host: 127.0.0.1", f"x-api-key: {self._key}")
        return "\r\n".join((*lines, "", "")).encode()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
        if self._socket is not None:
            self._socket.close()


async def _drain(reader: asyncio.StreamReader, pause: float) -> int:
    size, tail = 0, b""
    while not tail.endswith(LAST_CHUNK):
        part = await reader.read(READ)
        assert part, "the answer broke off"
        size += len(part)
        tail = (tail + part)[-len(LAST_CHUNK) :]
        if pause:
            await asyncio.sleep(pause)
    return size
