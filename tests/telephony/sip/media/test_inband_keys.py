from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.media.inband_keys import HIGH, KEYS, LOW, RATE, InbandKeys
from tests.properties import examples
from tests.telephony.peers.sound import from_mulaw, to_mulaw, tone

ALL = "".join(KEYS)
Sound = npt.NDArray[np.float64]


def press(key: str, seconds: float = 0.08, volume: float = 0.2, twist: float = 0.0, off: float = 0.0) -> Sound:
    """The sound of a key; the high tone is `twist` dB louder, and all is `off` of what it should be."""
    row = next(number for number, keys in enumerate(KEYS) if key in keys)
    moments = np.arange(int(seconds * RATE)) / RATE
    low = np.sin(2 * np.pi * LOW[row] * (1 + off) * moments)
    high = np.sin(2 * np.pi * HIGH[KEYS[row].index(key)] * (1 + off) * moments + 1)
    return volume * (low + high * 10 ** (twist / 20))


def silence(seconds: float) -> Sound:
    return np.zeros(int(seconds * RATE))


def pcm(*sounds: Sound, noise: float = 0.0, seed: int = 0) -> bytes:
    """As it comes over a line: with noise, in 8-bit mu-law."""
    together = np.concatenate(sounds)
    together = together + noise * np.random.default_rng(seed).standard_normal(len(together))
    return from_mulaw(to_mulaw((np.clip(together, -1, 1) * 32767).astype("<i2").tobytes()))


def keys_in(sound: bytes, step: int = 320) -> str:
    detector, found = InbandKeys(), ""
    for at in range(0, len(sound), step):
        found += detector.feed(sound[at : at + step])[1]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("decibels", [40, 20, 15, 12])
def test_every_key_is_heard_through_noise(key: str, decibels: int) -> None:
    # Both tones together have the power of 0.2 squared.
    noise = 0.2 * 10 ** (-decibels / 20)
    assert keys_in(pcm(silence(0.1), press(key), silence(0.1), noise=noise, seed=ALL.index(key))) == key


@pytest.mark.slow
@examples(200)
@given(
    st.text(alphabet=ALL, min_size=1, max_size=8),
    st.floats(0.06, 0.3),
    st.floats(0.05, 0.2),
    st.floats(0.01, 0.3),
    st.floats(-4, 6),
    st.floats(-0.008, 0.008),
    st.integers(1, 400),
    st.integers(0, 160),
)
def test_what_is_pressed_is_heard_once_each(
    keys: str, lasts: float, pause: float, volume: float, twist: float, off: float, step: int, shift: int
) -> None:
    sounds = [np.zeros(shift)]
    for key in keys:
        sounds += [press(key, lasts, volume, twist, off), silence(pause)]
    assert keys_in(pcm(*sounds), 2 * step) == keys


def test_neither_one_tone_nor_noise_nor_music_is_a_key() -> None:
    moments = np.arange(RATE * 2) / RATE
    assert keys_in(tone(1, 697)) == ""
    assert keys_in(tone(1, 1336)) == ""
    assert keys_in(pcm(silence(2), noise=0.2)) == ""
    chord = 0.1 * np.sin(2 * np.pi * np.outer((697, 880, 1209, 1319), moments)).sum(axis=0)
    assert keys_in(pcm(chord)) == ""
    assert keys_in(pcm(press("5", twist=14), silence(0.1))) == ""
    assert keys_in(pcm(press("5", seconds=0.03), silence(0.1))) == "", "too short"


def test_a_key_is_taken_out_of_the_sound_and_the_rest_stays() -> None:
    detector = InbandKeys()
    before, after = tone(0.2, 300), tone(0.2, 500)
    sound, keys = detector.feed(before + pcm(press("7", 0.2)) + after)
    assert keys == "7"
    assert len(sound) == len(before) + len(after) + 2 * int(0.2 * RATE)
    assert sound[: len(before)] == before
    middle = np.frombuffer(sound[len(before) + 160 : len(before) + 3000], "<i2")
    assert np.abs(middle.astype(int)).max() == 0
    assert sound[-2400:] == after[-2400:]


@examples(100)
@given(st.binary(max_size=4000), st.integers(1, 500))
def test_whatever_comes_goes_on_in_order(noise: bytes, step: int) -> None:
    detector, sound = InbandKeys(), b""
    for at in range(0, len(noise), step):
        sound += detector.feed(noise[at : at + step])[0]
    assert len(sound) <= len(noise)
    assert noise.startswith(sound) or len(noise) > 800
