"""Recordings that people bring, as calls play them. Pure."""

from __future__ import annotations

import wave
from io import BytesIO

import numpy as np

from parley.providers.speech.protocol import SAMPLE_BYTES
from parley.providers.speech.resample import resample

RATES = frozenset({8_000, 16_000, 24_000, 44_100, 48_000})
LONGEST_SECONDS = 60


class WavInvalid(ValueError):
    """It is no WAV file of a form that is read."""


def read_wav(content: bytes) -> bytes:
    """16-bit PCM, mono, at the rate of calls; of stereo the mean of both sides. Raises `WavInvalid`."""
    try:
        with wave.open(BytesIO(content)) as file:
            channels, rate, count = file.getnchannels(), file.getframerate(), file.getnframes()
            if channels not in (1, 2) or rate not in RATES or file.getsampwidth() != SAMPLE_BYTES:
                raise WavInvalid
            if not 0 < count <= LONGEST_SECONDS * rate:
                raise WavInvalid
            frames = file.readframes(count)
    except (wave.Error, EOFError) as error:
        raise WavInvalid from error
    whole = len(frames) // (channels * SAMPLE_BYTES) * channels
    samples = np.frombuffer(frames, "<i2", whole).reshape(-1, channels)
    if not len(samples):
        raise WavInvalid
    mono = samples[:, 0] if channels == 1 else np.rint(samples.mean(axis=1)).astype(np.int16)
    return resample(mono, rate).astype("<i2").tobytes()
