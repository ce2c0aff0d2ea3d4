"""Where speech begins and pauses, in a time that is only a number."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.voice_activity.protocol import WINDOW_SECONDS
from parley.voice.speech_activity import (
    PAUSE_SECONDS,
    QUIET,
    SPEECH,
    ActivityEvent,
    ActivitySettings,
    ActivityState,
    SpeechBegan,
    SpeechPaused,
    advance,
)

HISTORY = 4
PROBABILITIES = {"#": 1.0, "+": 0.4, "-": 0.0}
"""Speech, what only continues speech, and quiet, as pictures of windows have them."""


def moment(windows: float) -> float:
    return windows * WINDOW_SECONDS


def run(probabilities: Iterable[float]) -> list[tuple[int, ActivityEvent]]:
    """Events, each with the number of the window that made it certain."""
    state, events = ActivityState(), []
    for number, probability in enumerate(probabilities):
        state, more = advance(state, probability, moment(number + 1))
        events += [(number, event) for event in more]
    return events


def hear(windows: str) -> list[tuple[int, ActivityEvent]]:
    return run(PROBABILITIES[window] for window in windows)


@pytest.mark.parametrize(
    ("windows", "certain", "first"),
    [("###", 2, 0), ("--###", 4, 2), ("--##-#", 5, 2), ("--#-##", 5, 2), ("#--###", 5, 3), ("##--###", 6, 4)],
)
def test_speech_begins_with_the_first_of_three_windows_out_of_four(windows: str, certain: int, first: int) -> None:
    [(number, event)] = hear(windows)
    assert isinstance(event, SpeechBegan)
    assert number == certain
    assert event.at == pytest.approx(moment(first))


@pytest.mark.parametrize("windows", ["#", "##", "--#--##--", "##--##--##", "+++++++++", "#-+-#-+-#", ""])
def test_a_click_is_no_speech(windows: str) -> None:
    assert hear(windows) == []


def test_a_pause_is_known_after_a_fifth_of_a_second_and_begins_with_the_last_speech() -> None:
    assert hear("###" + "-" * 10) == [(2, SpeechBegan(moment(0))), (9, SpeechPaused(moment(3)))]


@pytest.mark.parametrize("windows", ["###" + "-" * 6, "###" + "------#" * 3, "###" + "------+" * 3, "###" + "+" * 50])
def test_less_is_no_pause(windows: str) -> None:
    assert len(hear(windows)) == 1


def test_after_a_pause_a_click_is_no_speech_either() -> None:
    heard = hear("###" + "-" * 7 + "##" + "-" * 7 + "###")
    assert [type(event) for _, event in heard] == [SpeechBegan, SpeechPaused, SpeechBegan]


def test_thresholds_belong_to_what_they_begin() -> None:
    assert len(run([SPEECH] * 3 + [QUIET] * 20)) == 1
    assert run([SPEECH - 0.01] * 20) == []
    assert len(run([SPEECH] * 3 + [QUIET - 0.01] * 7)) == 2


@pytest.mark.parametrize("probability", [0.0, 1.0])
def test_where_windows_are_missing_time_counts(probability: float) -> None:
    state, events = advance(ActivityState(spoke_until=1.0), probability, 31.0)
    assert events == (SpeechPaused(1.0),)
    assert not state.is_speaking
    # What was said half a minute ago is no part of a beginning.
    heard = []
    for number in range(3):
        state, events = advance(state, 1.0, 61.0 + moment(number))
        heard.append(events)
    assert heard[:2] == [(), ()]
    [began] = heard[2]
    assert began.at == pytest.approx(61.0 - WINDOW_SECONDS)


scenes = st.lists(st.tuples(st.sampled_from([0.0, 0.34, 0.35, 0.49, 0.5, 1.0]), st.integers(1, 12)), max_size=30)
"""Probabilities, each for some windows."""
gaps = st.lists(st.integers(0, 20), max_size=30)
"""Windows that are missing, between those."""


def spread(scene: list[tuple[float, int]], missing: list[int]) -> list[tuple[float, float]]:
    """Windows: the probability, and when each ends."""
    windows, number = [], 0
    for position, (probability, count) in enumerate(scene):
        number += missing[position] if position < len(missing) else 0
        for _ in range(count):
            number += 1
            windows.append((probability, moment(number)))
    return windows


def listen(windows: list[tuple[float, float]]) -> list[tuple[float, ActivityEvent]]:
    state, events = ActivityState(), []
    for probability, now in windows:
        state, more = advance(state, probability, now)
        events += [(now, event) for event in more]
    return events


@given(scenes, gaps)
def test_beginnings_and_pauses_alternate_and_time_goes_on(scene: list[tuple[float, int]], missing: list[int]) -> None:
    heard = listen(spread(scene, missing))
    kinds = [type(event) for _, event in heard]
    assert kinds == [SpeechBegan, SpeechPaused] * (len(kinds) // 2) + [SpeechBegan] * (len(kinds) % 2)
    moments = [event.at for _, event in heard]
    assert all(earlier < later for earlier, later in pairwise(moments))
    assert all(event.at < now for now, event in heard)


@given(scenes, gaps)
def test_an_event_says_what_was_heard(scene: list[tuple[float, int]], missing: list[int]) -> None:
    windows = spread(scene, missing)
    for now, event in listen(windows):
        if isinstance(event, SpeechBegan):
            loud = [end for probability, end in windows if probability >= SPEECH and event.at < end <= now]
            assert len(loud) == 3
            assert now - event.at < moment(HISTORY + 0.5)
        else:
            assert now - event.at >= PAUSE_SECONDS
            between = [end for probability, end in windows if probability >= QUIET and event.at < end < now]
            assert between == []


@given(st.lists(st.tuples(st.integers(1, 2), st.integers(HISTORY - 1, 20)), max_size=30))
def test_clicks_that_are_apart_give_nothing(clicks: list[tuple[int, int]]) -> None:
    assert hear("".join("#" * loud + "-" * quiet for loud, quiet in clicks)) == []


def test_a_step_may_want_more_speech_and_longer_pauses() -> None:
    settings = ActivitySettings(speech=0.8, quiet=0.5, begin_windows=5, pause_seconds=0.5)
    state, events = ActivityState(), []
    probabilities = [0.9] * 4 + [0.05] * 10 + [0.9] * 10 + [0.05] * 12 + [0.9] * 3 + [0.05] * 20
    for window, probability in enumerate(probabilities):
        state, found = advance(state, probability, (window + 1) * WINDOW_SECONDS, settings)
        events += [type(each) for each in found]
    assert events == [SpeechBegan, SpeechPaused]
