"""The real model for other languages, in a real worker, on what a phone call would carry."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.recognition import languages
from parley.providers.recognition.embedded import EmbeddedRecognizer
from parley.providers.recognition.protocol import RATE, RecognitionSettings
from parley.providers.recognition.workers import WHISPER_MODULE, RecognitionWorkers
from tests import spanish_speech
from tests.providers.recognition.test_moonshine import NOISE, RINGING, count_errors, peak_kilobytes

# Seconds on a machine of its own; the worker stands back where others have work.
pytestmark = [pytest.mark.io, pytest.mark.xdist_group("moonshine"), pytest.mark.timeout(300)]

LARGEST_WORD_ERROR_RATE = 0.25
"""Fewer than a tenth of these words were wrong when this was written. Engines round differently on other processors."""
SPOKEN = spanish_speech.load()[:8]


@pytest.fixture(scope="module")
async def recognizer() -> AsyncIterator[EmbeddedRecognizer]:
    workers = RecognitionWorkers(module=WHISPER_MODULE, hung_seconds=60)
    made = EmbeddedRecognizer(workers, "whisper", languages.WHISPER)
    try:
        yield made
        (worker,) = workers.running.values()
        assert peak_kilobytes(worker.pid) < 800_000
    finally:
        await made.aclose()


def words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()


async def hear(recognizer: EmbeddedRecognizer, samples: NDArray[np.int16], language: str = "es-ES") -> str:
    stream = recognizer.open_stream(RecognitionSettings(language))
    stream.feed(samples.tobytes())
    try:
        return (await stream.transcribe()).text
    finally:
        await stream.aclose()


async def test_spanish_is_understood(recognizer: EmbeddedRecognizer) -> None:
    heard = [(text, await hear(recognizer, samples)) for text, samples in SPOKEN]
    errors = sum(count_errors(words(said), words(text)) for said, text in heard)
    assert errors / sum(len(words(said)) for said, _ in heard) <= LARGEST_WORD_ERROR_RATE, heard


@pytest.mark.parametrize("samples", [np.zeros(0, np.int16), np.ones(7, np.int16), NOISE // 300, NOISE, RINGING])
async def test_where_nobody_speaks_there_are_no_words(
    recognizer: EmbeddedRecognizer, samples: NDArray[np.int16]
) -> None:
    assert await hear(recognizer, samples) == ""


async def test_half_a_minute_is_not_too_much(recognizer: EmbeddedRecognizer) -> None:
    whole = np.concatenate([samples for _, samples in spanish_speech.load()])[: 30 * RATE]
    assert len(words(await hear(recognizer, whole))) > 30
