"""Cartesia: a sentence at a time, its audio at the rate of a call and the times of its words while it is made.

https://docs.cartesia.ai/api-reference/tts/sse
"""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from parley.providers.speech.http_stream import REFUSALS, HttpStreams
from parley.providers.speech.json_lines import json_lines
from parley.providers.speech.protocol import (
    RATE,
    Piece,
    SpeechFailed,
    SpeechRefused,
    SpokenWord,
    VoiceSettings,
)
from parley.providers.speech.word_times import position

NAME = "cartesia"
API_VERSION = "2025-04-16"
OUTPUT_FORMAT = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": RATE}
OLDER_MODELS = ("sonic-2", "sonic-turbo", "sonic-english", "sonic-multilingual")
"""How these begin, and `sonic` alone: they have controls of another form, and no volume."""
LEAST_SPEED, MOST_SPEED = 0.6, 1.5


@dataclass(frozen=True, slots=True)
class CartesiaEndpoint:
    api_key: str = field(repr=False)
    base_url: str = "https://api.cartesia.ai"
    model: str = "sonic-3"
    voice: str = "6ccbfb76-1fc6-48f7-b71d-91ac6298247b"


class Cartesia:
    name = NAME

    def __init__(self, endpoint: CartesiaEndpoint) -> None:
        self._endpoint = endpoint
        headers = {"Authorization": f"Bearer {endpoint.api_key}", "Cartesia-Version": API_VERSION}
        self._streams = HttpStreams(NAME, headers)
        self.version = f"{endpoint.model} {endpoint.voice}"

    def supports(self, language: str) -> bool:
        return self._endpoint.model != "sonic-english" or _two_letters(language) == "en"

    async def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        url = f"{self._endpoint.base_url.rstrip('/')}/tts/sse"
        body = request_body(sentence, language, voice.of(NAME), self._endpoint)
        is_done = False
        async with aclosing(self._streams.post(url, body)) as received:
            async for line in json_lines(received):
                event = _read(line)
                is_done = is_done or event.get("type") == "done"
                for piece in read_event(event):
                    yield piece
        if not is_done:
            raise SpeechFailed(f"{NAME}: broke off")

    async def aclose(self) -> None:
        await self._streams.aclose()


def request_body(sentence: str, language: str, voice: VoiceSettings, endpoint: CartesiaEndpoint) -> dict[str, Any]:
    model = voice.text("model_id") or endpoint.model
    spoken_by: dict[str, Any] = {"mode": "id", "id": voice.name or endpoint.voice}
    controls: dict[str, Any] = {}
    if model == "sonic" or model.startswith(OLDER_MODELS):
        if older := _older_controls(voice):
            spoken_by["__experimental_controls"] = older
    elif newer := _controls(voice):
        controls["generation_config"] = newer
    return {
        "model_id": model,
        "transcript": sentence,
        "voice": spoken_by,
        "language": _two_letters(language),
        "output_format": OUTPUT_FORMAT,
        "add_timestamps": True,
        **controls,
    }


def _controls(voice: VoiceSettings) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if voice.speed != 1.0:
        found["speed"] = min(max(voice.speed, LEAST_SPEED), MOST_SPEED)
    if (volume := voice.number("volume", 0.5, 2.0)) is not None:
        found["volume"] = volume
    if emotion := voice.text("emotion"):
        found["emotion"] = emotion
    return found


def _older_controls(voice: VoiceSettings) -> dict[str, Any]:
    """Their speed lies between -1 and 1; emotions are a list."""
    found: dict[str, Any] = {}
    if voice.speed != 1.0:
        found["speed"] = min(max(voice.speed - 1.0, -1.0), 1.0)
    emotions = dict(voice.options).get("emotions")
    if isinstance(emotions, tuple) and emotions:
        found["emotion"] = list(emotions)
    return found


def read_event(event: dict[str, Any]) -> Iterator[Piece]:
    """Raises `SpeechFailed`."""
    try:
        match event.get("type"):
            case "chunk":
                yield base64.b64decode(event["data"])
            case "timestamps":
                times = event["word_timestamps"]
                yield from [
                    SpokenWord(str(word), position(float(end)))
                    for word, end in zip(times["words"], times["end"], strict=False)
                ]
            case "error":
                raise _failure(event)
    except (KeyError, TypeError, ValueError):
        raise SpeechFailed(f"{NAME}: unusable answer") from None


def _failure(event: dict[str, Any]) -> SpeechFailed:
    """Without its text, which may quote the sentence."""
    status = event.get("status_code")
    kind = SpeechRefused if status in REFUSALS else SpeechFailed
    return kind(f"{NAME}: error {status if isinstance(status, int) else ''}".rstrip())


def _read(line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise SpeechFailed(f"{NAME}: unusable answer")
    return event


def _two_letters(language: str) -> str:
    return language.partition("-")[0].lower()
