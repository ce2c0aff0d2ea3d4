"""What the rest of Parley knows of speech.

Audio is signed 16-bit PCM, mono, at `RATE` samples a second: what a phone call carries.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, Protocol

from parley.kit.errors import ParleyError

RATE = 8_000
SAMPLE_BYTES = 2
DEFAULT_LANGUAGE = "en-US"
SpeechChoice = Literal["auto", "hibari", "flite", "espeak", "silent"]

MIN_SPEED, MAX_SPEED = 0.5, 2.0
SPEEDS = {"slowest": 0.6, "slow": 0.8, "normal": 1.0, "fast": 1.2, "fastest": 1.5}
MOST_OPTIONS, LONGEST_OPTION = 16, 200


class SpeechUnavailable(ParleyError):
    """An engine is not installed, or its library does not work here."""


class SpeechFailed(Exception):
    """An engine did not speak a sentence. Says nothing of the sentence: it is somebody's conversation."""


class SpeechRefused(SpeechFailed):
    """A service works, but not with these settings: it does not have the voice, the model or the language. Says nothing
    about other sentences."""


@dataclass(frozen=True, slots=True)
class SpokenWord:
    text: str
    end: int
    """In bytes, from the beginning of the audio that it is in."""


Piece = bytes | SpokenWord
"""Of speech: audio, and between it the words that it consists of, from services that know."""


class Synthesizer(Protocol):
    def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        """Audio for `text`, piece by piece; each piece is computed when it is asked for, off the event loop. A word may
        come before or after its audio, and words come in order. `language` is a tag such as en-US. `voice` is a voice
        as projects name it: a synthesizer takes from it what it can. Raises `SpeechFailed`."""


Option = str | bool | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How to speak."""

    provider: str = ""
    name: str = ""
    """Means something to that provider only."""
    speed: float = 1.0
    options: tuple[tuple[str, Option], ...] = ()
    """The rest of what a project says of a voice, for that provider only: a model, stability, emotions."""

    def of(self, provider: str) -> VoiceSettings:
        """As far as they mean something to this provider: of other providers' voices the speed is taken."""
        return self if self.provider == provider else VoiceSettings(speed=self.speed)

    def number(self, option: str, least: float, most: float) -> float | None:
        found = dict(self.options).get(option)
        if isinstance(found, bool) or not isinstance(found, int | float):
            return None
        return min(max(float(found), least), most)

    def text(self, option: str) -> str:
        found = dict(self.options).get(option)
        return found if isinstance(found, str) else ""


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Another one may sound different."""

    def supports(self, language: str) -> bool: ...

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        """Blocks while it computes. May be called from any thread. Raises `SpeechFailed`."""


class SpeechService(Protocol):
    """An engine that speaks while it computes, somewhere else."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Another one may sound different."""

    def supports(self, language: str) -> bool: ...

    def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        """Raises `SpeechFailed`, also in the middle; waits for no piece longer than a caller would."""

    async def aclose(self) -> None: ...


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * RATE) * SAMPLE_BYTES)


def audio_seconds(pcm_bytes: int) -> float:
    return pcm_bytes / (RATE * SAMPLE_BYTES)


def read_voice(voice: Mapping[str, Any] | None) -> VoiceSettings:
    """Of what a project says: whatever it is, nothing raises, and it has its bounds."""
    voice = voice or {}
    config = voice.get("config")
    config = config if isinstance(config, Mapping) else {}
    return VoiceSettings(
        provider=str(voice.get("provider") or "").lower()[:LONGEST_OPTION],
        name=str(voice.get("provider_voice_id") or "")[:LONGEST_OPTION],
        speed=_read_speed(config.get("speed")),
        options=tuple(islice(_read_options(config), MOST_OPTIONS)),
    )


def _read_speed(value: object) -> float:
    value = SPEEDS.get(value) if isinstance(value, str) else value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return 1.0
    return min(max(float(value), MIN_SPEED), MAX_SPEED)


def _read_options(config: Mapping[str, Any]) -> Iterator[tuple[str, Option]]:
    for name, value in sorted(config.items(), key=lambda item: str(item[0])):
        if name == "speed":
            continue
        if isinstance(value, str):
            yield str(name), value[:LONGEST_OPTION]
        elif isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
            yield str(name), value
        elif isinstance(value, list | tuple):
            yield str(name), tuple(str(each)[:LONGEST_OPTION] for each in value[:MOST_OPTIONS])
