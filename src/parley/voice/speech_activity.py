"""Speech activity of a caller: when speech begins and pauses, from the probability of speech in each window of audio.
Pure: values in, values out, time is an argument."""

from __future__ import annotations

from dataclasses import dataclass

from parley.providers.voice_activity.protocol import WINDOW_SECONDS

SPEECH = 0.5
"""A window that is at least so likely to be speech counts for a beginning."""
QUIET = 0.35
"""A window below continues no speech. Lower than `SPEECH`: a soft syllable would else be a pause."""
BEGIN_WINDOWS, OF_LAST = 3, 4
"""So many windows of the last ones are speech when it has begun. A click or a knock on the receiver is one or two."""
PAUSE_SECONDS = 0.2
"""Quiet for as long is a pause; the closure before a `p` or a `t` is shorter."""


@dataclass(frozen=True, slots=True)
class SpeechBegan:
    at: float
    """The beginning of the first window with speech, some windows before it was certain."""


@dataclass(frozen=True, slots=True)
class SpeechPaused:
    at: float
    """The end of the last window with speech, `PAUSE_SECONDS` or more before it was certain."""


@dataclass(frozen=True, slots=True)
class ActivitySettings:
    """A step may want others, for callers who speak softly or from a loud place."""

    speech: float = SPEECH
    quiet: float = QUIET
    begin_windows: int = BEGIN_WINDOWS
    pause_seconds: float = PAUSE_SECONDS


USUAL = ActivitySettings()

ActivityEvent = SpeechBegan | SpeechPaused


@dataclass(frozen=True, slots=True)
class ActivityState:
    spoke_until: float | None = None
    """The end of the last window with speech; None while nobody speaks."""
    onsets: tuple[float, ...] = ()
    """While nobody speaks: the beginnings of those of the last windows that may begin speech."""

    @property
    def is_speaking(self) -> bool:
        return self.spoke_until is not None


def advance(
    state: ActivityState, probability: float, now: float, settings: ActivitySettings = USUAL
) -> tuple[ActivityState, tuple[ActivityEvent, ...]]:
    """`now` is when the window ends. Windows may be missing, as when nothing was received: time counts, not their
    number."""
    start = now - WINDOW_SECONDS
    if state.spoke_until is None:
        return _listen_for_speech(state, probability, start, now, settings)
    if start - state.spoke_until >= settings.pause_seconds:
        # Windows are missing: the pause was over before this one, which may already begin something new.
        heard, events = _listen_for_speech(ActivityState(), probability, start, now, settings)
        return heard, (SpeechPaused(state.spoke_until), *events)
    if probability >= settings.quiet:
        return ActivityState(spoke_until=now), ()
    if now - state.spoke_until >= settings.pause_seconds:
        return ActivityState(), (SpeechPaused(state.spoke_until),)
    return state, ()


def _listen_for_speech(
    state: ActivityState, probability: float, start: float, now: float, settings: ActivitySettings
) -> tuple[ActivityState, tuple[ActivityEvent, ...]]:
    if probability < settings.speech:
        return state, ()
    # In the middle between the last window that counts and the one before: sums of moments are not exact.
    earliest = start - (settings.begin_windows + OF_LAST - BEGIN_WINDOWS - 0.5) * WINDOW_SECONDS
    onsets = (*(onset for onset in state.onsets if onset > earliest), start)
    if len(onsets) < settings.begin_windows:
        return ActivityState(onsets=onsets), ()
    return ActivityState(spoke_until=now), (SpeechBegan(onsets[0]),)
