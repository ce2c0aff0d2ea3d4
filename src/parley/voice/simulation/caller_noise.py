"""The noise around a simulated caller, made up here: the same for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from parley.voice.media_leg import RATE

Samples = NDArray[np.float64]

LOOP_SECONDS = 12
"""Noise comes again after so long."""
SPEECH_LEVEL = 2_800.0
"""Root mean square of a caller's speech, about: what a signal-to-noise ratio refers to."""
LOUDEST = 32_767
STREET_KNEE = 200.0
"""Hertz: above, traffic gets quieter."""
CARS = 4
BABBLE = (
    "So I told her that we would be there at about nine, and she said that was fine with everybody.",
    "Did you see what they have done with the old station, it looks completely different now.",
    "No, the other one, with the blue door, you cannot miss it when you come from the river.",
    "We could take the train on Thursday and stay until the weekend if the weather is nice.",
)
"""What people at the next tables say."""


class NoiseKind(StrEnum):
    white = "white"
    street = "street"
    babble = "babble"


class Noise:
    """Goes on for ever."""

    def __init__(self, samples: Samples, snr: float) -> None:
        level = float(np.sqrt(np.mean(samples**2))) or 1.0
        self._samples = samples * (SPEECH_LEVEL / 10 ** (snr / 20) / level)
        self._position = 0

    def mix(self, pcm: bytes) -> bytes:
        """With the noise of the time that comes next."""
        speech = np.frombuffer(pcm, np.int16).astype(np.float64)
        at = (self._position + np.arange(len(speech))) % len(self._samples)
        self._position += len(speech)
        return np.clip(speech + self._samples[at], -LOUDEST, LOUDEST).astype(np.int16).tobytes()

    def rewind(self, samples: int) -> None:
        """Of what was mixed last, so many were thrown away."""
        self._position -= samples


def make_noise(kind: NoiseKind, snr: float, seed: int, voices: Sequence[bytes] = ()) -> Noise:
    """`voices`: the audio of `BABBLE`, for babble."""
    random = np.random.default_rng(seed)
    length = LOOP_SECONDS * RATE
    match kind:
        case NoiseKind.white:
            samples = random.standard_normal(length)
        case NoiseKind.street:
            samples = _street(random, length)
        case NoiseKind.babble:
            samples = _babble(random, length, voices)
    return Noise(samples, snr)


def _street(random: np.random.Generator, length: int) -> Samples:
    """A low rumble, and cars that pass."""
    spectrum = np.fft.rfft(random.standard_normal(length))
    spectrum /= 1 + np.fft.rfftfreq(length, 1 / RATE) / STREET_KNEE
    rumble = np.fft.irfft(spectrum, length)
    time = np.arange(length) / RATE
    passing = np.ones(length)
    for moment, width in zip(random.uniform(0, LOOP_SECONDS, CARS), random.uniform(0.5, 1.5, CARS), strict=True):
        away = np.minimum(np.abs(time - moment), LOOP_SECONDS - np.abs(time - moment))
        passing += 2 * np.exp(-((away / width) ** 2))
    return rumble * passing


def _babble(random: np.random.Generator, length: int, voices: Sequence[bytes]) -> Samples:
    """All of them at once, again and again, each from another moment on."""
    mixed = np.zeros(length)
    for pcm in voices:
        voice = np.frombuffer(pcm, np.int16).astype(np.float64)
        if len(voice):
            mixed += np.roll(np.resize(voice, length), int(random.integers(length)))
    return mixed
