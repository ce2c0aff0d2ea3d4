"""A call's audio made ready for a model: 16 kHz, no long silence in front, as loud as it is used to."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from parley.providers.recognition.protocol import RATE, SAMPLE_BYTES, WIDE_RATE

MODEL_RATE = WIDE_RATE
Samples = NDArray[np.float32]

HALF_TAPS = 16
ATTENUATION_BETA = 5.65
"""Of the Kaiser window: what passes up to 3.5 kHz has its mirror image above 4.5 kHz 60 dB down."""

FRAME = MODEL_RATE // 50
"""20 ms: shorter than any sound of speech."""
LOUD_FRAMES = 5
"""The level is the one that is reached for 100 ms in all: a click is shorter, the shortest word is longer."""
SILENCE_LEVEL = 0.0005
"""The last bit of mu-law noise, 66 dB below full scale. Nobody speaks if nothing is louder."""
QUIET_SHARE = 0.1
"""20 dB below the loudest sounds there are pauses and background, and the weakest consonants."""
LEVEL = 0.15
MAX_GAIN = 100.0
LEAD = MODEL_RATE // 5
"""Silence that may stand in front of speech. Weak consonants are in it. With more than a second the model often hears
nothing at all, and says so."""


def read_samples(pcm: bytes) -> Samples:
    """From -1 to 1."""
    samples: Samples = np.frombuffer(pcm, np.int16, len(pcm) // SAMPLE_BYTES).astype(np.float32) / np.float32(32768)
    return samples


def upsample(pcm: bytes) -> Samples:
    """To twice the rate, from -1 to 1. Every other sample is one of those that came in; between them lies what a
    low-pass at half the old rate gives."""
    samples = read_samples(pcm)
    out = np.empty(2 * len(samples), np.float32)
    out[::2] = samples
    if len(samples):
        padded = np.pad(samples, (HALF_TAPS - 1, HALF_TAPS))
        out[1::2] = sliding_window_view(padded, 2 * HALF_TAPS) @ _BETWEEN
    return out


def _interpolation_filter() -> Samples:
    distances = np.arange(-HALF_TAPS + 1, HALF_TAPS + 1) - 0.5
    window = np.i0(ATTENUATION_BETA * np.sqrt(1 - (distances / HALF_TAPS) ** 2))
    taps = np.sinc(distances) * window
    return np.asarray(taps / taps.sum(), np.float32)


_BETWEEN = _interpolation_filter()


def prepare_speech(pcm: bytes, rate: int = RATE) -> tuple[Samples, float]:
    """What a model gets, and how many seconds of it are speech, or as loud as speech. Empty where there is none."""
    samples = read_samples(pcm) if rate == MODEL_RATE else upsample(pcm)
    frames = len(samples) // FRAME
    levels = np.sqrt(np.mean(samples[: frames * FRAME].reshape(frames, FRAME) ** 2, axis=1))
    if frames < LOUD_FRAMES or (level := float(np.partition(levels, -LOUD_FRAMES)[-LOUD_FRAMES])) < SILENCE_LEVEL:
        return samples[:0], 0.0
    loud = np.flatnonzero(levels >= level * QUIET_SHARE)
    begin = max(0, int(loud[0]) * FRAME - LEAD)
    gain = min(max(LEVEL / level, 1.0), MAX_GAIN)
    return np.clip(samples[begin:] * np.float32(gain), -1, 1), len(loud) * FRAME / MODEL_RATE
