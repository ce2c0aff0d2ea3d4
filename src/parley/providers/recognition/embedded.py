"""Recognition on this machine: streams that hold a call's audio, and workers that decode it."""

from __future__ import annotations

from collections.abc import Collection

from parley.providers.recognition import languages
from parley.providers.recognition.languages import primary_language
from parley.providers.recognition.likely_words import prefer_phrases
from parley.providers.recognition.protocol import (
    SAMPLE_BYTES,
    RecognitionSettings,
    RecognitionStream,
    Transcript,
)
from parley.providers.recognition.workers import RecognitionWorkers

MAX_SECONDS = 30
"""What the model was trained on. Of more the newest is heard."""


class EmbeddedStream:
    """Decodes all of the audio each time: the model does not go on where it stopped."""

    def __init__(self, workers: RecognitionWorkers, settings: RecognitionSettings) -> None:
        self._workers = workers
        self._settings = settings
        self._audio = bytearray()
        self._transcript: Transcript | None = Transcript()
        """Of the audio that is here; None: not decoded since it was fed."""
        self._changes = 0

    def feed(self, pcm: bytes) -> None:
        if pcm:
            self._audio += pcm
            # By whole samples, or the rest would be noise.
            most = MAX_SECONDS * self._settings.byte_rate
            del self._audio[: max(0, len(self._audio) - most + 1) // SAMPLE_BYTES * SAMPLE_BYTES]
            self._transcript = None
            self._changes += 1

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        if self._transcript is not None:
            return self._transcript
        changes = self._changes
        language, rate = primary_language(self._settings.language), self._settings.rate
        heard = await self._workers.decode(self, bytes(self._audio), language, rate)
        likely = prefer_phrases(heard, self._settings.phrases)
        transcript = Transcript(likely, (heard,) if heard != likely else ())
        # While it was decoded more may have been fed, or what was fed may be over.
        if changes == self._changes:
            self._transcript = transcript
        return transcript

    def reset(self, settings: RecognitionSettings) -> None:
        self._audio.clear()
        self._transcript = Transcript()
        self._changes += 1
        self._settings = settings

    async def aclose(self) -> None:
        self._audio.clear()


class EmbeddedRecognizer:
    def __init__(
        self, workers: RecognitionWorkers, name: str = "moonshine", languages: Collection[str] = languages.MOONSHINE
    ) -> None:
        self.name = name
        self._workers = workers
        self._languages = languages

    def supports(self, language: str) -> bool:
        return primary_language(language) in self._languages

    def open_stream(self, settings: RecognitionSettings) -> RecognitionStream:
        # With the first call in such a language, not with the process: who never takes one keeps the memory.
        self._workers.start()
        return EmbeddedStream(self._workers, settings)

    async def aclose(self) -> None:
        await self._workers.aclose()
