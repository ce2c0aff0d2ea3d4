"""The real models, in a real worker, on what a phone call would carry."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.recognition.embedded import EmbeddedRecognizer
from parley.providers.recognition.moonshine import MoonshineDecoder
from parley.providers.recognition.protocol import RATE, RecognitionSettings, Transcript
from parley.providers.recognition.worker import NICENESS
from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.speech.flite import Flite
from parley.providers.speech.protocol import VoiceSettings
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("moonshine")]

SENTENCES = (
    "I would like to book a table for two tomorrow evening.",
    "Could you please tell me what time you open on Saturday?",
    "I want to speak to a human agent about my bill.",
    "Yes, that is correct, thank you very much.",
    "What is the price of the larger room?",
    "Please cancel my appointment on Monday morning.",
    "I have lost my credit card and need a new one.",
    "How long does it take to get to the airport?",
)
LARGEST_WORD_ERROR_RATE = 0.25
"""None of these words were wrong when this was written. Engines round differently on other processors."""


def speak(text: str) -> NDArray[np.int16]:
    return through_mu_law(np.frombuffer(Flite().synthesize(text, "en-US", VoiceSettings()), np.int16))


def through_mu_law(samples: NDArray[np.int16]) -> NDArray[np.int16]:
    """As G.711 carries it: 8 bits, on a logarithmic scale."""
    given = samples.astype(float) / 32_768
    coded = np.rint(127 * np.sign(given) * np.log1p(255 * np.abs(given)) / np.log(256)) / 127
    return np.rint(np.sign(coded) * (256 ** np.abs(coded) - 1) / 255 * 32_767).astype(np.int16)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+|\d", text.lower())


def count_errors(said: list[str], heard: list[str]) -> int:
    """Words that were left out, put in or mistaken."""
    row = list(range(len(heard) + 1))
    for number, word in enumerate(said, 1):
        above, row[0] = row[0], number
        for place, other in enumerate(heard, 1):
            above, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, above + (word != other))
    return row[-1]


def word_error_rate(pairs: list[tuple[str, str]]) -> float:
    errors = sum(count_errors(words(said), words(heard)) for said, heard in pairs)
    return errors / sum(len(words(said)) for said, _ in pairs)


@pytest.fixture(scope="module")
async def workers() -> AsyncIterator[RecognitionWorkers]:
    made = RecognitionWorkers(hung_seconds=60)  # as long as it takes where everything else runs too
    made.start()
    try:
        yield made
    finally:
        await made.aclose()


@pytest.fixture(scope="module")
def recognizer(workers: RecognitionWorkers) -> EmbeddedRecognizer:
    return EmbeddedRecognizer(workers)


async def hear(recognizer: EmbeddedRecognizer, samples: NDArray[np.int16]) -> str:
    stream = recognizer.open_stream(RecognitionSettings())
    for start in range(0, len(samples), 160):
        stream.feed(samples[start : start + 160].tobytes())
    try:
        return (await stream.transcribe()).text
    finally:
        await stream.aclose()


async def test_sentences_are_understood(recognizer: EmbeddedRecognizer) -> None:
    pairs = [(text, await hear(recognizer, speak(text))) for text in SENTENCES]
    assert word_error_rate(pairs) <= LARGEST_WORD_ERROR_RATE, pairs


async def test_quiet_speech_after_a_long_silence_is_understood(recognizer: EmbeddedRecognizer) -> None:
    """Without trimming the model hears nothing in half of these."""
    spoken = SENTENCES[:4]
    background = np.random.default_rng(7).normal(0, 3, 2 * RATE).astype(np.int16)
    quiet = [np.concatenate([background, through_mu_law((speak(text) // 20).astype(np.int16))]) for text in spoken]
    pairs = [(text, await hear(recognizer, samples)) for text, samples in zip(spoken, quiet, strict=True)]
    assert word_error_rate(pairs) <= LARGEST_WORD_ERROR_RATE, pairs


@pytest.mark.parametrize("samples", [np.zeros(RATE, np.int16), np.ones(7, np.int16), np.zeros(0, np.int16)])
async def test_silence_has_no_words(recognizer: EmbeddedRecognizer, samples: NDArray[np.int16]) -> None:
    assert await hear(recognizer, samples) == ""


async def test_a_stream_goes_on_after_a_transcript(recognizer: EmbeddedRecognizer) -> None:
    stream = recognizer.open_stream(RecognitionSettings())
    stream.feed(speak(SENTENCES[4]).tobytes())
    first = await stream.transcribe()
    assert await stream.transcribe() is first
    stream.feed(speak(SENTENCES[5]).tobytes())
    both = await stream.transcribe()
    assert word_error_rate([(f"{SENTENCES[4]} {SENTENCES[5]}", both.text)]) <= LARGEST_WORD_ERROR_RATE
    stream.reset(RecognitionSettings())
    assert await stream.transcribe() == Transcript()


async def test_a_worker_that_is_killed_in_the_middle_costs_no_answer(
    recognizer: EmbeddedRecognizer, workers: RecognitionWorkers
) -> None:
    await hear(recognizer, speak(SENTENCES[0]))
    (worker,) = workers.running.values()
    spoken = SENTENCES[:4]
    long = np.concatenate([speak(text) for text in spoken])
    before = cpu_ticks(worker.pid)
    hearing = asyncio.create_task(hear(recognizer, long))
    await until(lambda: asyncio.sleep(0, cpu_ticks(worker.pid) > before))
    os.kill(worker.pid, signal.SIGKILL)
    assert word_error_rate([(" ".join(spoken), await hearing)]) <= LARGEST_WORD_ERROR_RATE
    (replacement,) = workers.running.values()
    assert replacement.pid != worker.pid


def cpu_ticks(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11])


async def test_a_worker_stands_back_and_stays_within_bounds(
    recognizer: EmbeddedRecognizer, workers: RecognitionWorkers
) -> None:
    """Half a minute, the longest that it is given, takes 460 MB."""
    await hear(recognizer, np.concatenate([speak(text) for text in SENTENCES * 2]))
    (worker,) = workers.running.values()
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19)
    assert peak_kilobytes(worker.pid) < 700_000


def peak_kilobytes(pid: int) -> int:
    return int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[0])


def test_what_the_base_model_does_not_hear_the_tiny_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    decoder = MoonshineDecoder()
    monkeypatch.setattr(decoder._base, "transcribe", lambda samples: "")
    heard = decoder.transcribe(speak(SENTENCES[0]).tobytes())
    assert word_error_rate([(SENTENCES[0], heard)]) <= LARGEST_WORD_ERROR_RATE
    assert decoder.transcribe(speak("Hi.")[-RATE // 10 :].tobytes()) == ""
