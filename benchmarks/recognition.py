"""What the recognisers on this machine understand of a phone call, with and without noise, and the time it takes."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from benchmarks.recognition_sentences import ENGLISH
from benchmarks.table import Row
from parley.kit.text.numbers import UNITS
from parley.providers.recognition.chain import RecognizerChain
from parley.providers.recognition.embedded import EmbeddedRecognizer
from parley.providers.recognition.moonshine import MoonshineDecoder
from parley.providers.recognition.protocol import (
    RATE,
    WIDE_RATE,
    RecognitionFailed,
    RecognitionSettings,
    Transcript,
)
from parley.providers.recognition.whisper import WhisperDecoder
from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import Flite
from parley.providers.speech.protocol import VoiceSettings
from parley.providers.speech.resample import resample
from tests import spanish_speech

Samples = NDArray[np.int16]
Spoken = list[tuple[str, Samples]]
VOICES = ("slt", "rms", "awb")
MOST_WRONG = 7.0
"""Per cent of words, of three voices without noise."""
TALKERS = 5
ROUNDS = 7
_NUMBERS = {value: word for word, value in UNITS.items()}


def run() -> list[Row]:
    clean = {voice: [(text, speak(text, voice)) for text in ENGLISH] for voice in VOICES}
    moonshine = MoonshineDecoder()
    rows: list[Row] = []
    seconds: list[float] = []
    wrong = [_word_error(clean[voice], moonshine.transcribe, seconds) for voice in VOICES]
    rows.append(Row("recognition: words wrong, three voices", _share(wrong), None, "%", at_most=MOST_WRONG))
    rows += [
        Row(f"recognition: words wrong, {voice}", _share([each]), None, "%")
        for voice, each in zip(VOICES, wrong, strict=True)
    ]
    wide = _share([_word_error(_speak_wide(voice), partial(moonshine.transcribe, rate=WIDE_RATE)) for voice in VOICES])
    rows.append(Row("recognition: words wrong, three voices over a wide line", wide, _share(wrong), "%"))
    robot = [(text, through_mu_law(_samples(Espeak().synthesize(text, "en-US", VoiceSettings())))) for text in ENGLISH]
    rows.append(Row("recognition: words wrong, eSpeak", _share([_word_error(robot, moonshine.transcribe)]), None, "%"))
    rows += _in_noise(clean, moonshine, _share(wrong))
    audio = sum(len(samples) for voice in VOICES for _, samples in clean[voice]) / RATE
    rows.append(Row("recognition: CPU for a second of English", sum(seconds) / audio, None, "s"))
    rows += _spanish()
    rows.append(asyncio.run(_measure_fallback(clean["slt"])))
    return rows


def speak(text: str, voice: str) -> Samples:
    return through_mu_law(_samples(Flite().synthesize(text, "en-US", VoiceSettings("flite", voice))))


def _speak_wide(voice: str) -> Spoken:
    """As G.722 and Opus carry it, but for the little that they leave out."""
    # A resampler knows ratios alone: this leaves twice as many samples.
    with patch("parley.providers.speech.flite.resample", lambda samples, rate: resample(samples, rate // 2)):
        settings = VoiceSettings("flite", voice)
        return [(text, _samples(Flite().synthesize(text, "en-US", settings))) for text in ENGLISH]


def _samples(pcm: bytes) -> Samples:
    return np.frombuffer(pcm, np.int16)


def through_mu_law(samples: NDArray[np.generic]) -> Samples:
    """As G.711 carries it: 8 bits, on a logarithmic scale."""
    given = np.clip(np.asarray(samples, float) / 32_768, -1, 1)
    coded = np.rint(127 * np.sign(given) * np.log1p(255 * np.abs(given)) / np.log(256)) / 127
    return np.asarray(np.rint(np.sign(coded) * (256 ** np.abs(coded) - 1) / 255 * 32_767), np.int16)


def _in_noise(clean: dict[str, Spoken], moonshine: MoonshineDecoder, floor: float) -> list[Row]:
    """Each sentence by one of the voices in turn."""
    mixed = [clean[VOICES[number % len(VOICES)]][number] for number in range(len(ENGLISH))]
    rng = np.random.default_rng(7)
    babble = _babble(clean)
    makers: dict[str, Callable[[int], NDArray[np.float64]]] = {
        "white noise": lambda length: rng.normal(size=length),
        "street": lambda length: _street(length, rng),
        "babble": lambda length: np.roll(babble, -int(rng.integers(len(babble))))[:length],
    }
    rows = []
    for name, make in makers.items():
        for decibels in (20, 10):
            noisy = [(text, _add(samples, make(len(samples)), decibels)) for text, samples in mixed]
            wrong = _share([_word_error(noisy, moonshine.transcribe)])
            rows.append(Row(f"recognition: words wrong, {name} at {decibels} dB", wrong, floor, "%"))
    return rows


def _babble(clean: dict[str, Spoken]) -> NDArray[np.float64]:
    """Several people who talk at once, for a minute."""
    talkers = [
        np.concatenate([samples for _, samples in clean[VOICES[n % 3]][n * 15 : n * 15 + 30]]) for n in range(TALKERS)
    ]
    length = min(len(talker) for talker in talkers)
    return np.asarray(np.sum([talker[:length].astype(float) for talker in talkers], axis=0))


def _street(length: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Rumbling that swells and falls: power goes with the inverse of the frequency."""
    spectrum = np.fft.rfft(rng.normal(size=length)) / np.sqrt(np.maximum(1, np.arange(length // 2 + 1)))
    swell = 1 + 0.6 * np.sin(2 * np.pi * np.arange(length) / RATE / 2.3 + rng.uniform(0, 6))
    return np.asarray(np.fft.irfft(spectrum, length) * swell)


def _add(samples: Samples, noise: NDArray[np.float64], decibels: float) -> Samples:
    """So far below the speech, both by their mean power."""
    spoken = samples.astype(float)
    gain = np.sqrt(np.mean(spoken**2) / np.mean(noise**2)) * 10 ** (-decibels / 20)
    return through_mu_law(spoken + gain * noise)


def _spanish() -> list[Row]:
    whisper, seconds = WhisperDecoder(), list[float]()
    spoken = [(text, samples) for text, samples in spanish_speech.load() if "teléfono" not in text]
    wrong = _share([_word_error(spoken, lambda pcm: whisper.transcribe(pcm, "es"), seconds)])
    audio = sum(len(samples) for _, samples in spoken) / RATE
    return [
        Row("recognition: words of Spanish wrong, three voices", wrong, None, "%"),
        Row("recognition: CPU for a second of Spanish", sum(seconds) / audio, None, "s"),
    ]


class _Killed:
    """A service whose connection is gone, and that takes no other."""

    name = "killed"

    def supports(self, _language: str) -> bool:
        return True

    def open_stream(self, _settings: RecognitionSettings) -> _Killed:
        return self

    def feed(self, pcm: bytes) -> None: ...

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        raise RecognitionFailed("the connection is gone")

    def reset(self, settings: RecognitionSettings) -> None: ...

    async def aclose(self) -> None: ...


async def _measure_fallback(spoken: Spoken) -> Row:
    """Until the words of a turn are there, beside the same turn without the service that was killed during it."""
    embedded = EmbeddedRecognizer(RecognitionWorkers())
    try:
        await _turn_seconds(RecognizerChain([embedded]), spoken[0][1])  # the models are loaded then
        alone = [await _turn_seconds(RecognizerChain([embedded]), spoken[n][1]) for n in range(ROUNDS)]
        killed = [await _turn_seconds(RecognizerChain([_Killed(), embedded]), spoken[n][1]) for n in range(ROUNDS)]
    finally:
        await embedded.aclose()
    name = "recognition: words of a turn in which a service was killed"
    return Row(name, float(np.median(killed)) * 1000, float(np.median(alone)) * 1000, "ms")


async def _turn_seconds(chain: RecognizerChain, samples: Samples) -> float:
    stream = chain.open_stream(RecognitionSettings())
    stream.feed(samples.tobytes())
    began = time.perf_counter()
    with suppress(RecognitionFailed):
        await stream.transcribe()
    took = time.perf_counter() - began
    await stream.aclose()
    return took


def _word_error(
    spoken: Sequence[tuple[str, Samples]], transcribe: Callable[[bytes], str], seconds: list[float] | None = None
) -> tuple[int, int]:
    """Words that are wrong, of how many."""
    errors = count = 0
    for text, samples in spoken:
        began = time.process_time()
        heard = transcribe(samples.tobytes())
        if seconds is not None:
            seconds.append(time.process_time() - began)
        said = words(text)
        errors, count = errors + count_errors(said, words(heard)), count + len(said)
    return errors, count


def _share(counted: Sequence[tuple[int, int]]) -> float:
    return 100 * sum(errors for errors, _ in counted) / sum(count for _, count in counted)


def words(text: str) -> list[str]:
    found = re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("’", "'"))
    return [_NUMBERS.get(int(word), word) if word.isdigit() else word for word in found]


def count_errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Words that were left out, put in or mistaken."""
    row = list(range(len(heard) + 1))
    for number, word in enumerate(said, 1):
        above, row[0] = row[0], number
        for place, other in enumerate(heard, 1):
            above, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, above + (word != other))
    return row[-1]
