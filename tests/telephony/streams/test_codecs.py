from __future__ import annotations

import numpy as np
import pytest

from parley.telephony.streams.codecs import (
    A_LAW_VALUES,
    L16,
    MU_LAW_VALUES,
    PCMA,
    AudioFormat,
    encode_mu_law,
)

SAMPLES = np.arange(-32_768, 32_768).astype(np.int16)


def test_mu_law_comes_back_within_half_a_step() -> None:
    decoded = np.frombuffer(AudioFormat().decode(encode_mu_law(SAMPLES.tobytes())), np.int16).astype(int)
    size = np.abs(SAMPLES.astype(int))
    # A step is between a sixteenth and a thirty-second of the size.
    within_range = size < 32_600
    assert (np.abs(decoded - SAMPLES) <= (size + 132) / 32)[within_range].all()


def test_known_values() -> None:
    """Of the tables of G.711."""
    assert [MU_LAW_VALUES[byte] for byte in (0x00, 0x80, 0x7F, 0xFF, 0xF0)] == [-32124, 32124, 0, 0, 120]
    assert [A_LAW_VALUES[byte] for byte in (0xD5, 0x55, 0xAA, 0x2A)] == [8, -8, 32256, -32256]


def test_linear_audio_of_a_higher_rate() -> None:
    tone = (np.sin(2 * np.pi * 400 * np.arange(3_200) / 16_000) * 9_000).astype(np.int16)
    found = np.frombuffer(AudioFormat(L16, 16_000).decode(tone.tobytes() + b"\0"), np.int16)
    assert len(found) == 1_600
    assert np.abs(found - np.sin(2 * np.pi * 400 * (np.arange(1_600) + 0.25) / 8_000) * 9_000).max() < 150


@pytest.mark.parametrize(("encoding", "rate"), [("opus", 8_000), (PCMA, 0), (L16, 11_025), (L16, 96_000)])
def test_what_is_not_decoded(encoding: str, rate: int) -> None:
    with pytest.raises(ValueError):
        AudioFormat(encoding, rate)
