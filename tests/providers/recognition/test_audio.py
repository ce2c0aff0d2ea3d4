"""What a model is given: the voice as it is, at its rate, without what confuses it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.recognition.audio import FRAME, LEAD, LEVEL, MODEL_RATE, prepare_speech, upsample
from parley.providers.recognition.protocol import RATE


def tone(hertz: float, seconds: float = 0.5, peak: float = 8_000) -> NDArray[np.int16]:
    return np.rint(peak * np.sin(2 * np.pi * hertz * np.arange(int(RATE * seconds)) / RATE)).astype(np.int16)


def noise(seconds: float, peak: float) -> NDArray[np.int16]:
    return np.random.default_rng(7).normal(0, peak / 3, int(RATE * seconds)).astype(np.int16)


@pytest.mark.parametrize("hertz", [100, 1_000, 3_000, 3_400])
def test_a_voice_passes_unchanged(hertz: int) -> None:
    heard = upsample(tone(hertz).tobytes())[1_000:-1_000]
    moments = np.arange(1_000, 1_000 + len(heard)) / MODEL_RATE
    wanted = 8_000 / 32_768 * np.sin(2 * np.pi * hertz * moments)
    assert np.abs(heard - wanted).max() < 0.01 * 8_000 / 32_768


@pytest.mark.parametrize("hertz", [300, 1_000, 3_000, 3_400])
def test_its_mirror_image_is_gone(hertz: int) -> None:
    heard = upsample(tone(hertz, 1.0).tobytes())
    power = np.abs(np.fft.rfft(heard * np.hanning(len(heard)))) ** 2
    hertzes = np.fft.rfftfreq(len(heard), 1 / MODEL_RATE)
    assert power[hertzes > RATE / 2 + 400].max() < power.max() / 10**5.5


@pytest.mark.parametrize("size", [0, 1, 2, 3, 320, 321])
def test_every_length_is_doubled(size: int) -> None:
    """Half a sample is none."""
    assert len(upsample(bytes(size))) == 2 * (size // 2)


@pytest.mark.parametrize("pcm", [b"", bytes(320), bytes(RATE * 2), noise(1, 8).tobytes(), tone(500, 0.05).tobytes()])
def test_where_nobody_speaks_there_is_nothing(pcm: bytes) -> None:
    samples, seconds = prepare_speech(pcm)
    assert (len(samples), seconds) == (0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("lead", [0.0, 0.1, 0.5, 2.0, 20.0])
@pytest.mark.parametrize("background", [0, 30, 150])
def test_little_silence_is_left_in_front(lead: float, background: float) -> None:
    sound = np.concatenate([noise(lead, background), tone(500), noise(0.4, background)])
    samples, seconds = prepare_speech(sound.tobytes())
    kept = len(samples) - 0.9 * MODEL_RATE
    assert abs(kept - min(lead * MODEL_RATE, LEAD)) <= FRAME
    assert seconds == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("peak", [30, 300, 3_000, 30_000])
def test_what_is_quiet_is_made_louder_and_nothing_quieter(peak: float) -> None:
    samples, _ = prepare_speech(tone(500, peak=peak).tobytes())
    heard = float(np.sqrt(np.mean(samples**2)))
    assert heard == pytest.approx(max(min(LEVEL, 100 * peak / 32_768 / 2**0.5), peak / 32_768 / 2**0.5), rel=0.05)
    assert np.abs(samples).max() <= 1


def test_a_click_is_not_taken_for_the_level() -> None:
    sound = np.concatenate([noise(1.0, 30), tone(500, peak=500), noise(0.5, 30)])
    sound[100:120] = 32_000
    samples, _ = prepare_speech(sound.tobytes())
    assert float(np.sqrt(np.mean(samples[-int(0.8 * MODEL_RATE) : -int(0.6 * MODEL_RATE)] ** 2))) > LEVEL / 2
