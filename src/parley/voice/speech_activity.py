"""Where somebody speaks, from how probable that is in each window. Pure: values in, values out, time is an argument.

One window proves nothing: clicks are short, and so are the gaps between syllables.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from parley.providers.voice_activity.protocol import WINDOW_SECONDS

SPEECH_PROBABILITY = 0.5
SILENCE_PROBABILITY = 0.35
"""Between the two, it stays as it was."""
BEGIN_WINDOWS = 3
"""So many of the last four windows are speech: it has begun."""
PAUSE_SECONDS = 0.2
"""Silence of this length is a pause."""


@dataclass(frozen=True, slots=True)
class SpeechBegan:
    at: float
    """The beginning of its first window."""


@dataclass(frozen=True, slots=True)
class SpeechPaused:
    at: float
    """The end of its last window."""


@dataclass(frozen=True, slots=True)
class State:
    is_speaking: bool = False
    recent: tuple[float, ...] = ()
    """When the speech windows among the last four began."""
    last_speech: float = 0.0
    """The end of the last window with speech."""


def advance(state: State, probability: float, now: float) -> tuple[State, tuple[SpeechBegan | SpeechPaused, ...]]:
    """`now` is the end of the window."""
    if state.is_speaking:
        if probability >= SILENCE_PROBABILITY:
            return replace(state, last_speech=now), ()
        if now - state.last_speech < PAUSE_SECONDS:
            return state, ()
        return State(last_speech=state.last_speech), (SpeechPaused(state.last_speech),)
    oldest = now - (BEGIN_WINDOWS + 1.5) * WINDOW_SECONDS
    recent = tuple(began for began in state.recent if began >= oldest)
    if probability >= SPEECH_PROBABILITY:
        recent = (*recent, now - WINDOW_SECONDS)
    if len(recent) < BEGIN_WINDOWS:
        return replace(state, recent=recent), ()
    return State(is_speaking=True, last_speech=now), (SpeechBegan(recent[0]),)
