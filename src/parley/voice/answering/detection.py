"""Who has answered a call that we placed: a person, an answering machine, an assistant that screens calls, or a fax.
Pure: values in, values out, time is an argument.

People say little and wait; machines go on. Words tell sooner and better, when there is a recogniser; without one the
length of what was said decides. A beep is a machine's. Nothing waits for the decision: the agent talks meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from parley.voice.answering.phrases import Phrase, find_phrase
from parley.voice.answering.tone_detection import Tone
from parley.voice.speech_activity import SpeechBegan, SpeechPaused

PERSON_PAUSE = 0.9
"""Who has said something short and is silent for so long waits for an answer."""
KNOWN_PAUSE = 0.4
"""The same, if the words are known and are nothing that a machine says."""
SHORT_SECONDS = 2.6
"""Of speech, without its pauses: people who pick up say less, unless it is a business."""
LONG_SECONDS = 3.2
"""Whoever goes on for so long without an answer is a machine."""
LONG_WITH_WORDS = 6.0
"""The same, if the words are known and are nothing that a machine says."""
CORRECTION_SECONDS = 15.0
"""So long after the answer a person who turns out to be a machine is one: some begin with "Hello?" and a pause."""
CORRECTION_SPEECH = 4.0
TONES_APART = 0.5
"""Tones that follow each other faster are one signal."""
END_PAUSE = 2.2
"""A machine that is silent for so long waits for the message, beep or not."""
SCREENER_PAUSE = 1.0
MOST_TEXT = 2_000
MACHINE_SECONDS = 60.0
"""No announcement is longer."""

FAX_CALLING, FAX_CALLED, NEAR = 1100.0, 2100.0, 40.0
NOT_IN_SERVICE = ((880.0, 1010.0), (1340.0, 1460.0), (1740.0, 1820.0))
"""The special information tones (ITU-T E.180), one after the other."""


class AnsweredBy(StrEnum):
    PERSON = "person"
    MACHINE = "machine"
    SCREENING = "screening"
    TONE = "tone"


@dataclass(frozen=True, slots=True)
class Words:
    """All that was said so far, as far as it is known."""

    text: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened, but it is later."""


Event = SpeechBegan | SpeechPaused | Tone | Words | Tick


