"""A service that hears letters: each sample is one. It says how it was made, and behaves as what it hears wants."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

from pipecat.frames import frames  # type: ignore[import-not-found]  # known by this name where it runs


@dataclass
class TinSTTSettings:
    language: str | None = None
    model: str | None = None


class TinSTTService:
    Settings = TinSTTSettings

    def __init__(self, *, api_key: str, settings: TinSTTSettings | None = None) -> None:
        if api_key != "k":
            raise ValueError("a wrong key")
        self._settings = settings or TinSTTSettings()
        self._audio = b""

    async def process(self, frame: Any, params: Any) -> AsyncGenerator[Any, None]:
        if isinstance(frame, frames.VADUserStartedSpeakingFrame):
            self._audio = b""
        elif isinstance(frame, frames.InputAudioRawFrame):
            assert (frame.sample_rate, frame.num_channels) == (params.audio_in_sample_rate, 1)
            self._audio += frame.audio
        else:
            async for heard in self._hear(self._audio.decode("utf-16-le").rstrip("\0"), params):
                yield heard

    async def _hear(self, text: str, params: Any) -> AsyncGenerator[Any, None]:
        if text == "break":
            yield frames.ErrorFrame("cannot hear this")
        elif text == "exit":
            os._exit(1)
        elif text == "settings":
            rate = params.audio_in_sample_rate
            yield frames.TranscriptionFrame(f"{self._settings.language} {self._settings.model} {rate}", True)
        elif "|" in text:
            for part in text.split("|"):
                yield frames.TranscriptionFrame(f" {part} ")
        elif text:
            yield frames.TranscriptionFrame(text, finalized=True)
