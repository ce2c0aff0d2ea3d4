"""A stand-in for services that speak over HTTP, on a real socket: ElevenLabs, Cartesia, and what is compatible with
OpenAI. Each letter lasts a twentieth of a second, and its loudness says which it is."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import Any

import numpy as np

SECONDS_PER_LETTER = 0.05
LETTERS_PER_CHUNK = 5


def spoken(text: str, rate: int = 8_000) -> bytes:
    length = round(SECONDS_PER_LETTER * rate)
    return b"".join(np.full(length, ord(letter) * 8, "<i2").tobytes() for letter in text)


def letters_in(pcm: bytes) -> str:
    """Heard in the middle of each letter, where nothing is left of the one before."""
    length = round(SECONDS_PER_LETTER * 8_000)
    samples = np.frombuffer(pcm, "<i2")
    return "".join(chr(round(int(samples[at]) / 8)) for at in range(length // 2, len(samples), length))


@dataclass(frozen=True, slots=True)
class Asked:
    """A request."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass(slots=True)
class FakeSpeech:
    url: str = ""
    statuses: list[int] = field(default_factory=list)
    """Of the next answers; then 200."""
    is_hanging: bool = False
    """Says nothing until the client gives up."""
    breaks_after: int | None = None
    """Letters, after which the connection dies."""
    counts_from_chunks: bool = False
    """Times of letters begin anew with each chunk."""
    knows_words: bool = True
    wav_rate: int | None = None
    """Sends a WAV file of this rate, whatever it is asked for."""
    error_event: dict[str, Any] | None = None
    """In the middle of a stream of events."""
    may_go_on: asyncio.Event = field(default_factory=asyncio.Event)
    """After the first chunk."""
    requests: list[Asked] = field(default_factory=list)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    """A client has closed its connection."""

    @property
    def last(self) -> Asked:
        return self.requests[-1]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                asked = await _read(reader)
                self.requests.append(asked)
                if self.is_hanging:
                    await reader.read(1)
                    return
                if not await self._answer(asked, writer):
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.hung_up.set()
            writer.close()

    async def _answer(self, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        status = self.statuses.pop(0) if self.statuses else 200
        if status != 200:
            writer.write(b"HTTP/1.1 %d X\r\ncontent-length: 6\r\n\r\nsecret" % status)
            return True
        writer.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        for number, chunk in enumerate(self._chunks(asked)):
            if number == 1:
                await self.may_go_on.wait()
            if chunk is None:
                return False
            writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        return True

    def _chunks(self, asked: Asked) -> Iterator[bytes | None]:
        """None: here it breaks off."""
        text = str(asked.body.get("text") or asked.body.get("transcript") or asked.body.get("input"))
        rate = self.wav_rate or (24_000 if "speech" in asked.path.split("/") else 8_000)
        if self.wav_rate:
            yield _wav_header(self.wav_rate)
        for start in range(0, len(text), LETTERS_PER_CHUNK):
            if self.breaks_after is not None and start >= self.breaks_after:
                yield None
                return
            letters = text[start : start + LETTERS_PER_CHUNK]
            yield self._chunk(asked.path, text, start, spoken(letters, rate))
            if self.error_event is not None:
                yield _event(self.error_event)
                return
        if asked.path.endswith("/tts/sse"):
            yield _event({"type": "done", "done": True, "status_code": 206})

    def _chunk(self, path: str, text: str, start: int, audio: bytes) -> bytes:
        if "/text-to-speech/" in path:
            return json.dumps(self._eleven_chunk(text, start, audio)).encode() + b"\n"
        if path.endswith("/tts/sse"):
            encoded = base64.b64encode(audio).decode()
            times = _event(_word_times(text)) if start == 0 and self.knows_words else b""
            return _event({"type": "chunk", "data": encoded, "done": False, "status_code": 206}) + times
        return audio

    def _eleven_chunk(self, text: str, start: int, audio: bytes) -> dict[str, Any]:
        letters = text[start : start + LETTERS_PER_CHUNK]
        first = 0 if self.counts_from_chunks else start
        alignment = {
            "characters": list(letters),
            "character_start_times_seconds": [(first + at) * SECONDS_PER_LETTER for at in range(len(letters))],
            "character_end_times_seconds": [(first + at + 1) * SECONDS_PER_LETTER for at in range(len(letters))],
        }
        return {
            "audio_base64": base64.b64encode(audio).decode(),
            "alignment": alignment if self.knows_words else None,
            "normalized_alignment": alignment,
        }


def _word_times(text: str) -> dict[str, Any]:
    words = [(word, text.index(word)) for word in text.split()]
    return {
        "type": "timestamps",
        "word_timestamps": {
            "words": [word for word, _ in words],
            "start": [at * SECONDS_PER_LETTER for _, at in words],
            "end": [(at + len(word)) * SECONDS_PER_LETTER for word, at in words],
        },
    }


def _event(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _wav_header(rate: int) -> bytes:
    """Of a stream, whose length is not known."""
    form = b"\x01\0\x01\0" + rate.to_bytes(4, "little") + (rate * 2).to_bytes(4, "little") + b"\x02\0\x10\0"
    unknown = b"\xff\xff\xff\xff"
    return b"RIFF" + unknown + b"WAVEfmt " + b"\x10\0\0\0" + form + b"LIST\x03\0\0\0abc\0data" + unknown


async def _read(reader: asyncio.StreamReader) -> Asked:
    line, _, rest = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
    headers = {name.lower(): value for name, value in message_from_bytes(rest).items()}
    body = json.loads(await reader.readexactly(int(headers["content-length"])))
    return Asked(line.split()[1].decode().partition("?")[0], headers | {"target": line.split()[1].decode()}, body)


@asynccontextmanager
async def fake_speech() -> AsyncIterator[FakeSpeech]:
    server = FakeSpeech()
    server.may_go_on.set()
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listener.close()
