from __future__ import annotations

import numpy as np
import pytest

from parley.telephony.streams.tones import COLUMNS, KEYS, ROWS, key_tones
from parley.voice.media_leg import RATE


@pytest.mark.parametrize("key", "".join(KEYS))
def test_a_key_is_its_two_tones(key: str) -> None:
    samples = np.frombuffer(key_tones(key), np.int16)[: int(0.1 * RATE)]
    power = np.abs(np.fft.rfft(samples, RATE))
    frequencies = (*ROWS, *COLUMNS)
    loudest = sorted(frequencies, key=lambda one: -power[one])[:2]
    row = next(number for number, keys in enumerate(KEYS) if key in keys)
    assert set(loudest) == {ROWS[row], COLUMNS[KEYS[row].index(key)]}


def test_what_is_no_key_is_left_out_and_pauses_are_kept() -> None:
    assert key_tones("1x2") == key_tones("12")
    assert len(key_tones("1w2")) == len(key_tones("12")) + RATE
