"""A service that says how it was made: a letter lasts a twentieth of a second, at twice the rate of a call."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipecat.frames import frames  # type: ignore[import-not-found]  # known by this name where it runs


@dataclass
class TinSettings:
    voice: str | None = None
    language: str | None = None
    model: str | None = None


class TinTTSService:
    Settings = TinSettings

    def __init__(self, *, api_key: str, settings: TinSettings | None = None) -> None:
        if api_key != "k":
            raise ValueError("a wrong key, and what was to be said")
        self._settings = settings or TinSettings()

    async def process(self, frame: Any, _params: Any) -> AsyncGenerator[Any, None]:
        text = frame.text
        if "break" in text:
            yield frames.ErrorFrame("cannot say this")
            return
        if "exit" in text:
            os._exit(1)
        if "hang" in text:
            await asyncio.sleep(3600)
        if "settings" in text:
            text = f"{self._settings.voice} {self._settings.language} {self._settings.model}"
        for letter in text:
            yield frames.TTSAudioRawFrame(np.full(800, ord(letter) * 8, "<i2").tobytes(), 16_000)
        yield frames.TTSStoppedFrame()
