from __future__ import annotations

import numpy as np
import pytest

from parley.voice.media_leg import RATE
from parley.voice.simulation.caller_noise import SPEECH_LEVEL, NoiseKind, make_noise

SILENCE = bytes(RATE * 2 * 12)
VOICE = (np.sin(np.arange(RATE * 3) / 9) * 8_000).astype(np.int16).tobytes()


def level(pcm: bytes) -> float:
    return float(np.sqrt(np.mean(np.frombuffer(pcm, np.int16).astype(np.float64) ** 2)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", NoiseKind)
@pytest.mark.parametrize("snr", [5.0, 20.0])
def test_noise_is_as_loud_as_it_is_wanted_and_the_same_each_time(kind: NoiseKind, snr: float) -> None:
    first, second = (make_noise(kind, snr, 7, [VOICE]).mix(SILENCE) for _ in range(2))
    assert first == second
    assert 20 * np.log10(SPEECH_LEVEL / level(first)) == pytest.approx(snr, abs=0.5)


def test_noise_goes_on_and_what_was_not_sent_comes_again() -> None:
    whole = make_noise(NoiseKind.white, 10, 1).mix(SILENCE)
    parts = make_noise(NoiseKind.white, 10, 1)
    first = parts.mix(SILENCE[:1_000])
    parts.rewind(250)
    assert first[:500] + parts.mix(SILENCE[:2_000]) == whole[:2_500]


def test_speech_is_in_it() -> None:
    mixed = make_noise(NoiseKind.street, 30, 1).mix(VOICE)
    assert level(mixed) == pytest.approx(level(VOICE), rel=0.05)
