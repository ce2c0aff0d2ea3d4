"""Any endpoint with an OpenAI-compatible /audio/speech: OpenAI itself, and servers of one's own. No times of words."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from parley.providers.speech.http_stream import HttpStreams
from parley.providers.speech.pcm_stream import PcmStream
from parley.providers.speech.protocol import Piece, VoiceSettings

NAME = "openai"
RAW_RATE = 24_000
"""Of `pcm`, unless the answer says another one."""
_RATE = re.compile(r"rate=(\d{4,6})\b")


@dataclass(frozen=True, slots=True)
class SpeechEndpoint:
    base_url: str
    """Up to and including /v1; a full …/audio/speech address is understood too."""
    model: str
    voice: str
    api_key: str | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        base = self.base_url.rstrip("/")
        return base if base.endswith("/audio/speech") else f"{base}/audio/speech"


class OpenAISpeech:
    name = NAME

    def __init__(self, endpoint: SpeechEndpoint) -> None:
        self._endpoint = endpoint
        headers = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
        self._streams = HttpStreams("speech endpoint", headers)
        self.version = f"{endpoint.base_url} {endpoint.model} {endpoint.voice}"

    def supports(self, language: str) -> bool:
        """The interface has no way to say a language: models find it in the text, or fail."""
        return True

    async def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        stream = PcmStream(RAW_RATE)

        def note_rate(content_type: str) -> None:
            if said := _RATE.search(content_type):
                stream.rate = int(said[1])

        body = request_body(sentence, voice.of(NAME), self._endpoint)
        async with aclosing(self._streams.post(self._endpoint.url, body, note_rate)) as received:
            async for chunk in received:
                if pcm := stream.feed(chunk):
                    yield pcm
        if pcm := stream.close():
            yield pcm

    async def aclose(self) -> None:
        await self._streams.aclose()


def request_body(sentence: str, voice: VoiceSettings, endpoint: SpeechEndpoint) -> dict[str, Any]:
    style = voice.text("instructions")
    return {
        "model": voice.text("model_id") or voice.text("model") or endpoint.model,
        "input": sentence,
        "voice": voice.name or endpoint.voice,
        "response_format": "pcm",
        **({"speed": voice.speed} if voice.speed != 1.0 else {}),
        **({"instructions": style} if style else {}),
    }
