"""A stand-in for an OpenAI-compatible transcription endpoint over a real socket: it hears the words that
`spoken_audio` made, or does what the test wants."""

from __future__ import annotations

import asyncio
import io
import json
import wave
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message

from tests.spoken_audio import text_in


@dataclass(frozen=True, slots=True)
class Upload:
    """A request."""

    path: str
    authorization: str
    fields: dict[str, str]
    rate: int
    pcm: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    body: bytes = b"{}"
    status: int = 200
    headers: str = ""
    hangs: bool = False
    """Says nothing until the client gives up."""


SILENT = Reply(hangs=True)


@dataclass(slots=True)
class FakeTranscription:
    url: str = ""
    replies: deque[Reply] = field(default_factory=deque)
    """In order; then it answers with the words that it hears."""
    uploads: list[Upload] = field(default_factory=list)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    uploaded: asyncio.Event = field(default_factory=asyncio.Event)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    """A client has stopped waiting."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                upload = await _read(reader)
                self.uploads.append(upload)
                self.uploaded.set()
                await self.may_answer.wait()
                reply = self.replies.popleft() if self.replies else None
                if reply is not None and reply.hangs:
                    await reader.read(1)
                    break
                await _write(reply or Reply(json.dumps({"text": f" {text_in(upload.pcm)}\n"}).encode()), writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.hung_up.set()
            writer.close()


async def _read(reader: asyncio.StreamReader) -> Upload:
    line, _, rest = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
    headers = message_from_bytes(rest)
    body = await reader.readexactly(int(headers["content-length"]))
    kind = f"content-type: {headers['content-type']}\r\n\r\n".encode()
    parts = message_from_bytes(kind + body).get_payload()
    assert isinstance(parts, list), "multipart"
    contents = {_name(part): part.get_payload(decode=True) for part in parts if isinstance(part, Message)}
    file = contents.pop("file")
    assert isinstance(file, bytes)
    with wave.open(io.BytesIO(file)) as audio:
        assert (audio.getnchannels(), audio.getsampwidth()) == (1, 2)
        pcm, rate = audio.readframes(audio.getnframes()), audio.getframerate()
    fields = {name: content.decode() for name, content in contents.items() if isinstance(content, bytes)}
    return Upload(line.split()[1].decode(), headers.get("authorization", ""), fields, rate, pcm)


def _name(part: Message) -> str:
    return str(part.get_param("name", header="content-disposition"))


async def _write(reply: Reply, writer: asyncio.StreamWriter) -> None:
    head = f"HTTP/1.1 {reply.status} X\r\ncontent-length: {len(reply.body)}\r\n{reply.headers}\r\n"
    writer.write(head.encode() + reply.body)
    await writer.drain()


@asynccontextmanager
async def fake_transcription() -> AsyncIterator[FakeTranscription]:
    server = FakeTranscription()
    server.may_answer.set()
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        listener.close()
