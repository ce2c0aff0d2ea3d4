"""Recordings of calls: both sides, and where in one what is heard in another is."""

from __future__ import annotations

import io
import wave

import numpy as np
from numpy.typing import NDArray

from parley.voice.media_leg import RATE

Side = NDArray[np.int16]
FARTHEST_SECONDS = 0.5
COMPARED_SECONDS = 1.0


def read_sides(content: bytes) -> tuple[Side, Side]:
    """The caller's and the agent's."""
    with wave.open(io.BytesIO(content)) as recording:
        assert (recording.getnchannels(), recording.getframerate()) == (2, RATE)
        frames = np.frombuffer(recording.readframes(recording.getnframes()), np.int16)
    caller, agent = frames.reshape(-1, 2).T
    return caller, agent


def onset(side: Side, after: float) -> float:
    """The first speech after this moment, in seconds."""
    begin = round(after * RATE)
    return begin / RATE + int(np.argmax(np.abs(side[begin:].astype(np.int32)) > 1_000)) / RATE


def displacement(sound: Side, at: float, recording: Side, expected: float) -> float:
    """Seconds by which what sounds at `at` comes later in the recording than expected."""
    wanted = _part(sound, at, at + COMPARED_SECONDS)
    searched = _part(recording, expected - FARTHEST_SECONDS, expected + COMPARED_SECONDS + FARTHEST_SECONDS)
    return int(np.argmax(np.correlate(searched, wanted, "valid"))) / RATE - FARTHEST_SECONDS


def _part(side: Side, begin: float, end: float) -> NDArray[np.float64]:
    """What is outside is silence."""
    first, last = round(begin * RATE), round(end * RATE)
    inside = side[max(first, 0) : max(last, 0)].astype(np.float64)
    before = np.zeros(max(-first, 0))
    return np.concatenate([before, inside, np.zeros(last - first - len(before) - len(inside))])
