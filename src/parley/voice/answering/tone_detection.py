"""Steady tones in the audio of a call: the beep of an answering machine, a fax machine, the three tones before "this
number is not in service". Pure: windows of audio in, tones out.

A window is tonal when nearly all of its energy lies around one frequency; that of speech is spread over many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parley.providers.speech.protocol import RATE
from parley.providers.voice_activity.protocol import WINDOW, WINDOW_SECONDS

LOWEST, HIGHEST = 380.0, 2300.0
"""Hertz. Below lies hum, above nothing that machines say."""
TONALITY = 0.85
"""The part of a window's energy that lies within `NEAR` bins of the strongest."""
NEAR = 2
LOUD = 150.0
"""Root mean square of samples."""
STEADY = 25.0
"""Hertz by which a tone may move from window to window."""
SHORTEST_SECONDS = 0.12
GAP_WINDOWS = 1
"""A click in a tone does not end it."""

_WEIGHTS = np.hanning(WINDOW)
_BIN = RATE / WINDOW


@dataclass(frozen=True, slots=True)
class Tone:
    frequency: float
    seconds: float
    until: float
    """When it ended."""


@dataclass(frozen=True, slots=True)
class ToneState:
    frequency: float = 0.0
    began_at: float | None = None
    until: float = 0.0
    misses: int = 0


def advance(state: ToneState, window: bytes, now: float) -> tuple[ToneState, Tone | None]:
    """`now` is when the window ends. A tone is reported when it has ended."""
    frequency = find_tone(window)
    if state.began_at is None:
        return (_begun(frequency, now) if frequency else state), None
    if frequency and abs(frequency - state.frequency) <= STEADY:
        return ToneState(state.frequency, state.began_at, now), None
    if not frequency and state.misses < GAP_WINDOWS:
        return ToneState(state.frequency, state.began_at, state.until, state.misses + 1), None
    ended = Tone(state.frequency, state.until - state.began_at, state.until)
    return (_begun(frequency, now) if frequency else ToneState()), ended if _is_long_enough(ended) else None


def find_tone(window: bytes) -> float | None:
    """The frequency of the one tone in a window; None when there is none."""
    samples = np.frombuffer(window, np.int16).astype(np.float64)
    if float(np.sqrt(np.mean(samples**2))) < LOUD:
        return None
    energy = np.abs(np.fft.rfft(samples * _WEIGHTS)) ** 2
    peak = int(energy.argmax())
    near = energy[max(peak - NEAR, 0) : peak + NEAR + 1]
    # Nothing at all is left of a click at the edge of a window.
    if not near.sum() or near.sum() < TONALITY * energy[1:].sum():
        return None
    # Between the bins: the middle of what lies around the strongest.
    first = max(peak - NEAR, 0)
    frequency = float((near * (np.arange(len(near)) + first)).sum() / near.sum()) * _BIN
    return frequency if LOWEST <= frequency <= HIGHEST else None


def _begun(frequency: float, now: float) -> ToneState:
    return ToneState(frequency, now - WINDOW_SECONDS, now)


def _is_long_enough(tone: Tone) -> bool:
    return tone.seconds >= SHORTEST_SECONDS
