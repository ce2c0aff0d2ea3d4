"""Turns of a caller who speaks, in a time that is only a number, with a recogniser that is only a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.endpointing import MAX_SECONDS
from parley.voice.listen_settings import ListenSettings
from parley.voice.speech_activity import SpeechBegan, SpeechPaused
from parley.voice.turn_events import (
    AgentStarted,
    AgentStopped,
    BargeIn,
    CallerTurn,
    Digit,
    Event,
    ExpectTurn,
    NotTranscribed,
    Output,
    Reset,
    ResumeSpeech,
    Tick,
    Transcribe,
    Transcribed,
    TurnContinued,
    TurnEndJudged,
    TurnForeseen,
    TurnNotForeseen,
    TurnWithdrawn,
)
from parley.voice.turn_taking import (
    LONGEST_SPEECH,
    TRANSCRIPT_SECONDS,
    State,
    advance,
)

Scene = list[tuple[float, Event]]
DETECTED = 0.2
"""A pause is known as one after this long."""


def expect(**settings: object) -> ExpectTurn:
    return ExpectTurn(replace(ListenSettings(), **settings))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Said:
    """Words from a moment to another, spoken evenly."""

    text: str
    begin: float
    end: float

    def by(self, moment: float) -> str:
        words = self.text.split()
        share = min(max((moment - self.begin) / (self.end - self.begin), 0.0), 1.0)
        return " ".join(words[: int(len(words) * share + 1e-9)])

    @property
    def events(self) -> Scene:
        return [(self.begin + 0.1, SpeechBegan(self.begin)), (self.end + DETECTED, SpeechPaused(self.end))]


def play(
    scene: Scene,
    *said: Said,
    decoding: float | None = 0.3,
    fails: bool = False,
    until: float = 1_000.0,
    withdraws: bool = False,
    foreseen: bool = False,
    judged: tuple[float, float] | None = None,
) -> list[tuple[float, Output]]:
    """What comes out and when, besides requests for transcripts, which are answered after `decoding` seconds with what
    was spoken by then since the last reset. None: never. `judged`: after how long a model answers each of them as
    well, and what."""
    state, forgotten = State(), -1.0
    heard: list[tuple[float, Output]] = []
    waiting: Scene = sorted([*scene, *(event for each in said for event in each.events), (until, Tick())], key=_moment)
    while waiting:
        if state.deadline is not None and state.deadline < waiting[0][0]:
            waiting.insert(0, (state.deadline, Tick()))
        at, event = waiting.pop(0)
        state, outputs = advance(state, event, at)
        for output in outputs:
            if judged is not None and isinstance(output, Transcribe):
                answer_at = at + judged[0]
                waiting = sorted([*waiting, (answer_at, TurnEndJudged(output.request, judged[1]))], key=_moment)
            match output:
                case Transcribe(request) if decoding is not None:
                    words = " ".join(each.by(at) for each in said if forgotten <= each.begin < at)
                    answer = NotTranscribed(request) if fails else Transcribed(request, words.strip())
                    waiting = sorted([*waiting, (at + decoding, answer)], key=_moment)
                case Reset():
                    forgotten = at
                case TurnForeseen() | TurnNotForeseen() if not foreseen:
                    pass
                case _:
                    heard.append((round(at, 3), output))
            if withdraws and output == TurnContinued():
                waiting.insert(0, (at, TurnWithdrawn()))
    return heard


def _moment(each: tuple[float, Event]) -> float:
    return each[0]


def texts(heard: list[tuple[float, Output]]) -> list[tuple[float, str | None]]:
    return [(at, output.text) for at, output in heard if isinstance(output, CallerTurn)]


SILENT_AGENT: Scene = [(0.0, expect())]
SPEAKING_AGENT: Scene = [(0.0, AgentStarted()), (0.5, expect()), (10.0, AgentStopped())]


def test_a_turn_is_complete_after_a_pause() -> None:
    [(at, turn)] = play(SILENT_AGENT, Said("I would like to book a table", 1.0, 3.0), until=9)
    assert at == 3.7
    assert turn == CallerTurn(text="I would like to book a table", spoke_until=3.0, transcribed_at=3.5)


def test_a_whole_answer_needs_no_long_pause() -> None:
    assert texts(play(SILENT_AGENT, Said("yes please", 1.0, 2.0), until=9)) == [(2.5, "yes please")]


def test_whoever_is_in_the_middle_of_a_sentence_is_waited_for() -> None:
    assert texts(play(SILENT_AGENT, Said("I'd like a table for", 1.0, 3.0), until=9)) == [(4.8, "I'd like a table for")]
    both = play(SILENT_AGENT, Said("I'd like a table for", 1.0, 3.0), Said("two people", 4.0, 5.0), until=20)
    assert texts(both) == [(5.807, "I'd like a table for two people")]  # who has paused for a second may do so again


def test_groups_of_a_number_are_one_turn() -> None:
    said = (Said("one two three", 1.0, 2.0), Said("four five six", 3.0, 4.0))
    assert [text for _, text in texts(play(SILENT_AGENT, *said, until=20))] == ["one two three four five six"]


def test_a_transcript_that_comes_late_is_waited_for() -> None:
    assert texts(play(SILENT_AGENT, Said("hello there my friend", 1.0, 2.0), decoding=2.0, until=9)) == [
        (4.2, "hello there my friend")
    ]


def test_a_transcript_that_never_comes_is_not_waited_for_for_ever() -> None:
    assert texts(play(SILENT_AGENT, Said("hello", 1.0, 2.0), decoding=None, until=30)) == [
        (2.0 + TRANSCRIPT_SECONDS, None)
    ]


def test_a_noise_is_no_turn_and_gives_no_more_time() -> None:
    assert texts(play(SILENT_AGENT, Said("", 1.0, 2.0), until=30)) == [(10.0, None)]
    assert texts(play(SILENT_AGENT, Said("", 9.0, 9.9), until=30)) == [(11.4, None)]


def test_speech_without_an_end_is_a_turn_after_a_while() -> None:
    scene = [*SILENT_AGENT, (1.1, SpeechBegan(1.0))]
    [(at, _)] = texts(play(scene, decoding=0.3, until=200))
    assert 1.0 + LONGEST_SPEECH < at < 5.0 + LONGEST_SPEECH


def test_words_interrupt_the_agent_before_they_are_over() -> None:
    heard = play(SPEAKING_AGENT, Said("no wait I need another day", 2.0, 4.0), until=9.5)
    assert heard[0] == (2.7, BargeIn())
    assert [(at, output.text, output.barge_in) for at, output in heard[1:] if isinstance(output, CallerTurn)] == [
        (4.7, "no wait I need another day", True)
    ]


def test_backchannels_do_not_interrupt() -> None:
    for words in ("mhm", "yeah okay", "Right.", "uh-huh", "I see"):
        assert play(SPEAKING_AGENT, Said(words, 2.0, 2.6), until=15) == [], words


def test_a_noise_does_not_interrupt() -> None:
    assert play(SPEAKING_AGENT, Said("", 2.0, 6.0), until=15) == []


def test_a_short_answer_over_the_last_word_counts() -> None:
    assert play(SPEAKING_AGENT, Said("yes", 9.0, 9.4), until=19) == [
        (10.0, CallerTurn(text="yes", spoke_until=9.4, transcribed_at=9.9))
    ]


def test_where_nobody_may_interrupt_words_do_not() -> None:
    scene: Scene = [(0.0, expect(barge_in=False)), (0.0, AgentStarted()), (10.0, AgentStopped())]
    assert play(scene, Said("stop it now please", 2.0, 4.0), until=19) == []
    assert texts(play(scene, Said("stop it now please", 8.5, 11.0), until=19)) == [(11.7, "stop it now please")]


def test_without_recognition_long_speech_interrupts_and_short_speech_does_not() -> None:
    assert play(SPEAKING_AGENT, Said("no no no", 2.0, 4.0), fails=True, until=9.5)[0] == (2.7, BargeIn())
    assert play(SPEAKING_AGENT, Said("mhm", 2.0, 2.4), fails=True, until=15) == []


def test_what_cannot_be_transcribed_is_a_turn_without_words() -> None:
    assert texts(play(SILENT_AGENT, Said("hello", 1.0, 2.0), fails=True, until=9)) == [(2.7, None)]


def test_what_is_said_while_the_agent_thinks_interrupts_an_answer_that_cannot_be_taken_back() -> None:
    scene: Scene = [(0.0, expect()), (5.0, AgentStarted()), (5.1, expect()), (9.0, AgentStopped())]
    said = (Said("a table for two people", 1.0, 2.0), Said("make that four people", 3.0, 4.2))
    heard = play(scene, *said, until=9)
    assert heard[0] == (2.7, CallerTurn(text="a table for two people", spoke_until=2.0, transcribed_at=2.5))
    assert {at for at, output in heard if output == TurnContinued()} == {3.7, 4.3, 4.9}
    (stopped, turn) = [each for each in heard[1:] if each[1] != TurnContinued()]
    assert stopped == (5.0, BargeIn())
    assert isinstance(turn[1], CallerTurn)
    assert (turn[0], turn[1].text, turn[1].barge_in) == (5.1, "make that four people", True)


def test_what_is_said_while_the_agent_thinks_joins_the_turn() -> None:
    said = (Said("a table for two people", 1.0, 2.0), Said("on the terrace please", 3.0, 4.2))
    heard = play(SILENT_AGENT, *said, until=20, withdraws=True)
    assert texts(heard) == [(2.7, "a table for two people"), (5.007, "a table for two people on the terrace please")]
    assert sum(output == TurnContinued() for _, output in heard) == 1


def test_a_turn_with_keys_is_not_taken_back() -> None:
    """Nobody would press them again."""
    scene = [*SILENT_AGENT, (2.5, Digit("4")), (2.8, Digit("#")), (8.0, AgentStarted())]
    said = (Said("my number is", 1.0, 2.0), Said("make that another one", 3.5, 4.7))
    heard = play(scene, *said, until=9, withdraws=True)
    assert [type(output) for _, output in heard] == [CallerTurn, BargeIn]


def test_a_backchannel_while_the_agent_thinks_adds_nothing() -> None:
    said = (Said("a table for two people", 1.0, 2.0), Said("okay", 3.0, 3.4))
    heard = play(SILENT_AGENT, *said, until=8, withdraws=True)
    assert [type(output) for _, output in heard] == [CallerTurn]


def test_the_agent_goes_on_after_what_turned_out_to_be_nothing() -> None:
    # What is heard first are words; all of it is "right".
    scene = [*SPEAKING_AGENT, (2.1, SpeechBegan(2.0)), (2.9, SpeechPaused(2.7))]
    state = State()
    for at, event in sorted(scene, key=_moment)[:3]:
        state, made = advance(state, event, at)
    state, made = advance(state, Tick(), 2.4)
    assert made == (Transcribe(1),)
    state, made = advance(state, Transcribed(1, "write a"), 2.6)
    assert made == (BargeIn(),)
    state, made = advance(state, SpeechPaused(2.7), 2.9)
    assert made == (Transcribe(2),)
    state, made = advance(state, Transcribed(2, "Right."), 3.2)
    assert made == (ResumeSpeech(), Reset())
    assert state.is_agent_speaking
    assert not state.barged_in
    state, made = advance(state, AgentStopped(), 10.0)
    assert state.is_callers_turn


def test_what_stopped_the_agent_does_not_matter_once_it_speaks_again() -> None:
    scene: Scene = [(0.0, AgentStarted()), (0.5, expect()), (4.0, AgentStarted()), (6.0, AgentStopped())]
    state = State()
    for at, event in [*scene[:2], (2.1, SpeechBegan(2.0)), (2.4, Tick())]:
        state, _ = advance(state, event, at)
    state, made = advance(state, Transcribed(1, "no wait"), 2.5)
    assert made == (BargeIn(),)
    for at, event in scene[2:]:
        state, _ = advance(state, event, at)
    assert not state.is_stopped


def test_whoever_speaks_long_is_not_spoken_over_while_recognition_takes_its_time() -> None:
    said = Said("no wait I need another day", 2.0, 6.0)
    heard = play(SPEAKING_AGENT, said, decoding=3.0, until=9.5)
    assert heard[0] == (3.0, BargeIn())
    nothing = Said("", 2.0, 6.0)
    heard = play(SPEAKING_AGENT, nothing, decoding=3.0, until=9.5)
    assert [output for _, output in heard] == [BargeIn(), ResumeSpeech()]


def test_a_turn_is_foreseen_where_nothing_speaks_for_more() -> None:
    [foreseen, turn] = play(SILENT_AGENT, Said("I would like to book a table", 1.0, 3.0), until=9, foreseen=True)
    assert foreseen == (3.5, TurnForeseen("I would like to book a table"))
    assert turn[0] == 3.7
    unfinished = play(SILENT_AGENT, Said("I would like to", 1.0, 3.0), until=9, foreseen=True)
    assert [type(output) for _, output in unfinished] == [CallerTurn]


def test_whoever_goes_on_was_not_foreseen() -> None:
    said = (Said("I would like to book a table", 1.0, 3.0), Said("outside please", 3.55, 4.5))
    heard = play(SILENT_AGENT, *said, until=9, foreseen=True)
    assert [output for _, output in heard][:3] == [
        TurnForeseen("I would like to book a table"),
        TurnNotForeseen(),
        TurnForeseen("I would like to book a table outside please"),
    ]


TABLE = Said("I would like to book a table", 1.0, 3.0)
"""Taken as a turn 0.7 s after it."""


def test_a_turn_that_sounds_complete_is_taken_sooner_and_one_that_does_not_later() -> None:
    def taken(probability: float, seconds: float = 0.2, decoding: float = 0.1) -> list[float]:
        heard = play(SILENT_AGENT, TABLE, until=9, decoding=decoding, judged=(seconds, probability))
        return [at for at, _ in texts(heard)]

    assert taken(1.0) == [3.455]
    assert taken(0.5) == [3.7]
    assert taken(0.0) == [4.4]
    assert taken(1.0, decoding=0.4) == [3.6], "the words are waited for"
    assert taken(1.0, seconds=0.4) == [3.6], "it is longer than that already"


def test_an_answer_that_comes_late_or_never_is_not_waited_for() -> None:
    for seconds in (0.51, 3.0, 100.0):
        for probability in (0.0, 1.0):
            assert play(SILENT_AGENT, TABLE, until=9, judged=(seconds, probability)) == play(
                SILENT_AGENT, TABLE, until=9
            )


def test_an_answer_about_an_earlier_pause_means_nothing() -> None:
    """While the caller speaks again, and in the next pause."""
    said = (Said("a table", 1.0, 2.0), Said("for two people tonight", 2.5, 5.0))
    for seconds in (0.6, 3.2):
        assert play(SILENT_AGENT, *said, until=9, judged=(seconds, 0.0)) == play(SILENT_AGENT, *said, until=9)


def test_what_does_not_sound_complete_is_not_foreseen() -> None:
    heard = play(SILENT_AGENT, TABLE, until=9, foreseen=True, judged=(0.1, 0.0))
    assert [type(output) for _, output in heard] == [CallerTurn]


def test_a_backchannel_stays_one_whatever_it_sounds_like() -> None:
    for probability in (0.0, 1.0):
        assert play(SPEAKING_AGENT, Said("mhm", 2.0, 2.6), until=9, judged=(0.1, probability)) == []


def test_a_step_that_wants_keys_alone_does_not_hear() -> None:
    assert texts(play([(0.0, expect(speech_enabled=False))], Said("hello", 1.0, 2.0), until=30)) == [(10.0, None)]


def test_keys_and_speech_are_one_turn() -> None:
    scene = [*SILENT_AGENT, (2.5, Digit("4")), (2.8, Digit("2")), (3.0, Digit("#"))]
    assert play(scene, Said("my number is", 1.0, 2.0), until=30) == [
        (3.0, CallerTurn("42", text="my number is", spoke_until=2.0, transcribed_at=2.5))
    ]


moments = st.floats(0, 60).map(lambda moment: round(moment, 2))
events = st.one_of(
    st.builds(lambda key: Digit(key), st.sampled_from("12#")),
    st.just(AgentStarted()),
    st.just(AgentStopped()),
    st.builds(ExpectTurn, st.builds(ListenSettings, barge_in=st.booleans(), speech_enabled=st.booleans())),
)
scenes = st.lists(st.tuples(moments, events), max_size=12).map(lambda scene: sorted(scene, key=_moment))
speeches = st.lists(
    st.tuples(st.sampled_from(["", "mhm", "yes", "a table for two", "and then"]), st.floats(0.2, 3), st.floats(0.3, 3)),
    max_size=6,
)


def spoken(stretches: list[tuple[str, float, float]]) -> list[Said]:
    said, now = [], 0.0
    for text, pause, length in stretches:
        said.append(Said(text, now + DETECTED + pause, now + DETECTED + pause + length))
        now = said[-1].end
    return said


judgements = st.none() | st.tuples(st.sampled_from([0.1, 0.3, 1.0, 6.0]), st.sampled_from([0.0, 0.3, 0.8, 1.0]))


@pytest.mark.slow
@given(scenes, speeches, st.booleans(), st.sampled_from([0.05, 0.4, 2.0]), judgements)
def test_whoever_expects_a_turn_gets_one_and_no_more(
    scene: Scene,
    stretches: list[tuple[str, float, float]],
    fails: bool,
    decoding: float,
    judged: tuple[float, float] | None,
) -> None:
    ended: Scene = [*scene, (500.0, AgentStopped())]
    heard = play(ended, *spoken(stretches), fails=fails, decoding=decoding, judged=judged)
    turns = [output for _, output in heard if isinstance(output, CallerTurn)]
    wanted = sum(isinstance(event, ExpectTurn) for _, event in scene)
    assert len(turns) <= wanted
    assert bool(turns) == bool(wanted)


@pytest.mark.slow
@given(scenes, speeches, st.lists(moments, max_size=20))
def test_it_makes_no_difference_how_often_the_clock_rings(
    scene: Scene, stretches: list[tuple[str, float, float]], rings: list[float]
) -> None:
    rung = sorted([*scene, *((at, Tick()) for at in rings)], key=_moment)
    assert play(rung, *spoken(stretches)) == play(scene, *spoken(stretches))


@given(scenes, speeches, st.floats(0, 1))
def test_an_answer_that_comes_after_the_longest_pause_changes_nothing(
    scene: Scene, stretches: list[tuple[str, float, float]], probability: float
) -> None:
    late = play(scene, *spoken(stretches), judged=(MAX_SECONDS, probability))
    assert late == play(scene, *spoken(stretches))


@given(speeches.filter(bool), st.floats(0.5, 1), st.sampled_from([0.05, 0.2, 0.5]))
def test_what_sounds_complete_is_never_taken_later(
    stretches: list[tuple[str, float, float]], probability: float, seconds: float
) -> None:
    without = texts(play(SILENT_AGENT, *spoken(stretches)))
    sounding = texts(play(SILENT_AGENT, *spoken(stretches), judged=(seconds, probability)))
    assert sounding[0][0] <= without[0][0]
