"""A recogniser and a detector for tests: audio is loud or silent, and the words are known before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence

from parley.providers.recognition.protocol import RecognitionFailed, RecognitionSettings, Transcript
from parley.providers.turn_end.protocol import TurnEndFailed
from parley.providers.voice_activity.protocol import WINDOW_BYTES, WINDOW_SECONDS
from parley.voice.audio_ticker import Heard, HeardWide
from parley.voice.media_leg import MediaLeg

LOUD, SILENT = b"\x00\x40" * (WINDOW_BYTES // 2), bytes(WINDOW_BYTES)


class FakeTicker:
    """Gives a call the windows that a test says."""

    def __init__(self) -> None:
        self._heard: Heard | None = None
        self._heard_wide: HeardWide | None = None

    def attach(self, _leg: MediaLeg, heard: Heard, heard_wide: HeardWide | None = None) -> Callable[[], None]:
        self._heard, self._heard_wide = heard, heard_wide
        return self._detach

    def _detach(self) -> None:
        self._heard = None

    async def aclose(self) -> None:
        self._heard = None

    async def hear(self, seconds: float, *, speech: bool, wide: bool = False) -> None:
        for _ in range(round(seconds / WINDOW_SECONDS)):
            await asyncio.sleep(WINDOW_SECONDS)
            if self._heard is not None:
                if wide and self._heard_wide is not None:
                    self._heard_wide(2 * (LOUD if speech else SILENT))
                self._heard(LOUD if speech else SILENT, 0.9 if speech else 0.05)


class FakeRecognizer:
    """Says the next of its texts for every transcript that is wanted. None: it fails."""

    name = "fake"

    def __init__(
        self, texts: Sequence[str | None] = (), seconds: float = 0.1, languages: Sequence[str] | None = None
    ) -> None:
        self.languages = languages
        """None: all of them."""
        self.texts = list(texts)
        self.seconds = seconds
        self.settings: list[RecognitionSettings] = []
        self.looks: list[bool] = []
        """Whether the caller spoke on when it was asked."""
        self.fed: list[bytes] = []
        """Since the last reset."""
        self.is_closed = False

    def supports(self, language: str) -> bool:
        return self.languages is None or language[:2] in self.languages

    def open_stream(self, settings: RecognitionSettings) -> FakeRecognizer:
        self.settings.append(settings)
        return self

    def feed(self, pcm: bytes) -> None:
        self.fed.append(pcm)

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        self.looks.append(in_speech)
        await asyncio.sleep(self.seconds)
        text = self.texts.pop(0)
        if text is None:
            raise RecognitionFailed("no words")
        return Transcript(text)

    def reset(self, settings: RecognitionSettings) -> None:
        self.settings.append(settings)
        self.fed.clear()

    async def aclose(self) -> None:
        self.is_closed = True


class FakeTurnEnd:
    """Says the next of its probabilities for every pause. None: it fails."""

    name = "fake"

    def __init__(self, probabilities: Sequence[float | None] = (), seconds: float = 0.1) -> None:
        self.probabilities = list(probabilities)
        self.seconds = seconds
        self.heard: list[tuple[int, int]] = []
        """How much audio at which rate."""
        self.is_started = self.is_closed = False

    def start(self) -> None:
        self.is_started = True

    async def judge(self, call: Hashable, pcm: bytes, rate: int) -> float:
        self.heard.append((len(pcm), rate))
        await asyncio.sleep(self.seconds)
        probability = self.probabilities.pop(0)
        if probability is None:
            raise TurnEndFailed("no idea")
        return probability

    async def aclose(self) -> None:
        self.is_closed = True
