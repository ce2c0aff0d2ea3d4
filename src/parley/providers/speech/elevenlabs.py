"""ElevenLabs: a sentence at a time, its audio at the rate of a call and with the times of its letters while it is made.

https://elevenlabs.io/docs/api-reference/text-to-speech/stream-with-timestamps
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from parley.providers.speech.http_stream import HttpStreams
from parley.providers.speech.json_lines import json_lines
from parley.providers.speech.protocol import (
    RATE,
    SAMPLE_BYTES,
    Piece,
    SpeechFailed,
    SpeechRefused,
    SpokenWord,
    VoiceSettings,
)
from parley.providers.speech.word_times import LetterTimes

NAME = "elevenlabs"
OUTPUT_FORMAT = "pcm_8000"
ENGLISH_MODELS = ("eleven_flash_v2", "eleven_turbo_v2", "eleven_monolingual_v1")
TOLD_LANGUAGE = ("_v2_5", "_v3")
"""Endings of models that can be told a language; others answer with an error, and find it in the text."""
LEAST_SPEED, MOST_SPEED = 0.7, 1.2
_VOICE_ID = re.compile(r"[\w-]+")
"""Part of an address: what comes from a project must not lead elsewhere."""


@dataclass(frozen=True, slots=True)
class ElevenLabsEndpoint:
    api_key: str = field(repr=False)
    base_url: str = "https://api.elevenlabs.io"
    model: str = "eleven_flash_v2_5"
    voice: str = "JBFqnCBsd6RMkjVDRZzb"


class ElevenLabs:
    name = NAME

    def __init__(self, endpoint: ElevenLabsEndpoint) -> None:
        self._endpoint = endpoint
        self._streams = HttpStreams(NAME, {"xi-api-key": endpoint.api_key})
        self.version = f"{endpoint.model} {endpoint.voice}"

    def supports(self, language: str) -> bool:
        return self._endpoint.model not in ENGLISH_MODELS or _two_letters(language) == "en"

    async def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        chosen = voice.of(NAME)
        if chosen.name and not _VOICE_ID.fullmatch(chosen.name):
            raise SpeechRefused(f"{NAME}: not the id of a voice")
        url = (
            f"{self._endpoint.base_url.rstrip('/')}/v1/text-to-speech/{quote(chosen.name or self._endpoint.voice, '')}"
        )
        url += f"/stream/with-timestamps?output_format={OUTPUT_FORMAT}"
        body = request_body(sentence, language, chosen, self._endpoint.model)
        reader = ChunkReader()
        async with aclosing(self._streams.post(url, body)) as received:
            async for line in json_lines(received):
                for piece in reader.read(line):
                    yield piece
        for word in reader.close():
            yield word

    async def aclose(self) -> None:
        await self._streams.aclose()


def request_body(sentence: str, language: str, voice: VoiceSettings, model: str) -> dict[str, Any]:
    model = voice.text("model_id") or model
    settings: dict[str, Any] = {
        name: found
        for name in ("stability", "similarity_boost", "style")
        if (found := voice.number(name, 0.0, 1.0)) is not None
    }
    boost = dict(voice.options).get("use_speaker_boost")
    if isinstance(boost, bool):
        settings["use_speaker_boost"] = boost
    if voice.speed != 1.0:
        settings["speed"] = min(max(voice.speed, LEAST_SPEED), MOST_SPEED)
    return {
        "text": sentence,
        "model_id": model,
        **({"language_code": _two_letters(language)} if model.endswith(TOLD_LANGUAGE) else {}),
        **({"voice_settings": settings} if settings else {}),
    }


class ChunkReader:
    """What comes for one sentence: chunks of audio with the letters that begin in each."""

    def __init__(self) -> None:
        self._times = LetterTimes()
        self._received = 0

    def read(self, line: bytes) -> Iterator[Piece]:
        try:
            chunk = json.loads(line)
            audio = base64.b64decode(chunk.get("audio_base64") or "")
            alignment = chunk.get("alignment")
            words = [*self._words(alignment)] if isinstance(alignment, Mapping) else []
        except (AttributeError, KeyError, TypeError, ValueError):
            raise SpeechFailed(f"{NAME}: unusable answer") from None
        yield from words
        self._received += len(audio)
        if audio:
            yield audio

    def close(self) -> Iterator[SpokenWord]:
        return self._times.close()

    def _words(self, alignment: Mapping[str, Any]) -> Iterator[SpokenWord]:
        return self._times.add(
            [str(letter) for letter in alignment["characters"]],
            [float(start) for start in alignment["character_start_times_seconds"]],
            [float(end) for end in alignment["character_end_times_seconds"]],
            self._received / (RATE * SAMPLE_BYTES),
        )


def _two_letters(language: str) -> str:
    return language.partition("-")[0].lower()
