"""What the rest of Parley knows of speech recognition.

Audio is signed 16-bit PCM, mono, at `RATE` samples a second, which is what most calls carry, or at `WIDE_RATE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from parley.kit.errors import ParleyError
from parley.providers.speech import protocol as speech

RATE = speech.RATE
WIDE_RATE = 2 * RATE
SAMPLE_BYTES = speech.SAMPLE_BYTES
RecognitionChoice = Literal["auto", "moonshine", "none"]


class RecognitionUnavailable(ParleyError):
    """An engine or its weights are not installed, or a service is not configured."""


class RecognitionFailed(Exception):
    """An engine did not transcribe. Says nothing of what was said: it is somebody's conversation."""


class RecognitionRefused(RecognitionFailed):
    """A service works, but not with these settings: it does not have the model or the language. Says nothing about
    other calls."""


@dataclass(frozen=True, slots=True)
class RecognitionSettings:
    language: str = speech.DEFAULT_LANGUAGE
    """A tag such as en-US."""
    phrases: tuple[str, ...] = ()
    """Words that are likely: names, products. An engine that cannot prefer words ignores them."""
    provider: str = ""
    """The name of the recogniser to prefer, if it is there."""
    model: str = ""
    """The model to use there. Means something to that provider only."""
    rate: int = RATE
    """Of the audio that is fed: `RATE` or `WIDE_RATE`."""

    @property
    def byte_rate(self) -> int:
        return self.rate * SAMPLE_BYTES

    def model_for(self, recognizer: str, otherwise: str) -> str:
        return self.model or otherwise if self.provider == recognizer else otherwise


@dataclass(frozen=True, slots=True)
class Transcript:
    text: str = ""
    """Empty: no words were heard."""
    alternatives: tuple[str, ...] = ()
    """Other hearings, best first, without `text`."""


class RecognitionStream(Protocol):
    """The audio of one call. Not for several tasks at once."""

    def feed(self, pcm: bytes) -> None:
        """Takes audio with speech in it, and the pauses between. Never blocks and never raises."""

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        """What was said since `reset`, all of it, as well as it is known now. May be asked for again and again while
        more is fed. `in_speech`: the caller speaks on, and what can be had without cutting a word will do. Raises
        `RecognitionFailed`."""

    def reset(self, settings: RecognitionSettings) -> None:
        """What was fed is over; what follows is heard with these settings. A `transcribe` that runs may be abandoned
        before."""

    async def aclose(self) -> None: ...


class Recognizer(Protocol):
    @property
    def name(self) -> str: ...

    def supports(self, language: str) -> bool: ...

    def open_stream(self, settings: RecognitionSettings) -> RecognitionStream:
        """For one call, from its beginning to its end. Connects, if it has to, when audio is fed."""

    async def aclose(self) -> None:
        """No stream is open any more."""