@dataclass(frozen=True, slots=True)
class Decided:
    by: AnsweredBy
    why: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The machine has finished, or has beeped: what is said now is recorded."""

    after_beep: bool


Output = Decided | Ready


@dataclass(frozen=True, slots=True)
class State:
    """Begins when the call is answered, and again when the machine has had its answer."""

    began_at: float
    language: str = "en-US"
    has_words: bool = False
    """There is a recogniser: the words will come."""
    speaking_since: float | None = None
    spoke_until: float | None = None
    """None: nobody has said anything."""
    spoken: float = 0.0
    """Seconds, up to the last pause."""
    text: str = ""
    skipped: int = 0
    """So much of it was said by somebody who asked to wait."""
    phrase: Phrase | None = None
    """The most telling in it."""
    tones: tuple[Tone, ...] = ()
    """The newest signal, as long as more may belong to it."""
    answered_by: AnsweredBy | None = None
    is_by_words: bool = False
    is_ready: bool = False
    waits_for_person: bool = False
    """Somebody else was there before: who says that they are being connected is nobody yet."""

    def spoken_by(self, now: float) -> float:
        return self.spoken + (now - self.speaking_since if self.speaking_since is not None else 0.0)


Step = tuple[State, tuple[Output, ...]]


def advance(state: State, event: Event, now: float) -> Step:
    """It makes no difference how often a `Tick` comes, but for how late a decision by silence is."""
    match event:
        case SpeechBegan(at):
            state = replace(state, speaking_since=at)
        case SpeechPaused(at) if state.speaking_since is not None:
            spoken = state.spoken + max(at - state.speaking_since, 0.0)
            state = replace(state, speaking_since=None, spoke_until=at, spoken=spoken)
        case Words(text):
            state = replace(state, text=text, phrase=find_phrase(text[state.skipped :][-MOST_TEXT:], state.language))
        case Tone():
            state = replace(state, tones=(*state.tones[-2:], event))
    state = _forget_hold(state, now)
    outputs = tuple[Output, ...]()
    if state.answered_by in (None, AnsweredBy.PERSON):
        found = _find(state, now)
        if found is not None and found.by != state.answered_by:
            is_by_words = found.why == "words"
            state, outputs = replace(state, answered_by=found.by, is_by_words=is_by_words), (found,)
    return _check_ready(state, outputs, now)


def _forget_hold(state: State, now: float) -> State:
    """Who asks to wait says nothing about who comes next."""
    is_over = state.speaking_since is None and state.spoke_until is not None and now - state.spoke_until >= KNOWN_PAUSE
    if not (state.waits_for_person and state.phrase is Phrase.HOLD and is_over and state.answered_by is None):
        return state
    return replace(state, skipped=len(state.text), phrase=None, spoken=0.0, spoke_until=None)


def _find(state: State, now: float) -> Decided | None:
    if state.tones and now - state.tones[-1].until >= TONES_APART:
        return _judge_tones(state)
    phrase = state.phrase
    if phrase in (Phrase.SCREENING, Phrase.MACHINE):
        by = AnsweredBy.SCREENING if phrase is Phrase.SCREENING else AnsweredBy.MACHINE
        # Later it is a person who talks about messages.
        return Decided(by, "words") if _may_correct(state, now) else None
    if state.answered_by is AnsweredBy.PERSON:
        goes_on = not state.is_by_words and state.speaking_since is not None and _may_correct(state, now)
        is_long = goes_on and now - (state.speaking_since or now) >= CORRECTION_SPEECH
        return Decided(AnsweredBy.MACHINE, "length") if is_long else None
    return _judge_length(state, now)


def _may_correct(state: State, now: float) -> bool:
    return state.answered_by is None or now - state.began_at <= CORRECTION_SECONDS


def _judge_length(state: State, now: float) -> Decided | None:
    phrase = state.phrase
    spoken = state.spoken_by(now)
    is_known = bool(state.text[state.skipped :].strip()) and phrase is not Phrase.LIKELY_MACHINE
    if phrase is not Phrase.PERSON and spoken >= _longest(state):
        return Decided(AnsweredBy.MACHINE, "length")
    if state.speaking_since is not None or state.spoke_until is None:
        return None
    if phrase is Phrase.PERSON:
        return Decided(AnsweredBy.PERSON, "words")
    pause = now - state.spoke_until
    if phrase is Phrase.LIKELY_MACHINE or (not is_known and spoken > SHORT_SECONDS):
        return Decided(AnsweredBy.MACHINE, "length") if pause >= PERSON_PAUSE else None
    if pause >= (KNOWN_PAUSE if is_known else PERSON_PAUSE):
        return Decided(AnsweredBy.PERSON, "words" if is_known else "length")
    return None


def _longest(state: State) -> float:
    if state.phrase is Phrase.LIKELY_MACHINE or not (state.text or state.has_words):
        return LONG_SECONDS
    return LONG_WITH_WORDS


def _judge_tones(state: State) -> Decided:
    """A beep after speech is a machine's; without any it may be whatever, but nobody is there."""
    tones = state.tones
    lasts = tones[-1]
    is_sit = len(tones) == len(NOT_IN_SERVICE) and all(
        low <= tone.frequency <= high for tone, (low, high) in zip(tones, NOT_IN_SERVICE, strict=True)
    )
    if is_sit:
        return Decided(AnsweredBy.TONE, "not in service")
    is_fax = abs(lasts.frequency - FAX_CALLED) <= NEAR or (
        abs(lasts.frequency - FAX_CALLING) <= NEAR and lasts.seconds >= 0.4 and state.spoke_until is None
    )
    if is_fax:
        return Decided(AnsweredBy.TONE, "fax")
    return Decided(AnsweredBy.TONE if state.spoke_until is None else AnsweredBy.MACHINE, "beep")


def _check_ready(state: State, outputs: tuple[Output, ...], now: float) -> Step:
    """Once, when the machine has finished; and again at each beep, which may come late."""
    if state.answered_by in (None, AnsweredBy.PERSON):
        return state, outputs
    if state.tones and now - state.tones[-1].until >= TONES_APART / 2:
        return replace(state, tones=(), is_ready=True), (*outputs, Ready(after_beep=True))
    if state.is_ready or state.speaking_since is not None or state.tones:
        return state, outputs
    pause = SCREENER_PAUSE if state.answered_by is AnsweredBy.SCREENING else END_PAUSE
    last = state.began_at if state.spoke_until is None else state.spoke_until
    if now - last >= pause or now - state.began_at >= MACHINE_SECONDS:
        return replace(state, is_ready=True), (*outputs, Ready(after_beep=False))
    return state, outputs


def restart(state: State, now: float) -> State:
    """The machine has had its answer: who speaks next?"""
    return replace(
        State(now, state.language, state.has_words), speaking_since=state.speaking_since, waits_for_person=True
    )
