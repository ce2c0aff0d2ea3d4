"""A stand-in for Deepgram's streaming interface over a real socket, which does what the test wants, well or badly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from parley.providers.recognition.protocol import RATE, SAMPLE_BYTES
from tests.spoken_audio import words_in


@dataclass(slots=True)
class Connection:
    """What came over one connection."""

    query: dict[str, list[str]]
    audio: bytearray = field(default_factory=bytearray)
    messages: list[str] = field(default_factory=list)
    """The types of text frames."""
    final_bytes: int = 0


@dataclass(slots=True)
class FakeDeepgram:
    url: str = ""
    key: str = "dg-secret"
    status: int = 0
    """Refuses connections with it."""
    has_interims: bool = True
    has_finals: bool = True
    is_hanging: bool = False
    """Takes everything and says nothing."""
    drops_after: list[int] = field(default_factory=list)
    """Bytes of audio after which a connection dies: of the first, the second, …"""
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    """Answers wait for it."""
    connections: list[Connection] = field(default_factory=list)
    received: asyncio.Condition = field(default_factory=asyncio.Condition)
    sockets: list[ServerConnection] = field(default_factory=list)

    @property
    def last(self) -> Connection:
        return self.connections[-1]

    async def wait_until_received(self, message: str, times: int = 1) -> None:
        """A text frame of that type, on the last connection."""
        async with self.received, asyncio.timeout(10):
            await self.received.wait_for(lambda: bool(self.connections) and self.last.messages.count(message) >= times)

    async def wait_until_heard(self, pcm_bytes: int) -> None:
        async with self.received, asyncio.timeout(10):
            await self.received.wait_for(lambda: bool(self.connections) and len(self.last.audio) >= pcm_bytes)

    async def hang_up(self) -> None:
        """As if it was killed: every connection is gone at once."""
        for socket in self.sockets:
            socket.transport.abort()
            await socket.wait_closed()

    def check(self, connection: ServerConnection, request: Request) -> Response | None:
        if self.status:
            return connection.respond(HTTPStatus(self.status), "no\n")
        if request.headers.get("Authorization") != f"Token {self.key}":
            return connection.respond(HTTPStatus.UNAUTHORIZED, "wrong key\n")
        return None

    async def serve(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        connection = Connection(parse_qs(urlsplit(socket.request.path).query))
        self.connections.append(connection)
        self.sockets.append(socket)
        drops_after = self.drops_after.pop(0) if self.drops_after else None
        async for frame in socket:
            async with self.received:
                if isinstance(frame, bytes):
                    connection.audio += frame
                else:
                    connection.messages.append(json.loads(frame)["type"])
                self.received.notify_all()
            if drops_after is not None and len(connection.audio) >= drops_after:
                socket.transport.abort()
                return
            if not self.is_hanging:
                await self._answer(socket, connection, frame)

    async def _answer(self, socket: ServerConnection, connection: Connection, frame: bytes | str) -> None:
        is_finalize = isinstance(frame, str) and json.loads(frame)["type"] == "Finalize"
        is_new = len(connection.audio) > connection.final_bytes
        # As of now, however late it is said.
        result = json.dumps(_result(connection, is_final=is_finalize))
        await self.may_answer.wait()
        if isinstance(frame, bytes) and self.has_interims:
            await socket.send(result)
        elif is_finalize and self.has_finals and is_new:
            connection.final_bytes = len(connection.audio)
            await socket.send(result)
        elif isinstance(frame, str) and json.loads(frame)["type"] == "CloseStream":
            await socket.send(json.dumps({"type": "Metadata", "duration": _seconds(len(connection.audio))}))
            await socket.close()


def _result(connection: Connection, *, is_final: bool) -> dict[str, Any]:
    start = _seconds(connection.final_bytes)
    words = [
        {"word": word, "start": start + begin, "end": start + end, "confidence": 0.9, "punctuated_word": word}
        for word, begin, end in words_in(bytes(connection.audio[connection.final_bytes :]))
    ]
    best = {"transcript": " ".join(str(word["word"]) for word in words), "confidence": 0.9, "words": words}
    return {
        "type": "Results",
        "channel_index": [0, 1],
        "start": start,
        "duration": _seconds(len(connection.audio)) - start,
        "is_final": is_final,
        "speech_final": is_final,
        "from_finalize": is_final,
        "channel": {"alternatives": [best]},
    }


def _seconds(pcm_bytes: int) -> float:
    return pcm_bytes / (RATE * SAMPLE_BYTES)


@asynccontextmanager
async def fake_deepgram() -> AsyncIterator[FakeDeepgram]:
    server = FakeDeepgram()
    server.may_answer.set()
    async with serve(server.serve, "127.0.0.1", 0, process_request=server.check, close_timeout=0.5) as listener:
        (socket,) = listener.sockets
        server.url = f"ws://127.0.0.1:{socket.getsockname()[1]}/v1/listen"
        yield server
