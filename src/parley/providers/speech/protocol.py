"""What the rest of Parley knows of speech.

Audio is signed 16-bit PCM, mono, at `RATE` samples a second: what a phone call carries.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from parley.kit.errors import ParleyError

RATE = 8_000
SAMPLE_BYTES = 2
DEFAULT_LANGUAGE = "en-US"
SpeechChoice = Literal["auto", "hibari", "flite", "espeak", "silent"]

MIN_SPEED, MAX_SPEED = 0.5, 2.0


class SpeechUnavailable(ParleyError):
    """An engine is not installed, or its library does not work here."""


class SpeechFailed(Exception):
    """An engine did not speak a sentence. Says nothing of the sentence: it is somebody's conversation."""


class Synthesizer(Protocol):
    def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        """Audio for `text`, piece by piece; each piece is computed when it is asked for, off the event loop. `language`
        is a tag such as en-US. `voice` is a voice as projects name it: a synthesizer takes from it what it can. Raises
        `SpeechFailed`."""


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How to speak, as far as our own engines can."""

    provider: str = ""
    name: str = ""
    """Means something to that provider only."""
    speed: float = 1.0


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def supports(self, language: str) -> bool: ...

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        """Blocks while it computes. May be called from any thread. Raises `SpeechFailed`."""


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * RATE) * SAMPLE_BYTES)


def audio_seconds(pcm_bytes: int) -> float:
    return pcm_bytes / (RATE * SAMPLE_BYTES)


def read_voice(voice: Mapping[str, Any] | None) -> VoiceSettings:
    """Voices of services that we do not have are told apart from our own by their provider, and only their speed is
    taken."""
    voice = voice or {}
    config = voice.get("config")
    speed = config.get("speed") if isinstance(config, Mapping) else None
    return VoiceSettings(
        provider=str(voice.get("provider") or "").lower(),
        name=str(voice.get("provider_voice_id") or ""),
        speed=_read_speed(speed),
    )


def _read_speed(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return 1.0
    return min(max(float(value), MIN_SPEED), MAX_SPEED)
