"""Turns of a caller, by keys and by silence, in a time that is only a number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.listen_settings import ListenSettings
from parley.voice.turn_events import (
    AgentStarted,
    AgentStopped,
    BargeIn,
    CallerTurn,
    Digit,
    Event,
    ExpectTurn,
    Output,
    Tick,
)
from parley.voice.turn_taking import (
    State,
    advance,
)

Scene = list[tuple[float, Event]]
STARTED, STOPPED = AgentStarted(), AgentStopped()


def expect(**settings: object) -> ExpectTurn:
    return ExpectTurn(replace(ListenSettings(), **settings))  # type: ignore[arg-type]


def keys(digits: str, begin: float = 1.0, apart: float = 0.5) -> Scene:
    return [(begin + number * apart, Digit(key)) for number, key in enumerate(digits)]


def play(scene: Scene, until: float = 1_000.0) -> list[tuple[float, Output]]:
    """What comes out and when, with a clock that rings at every deadline."""
    state, heard = State(), []
    for at, event in [*scene, (until, Tick())]:
        while state.deadline is not None and state.deadline < at:
            ring = state.deadline
            state, outputs = advance(state, Tick(), ring)
            heard += [(ring, output) for output in outputs]
        state, outputs = advance(state, event, at)
        heard += [(at, output) for output in outputs]
    return heard


def turn(*scene: tuple[float, Event], **settings: object) -> Scene:
    """The agent has said something from 0 to 1, and then the scene."""
    return [(0.0, STARTED), (0.5, expect(**settings)), (1.0, STOPPED), *scene]


def test_silence_counts_from_the_last_word() -> None:
    assert play(turn()) == [(11.0, CallerTurn())]
    assert play(turn(silence_seconds=0.1)) == [(1.1, CallerTurn())]


def test_an_agent_that_says_nothing_listens_at_once() -> None:
    assert play([(3.0, expect())]) == [(13.0, CallerTurn())]


def test_digits_end_after_a_pause() -> None:
    assert play(turn(*keys("123", 2.0))) == [(5.0, CallerTurn("123"))]


def test_a_key_finishes_and_is_not_part_of_it() -> None:
    assert play(turn(*keys("12#", 2.0)), until=5) == [(3.0, CallerTurn("12"))]
    assert play(turn(*keys("12*", 2.0), finish_on_key="*"), until=5) == [(3.0, CallerTurn("12"))]
    assert play(turn(*keys("12#", 2.0), finish_on_key="")) == [(5.0, CallerTurn("12#"))]


def test_alone_the_finishing_key_is_all_that_was_said() -> None:
    assert play(turn(*keys("#", 2.0))) == [(2.0, CallerTurn("#"))]


def test_enough_digits_end_at_once_and_a_finishing_key_after_them_is_nothing() -> None:
    assert play(turn(*keys("1234#", 2.0), num_digits=4)) == [(3.5, CallerTurn("1234"))]
    # Also when the agent has begun to answer.
    again = [*turn(*keys("1", 2.0), num_digits=1), (2.2, STARTED), (2.4, Digit("#"))]
    assert play(again) == [(2.0, CallerTurn("1"))]


def test_keys_that_do_not_exist_are_not_heard() -> None:
    assert play(turn(*keys("x", 2.0), (3.0, Digit("")), (3.0, Digit("12")))) == [(11.0, CallerTurn())]


def test_a_key_interrupts_the_agent() -> None:
    scene: Scene = [(0.0, STARTED), (0.5, expect()), *keys("12", 1.0), (1.1, STOPPED)]
    assert play(sorted(scene, key=lambda each: each[0])) == [(1.0, BargeIn()), (3.5, CallerTurn("12", barge_in=True))]


def test_an_interrupted_turn_is_answered_when_the_agent_has_come_to_its_end() -> None:
    scene: Scene = [(0.0, STARTED), (1.0, Digit("1")), (1.5, Digit("2")), (9.0, expect())]
    assert play(scene) == [(1.0, BargeIn()), (11.0, CallerTurn("12", barge_in=True))]
    assert play([*scene[:-1], (9.0, expect(num_digits=2))]) == [
        (1.0, BargeIn()),
        (9.0, CallerTurn("12", barge_in=True)),
    ]


def test_where_nobody_may_interrupt_keys_are_kept_until_the_agent_has_finished() -> None:
    settings = expect(barge_in=False, num_digits=3)
    assert play([(0.0, settings), (0.0, STARTED), *keys("123"), (5.0, STOPPED)]) == [(5.0, CallerTurn("123"))]
    assert play([(0.0, settings), (0.0, STARTED), *keys("12"), (5.0, STOPPED)]) == [(7.0, CallerTurn("12"))]


def test_without_early_listening_keys_count_after_the_last_word_only() -> None:
    settings = expect(early_listening=False)
    scene: Scene = [(0.0, settings), (0.0, STARTED), *keys("12"), (5.0, STOPPED)]
    assert play(scene) == [(15.0, CallerTurn())]
    assert play([*scene, *keys("34", 6.0)]) == [(8.5, CallerTurn("34"))]


def test_keys_pressed_while_the_agent_thinks_count_for_the_next_turn() -> None:
    first = turn(*keys("1", 2.0), num_digits=1)
    scene = [*first, (2.5, Digit("7")), (3.0, STARTED), (3.5, expect(num_digits=1)), (4.0, STOPPED)]
    assert play(scene) == [(2.0, CallerTurn("1")), (4.0, CallerTurn("7"))]


def test_what_is_too_much_is_left_for_the_next_turn() -> None:
    settings = {"barge_in": False, "num_digits": 2}
    first: Scene = [(0.0, expect(**settings)), (0.0, STARTED), *keys("1234"), (5.0, STOPPED)]
    assert play([*first, (6.0, expect(**settings))]) == [(5.0, CallerTurn("12")), (6.0, CallerTurn("34"))]


def test_without_a_keypad_there_is_only_silence() -> None:
    assert play([(0.0, expect(dtmf_enabled=False)), *keys("12#")]) == [(10.0, CallerTurn())]
    kept: Scene = [
        (0.0, STARTED),
        (0.0, expect(barge_in=False)),
        *keys("1"),
        (2.0, expect(dtmf_enabled=False)),
        (3.0, STOPPED),
    ]
    assert play(kept) == [(13.0, CallerTurn())]


def test_an_agent_that_speaks_again_stops_the_clock() -> None:
    assert play(turn((5.0, STARTED), (30.0, STOPPED))) == [(40.0, CallerTurn())]
    assert play(turn((5.0, STARTED), (6.0, Digit("1")))) == [(6.0, BargeIn()), (8.0, CallerTurn("1", barge_in=True))]


def test_nothing_is_heard_while_nobody_listens() -> None:
    assert play([(0.0, STARTED), (1.0, STOPPED)]) == []
    assert play(turn()[:2]) == []


def test_a_clock_that_rings_late_changes_nothing_but_the_moment() -> None:
    state = State()
    for at, event in turn(*keys("12", 2.0)):
        state, outputs = advance(state, event, at)
        assert outputs == ()
    state, outputs = advance(state, Digit("3"), 60.0)
    assert outputs == (CallerTurn("12"),)
    assert state.keys == "3"


settings = st.builds(
    ListenSettings,
    silence_seconds=st.floats(0, 20),
    barge_in=st.booleans(),
    dtmf_enabled=st.booleans(),
    num_digits=st.integers(1, 6),
    inter_digit_timeout=st.floats(0.1, 5),
    finish_on_key=st.sampled_from(["#", "*", ""]),
    early_listening=st.booleans(),
)
events = st.one_of(
    st.sampled_from("0123456789*#x").map(Digit),
    st.just(STARTED),
    st.just(STOPPED),
    st.builds(ExpectTurn, settings),
    st.just(Tick()),
)
scenes = st.lists(st.tuples(st.floats(0, 5), events), max_size=30).map(
    lambda steps: [(sum(wait for wait, _ in steps[: number + 1]), event) for number, (_, event) in enumerate(steps)]
)


@given(scenes, st.lists(st.floats(0, 200), max_size=20))
def test_it_makes_no_difference_how_often_the_clock_rings(scene: Scene, rings: list[float]) -> None:
    rung: Scene = sorted([*scene, *((at, Tick()) for at in rings)], key=lambda each: each[0])
    assert play(rung) == play(scene)


@given(scenes)
def test_every_turn_of_the_caller_ends_once(scene: Scene) -> None:
    """Whoever expects something hears something, once; and nobody hears what was not expected."""
    end = 1_000.0
    heard = [output for _, output in play([*scene, (500.0, STOPPED)], end) if isinstance(output, CallerTurn)]
    wanted = sum(isinstance(event, ExpectTurn) for _, event in scene)
    assert len(heard) <= wanted
    assert bool(heard) == bool(wanted)


@given(scenes)
def test_what_is_heard_was_pressed(scene: Scene) -> None:
    pressed = "".join(event.key for _, event in scene if isinstance(event, Digit))
    position = 0
    for _, output in play(scene):
        for key in (output.digits or "") if isinstance(output, CallerTurn) else "":
            position = pressed.index(key, position) + 1


@given(scenes)
def test_the_clock_runs_only_in_the_callers_turn(scene: Scene) -> None:
    state = State()
    for at, event in scene:
        state, outputs = advance(state, event, at)
        assert (state.deadline is not None) == state.is_callers_turn
        assert state.deadline is None or at <= state.deadline <= at + 20
        assert BargeIn() not in outputs or isinstance(event, Digit)


@given(settings, st.text("0123456789*", min_size=1, max_size=8), st.floats(0.01, 4))
def test_digits_in_time_are_one_turn(settings: ListenSettings, digits: str, apart: float) -> None:
    settings = replace(settings, dtmf_enabled=True, finish_on_key="#", silence_seconds=10.0)
    pressed = keys(digits, 1.0, apart)
    heard = [each for each in play([(0.0, ExpectTurn(settings)), *pressed]) if isinstance(each[1], CallerTurn)]
    limit = settings.num_digits if apart < settings.inter_digit_timeout else 1
    expected = digits[:limit]
    last = 1.0 + (len(expected) - 1) * apart
    at = last if len(expected) == settings.num_digits else last + settings.inter_digit_timeout
    assert heard[0][0] == pytest.approx(at)
    assert heard[0][1] == CallerTurn(expected)
