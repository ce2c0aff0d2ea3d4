"""The rate of the line: what belongs to a voice passes, what would fold back does not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.speech.protocol import RATE
from parley.providers.speech.resample import resample

RATES = (11_025, 16_000, 22_050, 24_000, 44_100)


def tone(hertz: float, rate: int, seconds: float = 0.5, peak: float = 16_000) -> NDArray[np.int16]:
    return np.rint(peak * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)).astype(np.int16)


def loudness(samples: NDArray[np.int16]) -> float:
    """Without the ends, where a tone begins and stops."""
    middle = samples[400:-400].astype(float)
    return float(np.sqrt(np.mean(middle**2)))


@pytest.mark.slow
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("hertz", [100, 1_000, 3_000])
def test_what_a_line_carries_passes_unchanged(rate: int, hertz: int) -> None:
    heard = resample(tone(hertz, rate), rate)
    wanted = tone(hertz, RATE)
    assert abs(len(heard) - len(wanted)) <= 1
    size = min(len(heard), len(wanted)) - 400
    assert np.abs(heard[400:size].astype(int) - wanted[400:size]).max() < 160  # one per cent


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("hertz", [4_300, 5_000])
def test_what_it_does_not_carry_is_gone(rate: int, hertz: int) -> None:
    assert loudness(resample(tone(hertz, rate), rate)) < loudness(tone(hertz, rate)) / 500


def test_what_is_too_loud_is_cut_off_and_not_wrapped_around() -> None:
    square = np.where(tone(300, 16_000) > 0, 32_767, -32_768).astype(np.int16)
    heard = resample(square, 16_000)
    wanted = tone(300, RATE)
    is_loud = np.abs(wanted) > 8_000
    assert np.all(np.sign(heard[is_loud]) == np.sign(wanted[is_loud]))
    assert heard.max() == 32_767


@pytest.mark.parametrize("length", [0, 1, 2, 3, 160, 441])
@pytest.mark.parametrize("rate", [8_000, *RATES])
def test_short_sounds_keep_their_length(rate: int, length: int) -> None:
    assert len(resample(np.ones(length, np.int16), rate)) == -(-length * RATE // rate)
