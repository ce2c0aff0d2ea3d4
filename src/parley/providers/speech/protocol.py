"""What the rest of Parley knows of speech.

Sound is signed 16-bit PCM, mono, at `RATE` samples a second: what a phone line carries.
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
Choice = Literal["auto", "flite", "espeak", "silent"]

SLOWEST, FASTEST = 0.5, 2.0


class SpeechUnavailable(ParleyError):
    """An engine is not installed, or its library does not work here."""


class SpeechFailed(Exception):
    """An engine did not speak a sentence. Says nothing of the sentence: it is somebody's conversation."""


class Speaker(Protocol):
    def speak(self, text: str, language: str, voice: Mapping[str, Any] | None = None) -> AsyncGenerator[bytes, None]:
        """Sound for `text`, piece by piece; each piece is computed when it is asked for, off the event loop. `language`
        is a tag such as en-US. `voice` is a voice as projects name it: a speaker takes from it what it can. Raises
        `SpeechFailed`."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How to speak, as far as our own engines can."""

    provider: str = ""
    voice: str = ""
    """A name that means something to that provider only."""
    speed: float = 1.0


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def speaks(self, language: str) -> bool: ...

    def say(self, sentence: str, language: str, manner: Manner) -> bytes:
        """Blocks while it computes. May be called from any thread. Raises `SpeechFailed`."""


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * RATE) * SAMPLE_BYTES)


def seconds_of(pcm_bytes: int) -> float:
    return pcm_bytes / (RATE * SAMPLE_BYTES)


def manner_of(voice: Mapping[str, Any] | None) -> Manner:
    """Voices of services that we do not have are told apart from our own by their provider, and only their speed is
    taken."""
    voice = voice or {}
    config = voice.get("config")
    speed = config.get("speed") if isinstance(config, Mapping) else None
    return Manner(
        provider=str(voice.get("provider") or "").lower(),
        voice=str(voice.get("provider_voice_id") or ""),
        speed=_speed(speed),
    )


def _speed(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return 1.0
    return min(max(float(value), SLOWEST), FASTEST)
