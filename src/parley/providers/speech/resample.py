"""From an engine's sample rate to that of a phone call, low-passed: what lies above would alias into the voice."""

from __future__ import annotations

from functools import cache
from math import gcd

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from parley.providers.speech.protocol import RATE

CUTOFF_HZ = 3_700
"""The middle of the slope from 3.3 kHz, which passes whole, to 4.1 kHz, which is 60 dB down."""
TAPS_PER_OUTPUT = 36
ATTENUATION_BETA = 5.65
"""Of the Kaiser window: 60 dB."""


def resample(samples: NDArray[np.int16], rate: int) -> NDArray[np.int16]:
    """As long as it was, to the sample. What is too loud is clipped, not wrapped around."""
    if rate == RATE or not len(samples):
        return samples
    phases, step, taps = _polyphase_filter(rate)
    count = -(-len(samples) * len(phases) // step)
    return _filter(np.pad(samples.astype(np.float32), (taps // 2, taps)), count, rate)


class StreamResampler:
    """The same for audio that comes in chunks."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        phases, self._step, self._taps = _polyphase_filter(rate)
        self._fractions = len(phases)
        self._waiting = np.zeros(self._taps // 2, np.float32)
        """Inputs that later outputs need."""
        self._fed = self._given = 0

    def feed(self, samples: NDArray[np.int16]) -> NDArray[np.int16]:
        if self._rate == RATE:
            return samples
        self._fed += len(samples)
        self._waiting = np.concatenate([self._waiting, samples.astype(np.float32)])
        # Whole rounds of fractions: each uses up the same number of inputs.
        rounds = max(len(self._waiting) - self._taps + 1, 0) // self._step
        return self._give(rounds * self._fractions, rounds * self._step)

    def close(self) -> NDArray[np.int16]:
        """What is left: all of it together is as long as the input was."""
        if self._rate == RATE:
            return np.empty(0, np.int16)
        self._waiting = np.pad(self._waiting, (0, self._taps))
        return self._give(-(-self._fed * self._fractions // self._step) - self._given, 0)

    def _give(self, count: int, used: int) -> NDArray[np.int16]:
        out = _filter(self._waiting, count, self._rate)
        self._waiting = self._waiting[used:]
        self._given += count
        return out


def _filter(padded: NDArray[np.float32], count: int, rate: int) -> NDArray[np.int16]:
    """So many outputs, the first of which lies in the middle of the first coefficients' width of inputs."""
    phases, step, taps = _polyphase_filter(rate)
    if not count:
        return np.empty(0, np.int16)
    windows = sliding_window_view(padded, taps)
    out = np.empty(count, np.float32)
    # Output n lies n * step / len(phases) inputs from the start: every len(phases)th has the same fraction, thus the
    # same coefficients, and lies `step` inputs after the one before.
    for first in range(min(len(phases), count)):
        whole, fraction = divmod(first * step, len(phases))
        share = out[first :: len(phases)]
        share[:] = windows[whole::step][: len(share)] @ phases[fraction]
    return np.clip(np.rint(out), -32768, 32767).astype(np.int16)


@cache
def _polyphase_filter(rate: int) -> tuple[NDArray[np.float32], int, int]:
    """The coefficients for each fraction of an input that an output may lie at, how many such fractions are between two
    outputs, and the number of coefficients."""
    common = gcd(rate, RATE)
    fractions, step = RATE // common, rate // common
    taps = int(np.ceil(TAPS_PER_OUTPUT * rate / RATE))
    distances = np.arange(taps)[None, :] - taps // 2 - np.arange(fractions)[:, None] / fractions
    inside = np.clip(1 - (2 * distances / taps) ** 2, 0, None)
    window = np.i0(ATTENUATION_BETA * np.sqrt(inside)) / np.i0(ATTENUATION_BETA)
    phases = np.sinc(2 * CUTOFF_HZ / rate * distances) * window
    return (phases / phases.sum(axis=1, keepdims=True)).astype(np.float32), step, taps
