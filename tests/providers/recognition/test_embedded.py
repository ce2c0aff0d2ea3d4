"""Streams hold a call's audio, a bounded piece of it, and decode only what was not decoded before."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

import pytest

from parley.providers.recognition.embedded import MAX_SECONDS, EmbeddedRecognizer
from parley.providers.recognition.protocol import (
    RATE,
    WIDE_RATE,
    RecognitionFailed,
    RecognitionSettings,
    Transcript,
)
from parley.providers.recognition.workers import RecognitionWorkers

MAX_BYTES = MAX_SECONDS * RecognitionSettings().byte_rate


class FakeWorkers(RecognitionWorkers):
    """Says how much it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[bytes] = []
        self.languages: list[str] = []
        self.rates: list[int] = []
        self.text = ""
        """What it says instead."""
        self.starts = 0
        self.gate = asyncio.Event()
        self.gate.set()

    def start(self) -> None:
        self.starts += 1

    async def decode(self, stream: Hashable, pcm: bytes, language: str = "en", rate: int = RATE) -> str:
        self.given.append(pcm)
        self.rates.append(rate)
        self.languages.append(language)
        await self.gate.wait()
        if pcm.startswith(b"bad!"):
            raise RecognitionFailed("no")
        return self.text or str(len(pcm))


@pytest.fixture
def workers() -> FakeWorkers:
    return FakeWorkers()


@pytest.fixture
def recognizer(workers: FakeWorkers) -> EmbeddedRecognizer:
    return EmbeddedRecognizer(workers)


@pytest.mark.parametrize(("language", "is_known"), [("en", True), ("en-US", True), ("EN_gb", True), ("de", False)])
def test_it_understands_english(recognizer: EmbeddedRecognizer, language: str, is_known: bool) -> None:
    assert recognizer.supports(language) is is_known
    assert recognizer.name == "moonshine"


async def test_all_that_was_fed_is_transcribed_once(recognizer: EmbeddedRecognizer, workers: FakeWorkers) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    assert workers.starts == 1
    assert await stream.transcribe() == Transcript()
    stream.feed(b"ab")
    stream.feed(b"")
    stream.feed(b"cd")
    assert await stream.transcribe() == Transcript("4")
    assert await stream.transcribe() == Transcript("4")
    stream.feed(b"")
    assert await stream.transcribe() == Transcript("4")
    stream.feed(b"ef")
    assert await stream.transcribe() == Transcript("6")
    assert workers.given == [b"abcd", b"abcdef"]


async def test_each_turn_is_heard_in_its_language(workers: FakeWorkers) -> None:
    recognizer = EmbeddedRecognizer(workers, "whisper", {"es", "ca"})
    assert recognizer.supports("es-419")
    assert recognizer.supports("ca_ES")
    assert not recognizer.supports("en-US")
    stream = recognizer.open_stream(RecognitionSettings("es-MX"))
    for language in ("ca-ES", "ES_es"):
        stream.feed(b"ab")
        await stream.transcribe()
        stream.reset(RecognitionSettings(language))
    stream.feed(b"ab")
    await stream.transcribe()
    assert workers.languages == ["es", "ca", "es"]


async def test_a_reset_forgets(recognizer: EmbeddedRecognizer, workers: FakeWorkers) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    stream.feed(b"abcd")
    stream.reset(RecognitionSettings())
    assert await stream.transcribe() == Transcript()
    assert workers.given == []


async def test_what_is_decoded_while_more_comes_is_no_answer_for_all(
    recognizer: EmbeddedRecognizer, workers: FakeWorkers
) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    for is_over, then in ((False, "6"), (True, "2")):
        stream.reset(RecognitionSettings())
        stream.feed(b"abcd")
        workers.gate.clear()
        transcribing = asyncio.create_task(stream.transcribe())
        await asyncio.sleep(0)
        if is_over:
            stream.reset(RecognitionSettings())
        stream.feed(b"ef")
        workers.gate.set()
        assert await transcribing == Transcript("4")
        assert await stream.transcribe() == Transcript(then)


async def test_a_failure_is_not_remembered(recognizer: EmbeddedRecognizer, workers: FakeWorkers) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    stream.feed(b"bad!")
    for _ in range(2):
        with pytest.raises(RecognitionFailed):
            await stream.transcribe()
    assert len(workers.given) == 2


@pytest.mark.parametrize("piece", [320, 321, 2 * MAX_BYTES + 1])
async def test_the_newest_half_minute_is_kept(recognizer: EmbeddedRecognizer, workers: FakeWorkers, piece: int) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    fed = (bytes(range(251)) * (piece // 251 + 1))[:piece]
    pieces = 3 * MAX_BYTES // piece + 1
    for _ in range(pieces):
        stream.feed(fed)
    await stream.transcribe()
    (given,) = workers.given
    assert MAX_BYTES - 2 < len(given) <= MAX_BYTES
    assert (fed * pieces).endswith(given)
    assert (piece * pieces - len(given)) % 2 == 0, "cut in the middle of a sample"


async def test_of_a_wide_line_as_many_seconds_are_kept(recognizer: EmbeddedRecognizer, workers: FakeWorkers) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    stream.reset(RecognitionSettings(rate=WIDE_RATE))
    stream.feed(bytes(3 * MAX_BYTES))
    await stream.transcribe()
    assert (len(workers.given[0]), workers.rates) == (2 * MAX_BYTES, [WIDE_RATE])


async def test_likely_phrases_are_preferred_and_what_was_heard_is_an_alternative(
    recognizer: EmbeddedRecognizer, workers: FakeWorkers
) -> None:
    workers.text = "a table for kawalski"
    stream = recognizer.open_stream(RecognitionSettings(phrases=("Kowalski",)))
    stream.feed(b"abcd")
    assert await stream.transcribe() == Transcript("a table for Kowalski", ("a table for kawalski",))
