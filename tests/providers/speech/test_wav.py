"""What is taken as a recording, and what calls get of it."""

from __future__ import annotations

import wave
from io import BytesIO

import numpy as np
import pytest

from parley.providers.speech.protocol import RATE
from parley.providers.speech.wav import LONGEST_SECONDS, RATES, WavInvalid, read_wav


def wav(samples: np.ndarray, rate: int = RATE, channels: int = 1, width: int = 2) -> bytes:
    content = BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(channels)
        file.setframerate(rate)
        file.setsampwidth(width)
        file.writeframes(samples.tobytes())
    return content.getvalue()


def tone(rate: int, seconds: float = 0.1) -> np.ndarray:
    return (10_000 * np.sin(np.arange(int(rate * seconds)) * 2 * np.pi * 440 / rate)).astype(np.int16)


@pytest.mark.parametrize("rate", sorted(RATES))
@pytest.mark.parametrize("channels", [1, 2])
def test_every_form_becomes_what_calls_carry(rate: int, channels: int) -> None:
    samples = np.repeat(tone(rate), channels)
    found = np.frombuffer(read_wav(wav(samples, rate, channels)), np.int16)
    assert len(found) == 0.1 * RATE
    middle = slice(100, -100)
    assert np.abs(found[middle].astype(int) - tone(RATE)[middle]).max() < 150


def test_at_the_rate_of_calls_nothing_is_changed() -> None:
    assert read_wav(wav(tone(RATE))) == tone(RATE).tobytes()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"ID3 something",
        b"RIFF\x00\x00\x00\x00WAVE",
        wav(tone(RATE))[:30],
        wav(tone(RATE))[:44],
        wav(tone(RATE), rate=11_025),
        wav(tone(RATE), width=1),
        wav(np.repeat(tone(RATE), 3), channels=3),
        wav(np.zeros(0, np.int16)),
        wav(np.zeros(LONGEST_SECONDS * RATE + 1, np.int16)),
    ],
    ids=["empty", "mp3", "no chunks", "half a header", "no samples", "rate", "8 bit", "3 channels", "none", "long"],
)
def test_all_else_is_refused(content: bytes) -> None:
    with pytest.raises(WavInvalid):
        read_wav(content)
