"""Tones in windows of audio, as a telephone line carries them."""

from __future__ import annotations

import numpy as np
import pytest

from parley.providers.speech.protocol import RATE
from parley.providers.voice_activity.protocol import WINDOW_BYTES, WINDOW_SECONDS
from parley.voice.answering.tone_detection import Tone, ToneState, advance


def sine(frequency: float, seconds: float, loudness: float = 4_000) -> bytes:
    at = np.arange(round(seconds * RATE)) / RATE
    return (loudness * np.sin(2 * np.pi * frequency * at)).astype(np.int16).tobytes()


def noise(seconds: float, loudness: float = 3_000) -> bytes:
    found = np.random.default_rng(3).normal(0, loudness, round(seconds * RATE))
    return found.clip(-30_000, 30_000).astype(np.int16).tobytes()


def tones(audio: bytes) -> list[Tone]:
    state, found, now = ToneState(), list[Tone](), 0.0
    for at in range(0, len(audio) - WINDOW_BYTES + 1, WINDOW_BYTES):
        now += WINDOW_SECONDS
        state, tone = advance(state, audio[at : at + WINDOW_BYTES], now)
        found += [tone] if tone else []
    return found


@pytest.mark.parametrize("frequency", [425.0, 500.0, 950.0, 1000.0, 1100.0, 1400.0, 1780.0, 2000.0, 2100.0])
def test_a_tone_is_found_with_its_frequency_and_length(frequency: float) -> None:
    (tone,) = tones(noise(0.5, 100) + sine(frequency, 0.5) + noise(0.5, 100))
    assert abs(tone.frequency - frequency) < 20
    assert 0.4 < tone.seconds < 0.6


def test_the_three_tones_of_a_number_that_is_not_in_service() -> None:
    found = tones(sine(950, 0.33) + sine(1400, 0.33) + sine(1780, 0.33) + noise(0.2, 50))
    assert [round(tone.frequency / 50) * 50 for tone in found] == [950, 1400, 1800]


def test_what_is_no_tone() -> None:
    chord = np.frombuffer(sine(500, 1.0), np.int16) + np.frombuffer(sine(1300, 1.0), np.int16)
    assert tones(noise(2.0) + chord.tobytes() + sine(200, 1.0) + sine(1000, 0.06) + noise(0.2)) == []
    assert tones(sine(1000, 1.0, loudness=50) + noise(0.2, 10)) == []
