"""Who has answered, in virtual time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.answering.detection import (
    AnsweredBy,
    Decided,
    Event,
    Output,
    Ready,
    State,
    Tick,
    Words,
    advance,
    restart,
)
from parley.voice.answering.tone_detection import Tone
from parley.voice.speech_activity import SpeechBegan, SpeechPaused

STEP = 0.032


@dataclass(slots=True)
class Line:
    """Who is at the other end, since the answer."""

    state: State
    now: float = 0.0
    outputs: tuple[Output, ...] = ()

    @classmethod
    def answered(cls, language: str = "en-US", *, has_words: bool = False) -> Line:
        return cls(State(0.0, language, has_words))

    def hear(self, event: Event) -> None:
        self.state, outputs = advance(self.state, event, self.now)
        self.outputs += outputs

    def wait(self, seconds: float) -> Line:
        until = self.now + seconds
        while self.now + STEP < until:
            self.now += STEP
            self.hear(Tick())
        self.now = until
        self.hear(Tick())
        return self

    def speak(self, seconds: float, words: str = "") -> Line:
        """And a pause that is noticed."""
        self.hear(SpeechBegan(self.now))
        self.wait(seconds)
        ended = self.now
        self.wait(0.2)
        self.hear(SpeechPaused(ended))
        if words:
            self.hear(Words(f"{self.state.text} {words}".strip()))
        return self

    def beep(self, frequency: float, seconds: float = 0.4) -> Line:
        self.wait(seconds)
        self.hear(Tone(frequency, seconds, self.now))
        return self

    @property
    def decisions(self) -> list[AnsweredBy]:
        return [output.by for output in self.outputs if isinstance(output, Decided)]

    @property
    def readiness(self) -> list[bool]:
        return [output.after_beep for output in self.outputs if isinstance(output, Ready)]


@pytest.mark.parametrize("words", ["", "Hello?"])
def test_somebody_who_says_hello_is_a_person_within_a_second(words: str) -> None:
    line = Line.answered().wait(0.8).speak(0.5, words).wait(0.8)
    assert line.decisions == [AnsweredBy.PERSON]


def test_nobody_is_decided_on_before_anything_is_said() -> None:
    assert Line.answered().wait(30).decisions == []


@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("Hi, you've reached Bob. Please leave a message after the tone.", AnsweredBy.MACHINE),
        ("I can't come to the phone right now.", AnsweredBy.MACHINE),
        ("Hi, if you record your name and reason for calling, I'll see if this person is available.", "screening"),
        ("Go ahead and say your name, and why you're calling.", "screening"),
        ("Harbour Dental, this is Anna speaking, how can I help you?", AnsweredBy.PERSON),
        ("Thank you for calling Harbour Dental, how may I help?", AnsweredBy.PERSON),
        ("You have reached the Millers.", AnsweredBy.MACHINE),
    ],
)
def test_words_decide(words: str, by: str) -> None:
    assert Line.answered(has_words=True).wait(0.5).speak(3.0, words).wait(1.0).decisions == [by]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es-ES", "Ha llamado al buzón de voz. Deje su mensaje después de la señal."),
        ("de-DE", "Bitte hinterlassen Sie eine Nachricht nach dem Signalton."),
        ("fr-FR", "Laissez un message après le bip."),
        ("it-IT", "Lasciate un messaggio dopo il segnale acustico."),
        ("pt-BR", "Deixe sua mensagem após o sinal."),
        ("nl-NL", "Spreek een bericht in na de piep."),
        ("de-DE", "The person you are calling is not available."),
    ],
)
def test_machines_of_other_languages(language: str, words: str) -> None:
    assert Line.answered(language).speak(2.0, words).decisions == [AnsweredBy.MACHINE]


def test_whoever_goes_on_is_a_machine_also_without_words() -> None:
    line = Line.answered().wait(0.5)
    line.hear(SpeechBegan(line.now))
    line.wait(3.1)
    assert line.decisions == []
    assert line.wait(0.3).decisions == [AnsweredBy.MACHINE]


def test_a_person_who_turns_out_to_be_a_machine_is_one() -> None:
    line = Line.answered().wait(0.5).speak(0.5, "Hello.").wait(1.2)
    line.speak(2.0, "I am not at home, leave a message after the beep.")
    assert line.decisions == [AnsweredBy.PERSON, AnsweredBy.MACHINE]


def test_a_person_who_talks_of_messages_later_stays_a_person() -> None:
    line = Line.answered().speak(0.5, "Hello?").wait(16).speak(2.0, "Should I leave a message for him?")
    assert line.decisions == [AnsweredBy.PERSON]


def test_a_beep_makes_it_ready() -> None:
    line = Line.answered().speak(2.0, "Leave a message after the tone.")
    assert line.readiness == []
    assert line.wait(0.4).beep(1000.0).wait(0.5).readiness == [True]
    # A second one, which comes late, is known as well.
    assert line.beep(1000.0).wait(0.5).readiness == [True, True]


def test_silence_after_the_announcement_makes_it_ready_once() -> None:
    line = Line.answered().speak(2.0, "Leave a message after the tone.").wait(2.5)
    assert line.readiness == [False]
    assert line.wait(10).readiness == [False]


@pytest.mark.parametrize(
    ("tones", "why"),
    [
        ([(1100.0, 0.5)], "fax"),
        ([(2100.0, 2.9)], "fax"),
        ([(950.0, 0.33), (1400.0, 0.33), (1780.0, 0.33)], "not in service"),
        ([(425.0, 1.0)], "beep"),
    ],
)
def test_tones_before_any_word_are_nobody(tones: Sequence[tuple[float, float]], why: str) -> None:
    line = Line.answered().wait(0.3)
    for frequency, seconds in tones:
        line.beep(frequency, seconds)
    line.wait(1.0)
    assert [(output.by, output.why) for output in line.outputs if isinstance(output, Decided)] == [
        (AnsweredBy.TONE, why)
    ]


def test_who_comes_after_screening() -> None:
    line = Line.answered().speak(2.0, "Please say your name and why you are calling.").wait(1.5)
    assert (line.decisions, line.readiness) == ([AnsweredBy.SCREENING], [False])
    line.state, line.outputs = restart(line.state, line.now), ()
    assert line.wait(1).speak(1.0, "Thanks, please stay on the line.").wait(3.0).decisions == []
    assert line.speak(0.5, "Hello, who is this?").wait(1.0).decisions == [AnsweredBy.PERSON]


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.floats(0.05, 5), st.floats(0.25, 4), st.sampled_from(["", "hello", "message after the tone"]))
    )
)
def test_it_decides_at_most_twice_and_a_machine_stays_one(said: list[tuple[float, float, str]]) -> None:
    line = Line.answered()
    for speech, pause, words in said[:6]:
        line.speak(speech, words).wait(pause)
    assert len(line.decisions) <= 2
    assert line.decisions[:1] != [AnsweredBy.MACHINE] or len(line.decisions) == 1
    if said and line.state.answered_by is None:
        assert line.state.spoken_by(line.now) < 6.5
