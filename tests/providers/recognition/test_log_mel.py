"""The features of a model: as many as asked for, and a tone in the band that it belongs to."""

from __future__ import annotations

import numpy as np
import pytest

from parley.providers.recognition.audio import MODEL_RATE
from parley.providers.recognition.log_mel import BANDS, log_mel


def tone(hertz: float, seconds: float = 1.0) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    moments = np.arange(round(seconds * MODEL_RATE)) / MODEL_RATE
    return (0.5 * np.sin(2 * np.pi * hertz * moments)).astype(np.float32)


@pytest.mark.parametrize("seconds", [0.1, 1.0, 3.0])
def test_there_are_as_many_frames_as_wanted(seconds: float) -> None:
    features = log_mel(tone(300, seconds), 200)
    assert features.shape == (BANDS, 200)
    assert features.dtype == np.float32
    assert features.flags.c_contiguous


def test_silence_is_flat() -> None:
    assert np.ptp(log_mel(np.zeros(MODEL_RATE, np.float32), 100)) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("hertz", "band"), [(200, 4), (1_000, 26), (3_000, 54), (7_000, 76)])
def test_a_tone_is_loudest_in_its_band(hertz: float, band: int) -> None:
    """The bands lie at 37 Hz each below 1 kHz, and get wider above."""
    loudest = log_mel(tone(hertz), 100)[:, 50].argmax()
    assert abs(int(loudest) - band) <= 1


def test_the_quietest_is_eight_powers_of_ten_below_the_loudest() -> None:
    features = log_mel(tone(500), 300)
    assert np.ptp(features) == pytest.approx(2.0, abs=1e-5)


def test_what_is_too_long_is_cut_off() -> None:
    long = np.concatenate([tone(300), tone(3_000)])
    assert np.array_equal(log_mel(long, 90)[:, :80], log_mel(tone(300), 90)[:, :80])
