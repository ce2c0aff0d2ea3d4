from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.endpointing import (
    ANSWERED_FACTOR,
    COMPLETE_FACTOR,
    FINISHED_FACTOR,
    GROUP_SECONDS,
    INCOMPLETE_FACTOR,
    MAX_SECONDS,
    MIN_SECONDS,
    OPEN_FACTOR,
    REMEMBERED_PAUSES,
    UNFINISHED_SECONDS,
    find_endpoint,
    remember_pause,
)
from parley.voice.listen_settings import ListenSettings

BASE = 0.7
SETTINGS = ListenSettings(endpoint_seconds=BASE)
PHONE, OPEN, YES_NO, OFFER = (
    "Could I have your phone number, please?",
    "How can I help you?",
    "Is that correct?",
    "Anything else?",
)


def seconds(
    text: str,
    asked: str = YES_NO,
    language: str = "en-US",
    pauses: tuple[float, ...] = (),
    completeness: float | None = None,
) -> float:
    return find_endpoint(text, language, SETTINGS, pauses, asked, completeness).seconds


@pytest.mark.parametrize("text", ["Yes.", "no thank you", "That's all.", "Okay"])
def test_whole_answers_need_no_long_pause(text: str) -> None:
    assert seconds(text) == pytest.approx(BASE * FINISHED_FACTOR)


@pytest.mark.parametrize(
    "text",
    ["I would like to", "a table for", "and um", "my name is", "Well,", "I was...", "One moment", "When I plug it in"],
)
def test_after_some_words_something_must_follow(text: str) -> None:
    endpoint = find_endpoint(text, "en-US", SETTINGS)
    assert endpoint.seconds >= UNFINISHED_SECONDS
    assert not endpoint.is_likely


@pytest.mark.parametrize("text", ["four two seven", "my code is 81", "it is s m i", "A B"])
def test_numbers_and_spelled_names_come_in_groups(text: str) -> None:
    endpoint = find_endpoint(text, "en-US", SETTINGS)
    assert endpoint.seconds == GROUP_SECONDS
    assert not endpoint.is_likely


def test_a_number_that_is_whole_is_not_waited_for() -> None:
    assert seconds("five five five zero one two", PHONE) == GROUP_SECONDS
    assert seconds("two one two five five five zero one two three", PHONE) == BASE
    assert seconds("I don't have one", PHONE) == BASE
    assert seconds("Sure", PHONE) >= UNFINISHED_SECONDS
    assert find_endpoint("seven", "en-US", SETTINGS, (), "At what time?").is_likely


def test_yes_to_an_offer_only_begins_an_answer() -> None:
    assert seconds("yes", OFFER) >= UNFINISHED_SECONDS
    assert seconds("no", OFFER) < BASE
    assert seconds("sí", "¿Algo más?", "es-ES") >= UNFINISHED_SECONDS


def test_what_was_asked_for_is_an_answer_and_a_story_may_go_on() -> None:
    assert seconds("half past seven", "At what time would you like to come?") == pytest.approx(BASE * ANSWERED_FACTOR)
    assert seconds("it stopped working", OPEN) == pytest.approx(BASE * OPEN_FACTOR)


def test_a_step_may_say_that_something_is_spelled() -> None:
    spelling = replace(SETTINGS, spells=True)
    assert find_endpoint("Smith", "en-US", spelling).seconds == GROUP_SECONDS
    assert find_endpoint("12", "ja-JP", spelling).seconds == GROUP_SECONDS


def test_any_other_words_are_followed_by_the_usual_pause() -> None:
    assert seconds("I would like to book a table") == BASE
    assert seconds("quisiera reservar una mesa", "¿Puede ser?", "es-ES") == BASE
    assert seconds("テーブルを予約", language="ja-JP") == BASE
    assert seconds("") == BASE


def test_whoever_pauses_long_is_waited_for_and_whoever_does_not_is_answered_sooner() -> None:
    assert seconds("a table", pauses=(1.4, 1.4, 1.4)) > 1.1 * BASE
    assert seconds("a table", pauses=(0.4, 0.4, 0.4)) < 0.9 * BASE


def test_what_sounds_complete_is_taken_sooner_and_what_does_not_is_waited_for() -> None:
    assert seconds("a table for two people", completeness=1.0) == pytest.approx(BASE * COMPLETE_FACTOR)
    assert seconds("a table for two people", completeness=0.5) == BASE
    assert seconds("a table for two people", completeness=0.0) == pytest.approx(BASE * INCOMPLETE_FACTOR)
    assert seconds("テーブルを予約", language="ja-JP", completeness=0.0) == pytest.approx(BASE * INCOMPLETE_FACTOR)
    assert find_endpoint("a table", "en-US", SETTINGS, completeness=0.6).is_likely
    assert not find_endpoint("a table", "en-US", SETTINGS, completeness=0.4).is_likely


def test_words_that_are_clear_rule_whatever_it_sounds_like() -> None:
    for sounds in (0.0, 1.0):
        assert seconds("I would like to", completeness=sounds) > 2 * BASE
        assert seconds("one two three", completeness=sounds) > BASE
        assert seconds("yes", completeness=sounds) < BASE
        assert find_endpoint("yes", "en-US", SETTINGS, (), YES_NO, sounds).is_likely
        assert not find_endpoint("I would like to", "en-US", SETTINGS, (), YES_NO, sounds).is_likely


answers = st.sampled_from(["", "a table", "yes", "I would like to", "one two three", "half past seven"])
probabilities = st.floats(0, 1)


@given(answers, st.lists(probabilities, min_size=2, max_size=6))
def test_the_more_complete_it_sounds_the_sooner_it_is_taken(text: str, sounds: list[float]) -> None:
    waits = [seconds(text, completeness=each) for each in sorted(sounds)]
    assert all(one >= other for one, other in pairwise(waits))
    assert seconds(text, completeness=0.0) >= seconds(text) >= seconds(text, completeness=1.0)


@pytest.mark.slow
@given(
    st.text(max_size=60),
    st.text(max_size=60),
    st.sampled_from(["en-US", "es", "de-DE", "fr", "xx"]),
    st.floats(0.1, 5),
    st.lists(st.floats(0, 9)),
    st.none() | probabilities,
)
def test_it_is_always_within_bounds(
    text: str, asked: str, language: str, base: float, pauses: list[float], completeness: float | None
) -> None:
    kept: tuple[float, ...] = ()
    for pause in pauses:
        kept = remember_pause(kept, pause)
    assert len(kept) <= REMEMBERED_PAUSES
    found = find_endpoint(text, language, ListenSettings(endpoint_seconds=base), kept, asked, completeness)
    assert MIN_SECONDS <= found.seconds <= MAX_SECONDS


@given(st.lists(st.floats(0, 3), min_size=1, max_size=8))
def test_longer_pauses_never_make_it_shorter(pauses: list[float]) -> None:
    waits = [seconds("a table", pauses=tuple(min(each, cap) for each in pauses)) for cap in (0.5, 1.0, 2.0)]
    assert all(one <= other for one, other in pairwise(waits))
