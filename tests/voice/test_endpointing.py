from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.endpointing import (
    GROUP_SECONDS,
    MAX_SECONDS,
    MIN_SECONDS,
    REMEMBERED_PAUSES,
    UNFINISHED_SECONDS,
    endpoint_seconds,
    remember_pause,
)

BASE = 0.7


@pytest.mark.parametrize("text", ["Yes.", "no thank you", "That's all.", "Okay"])
def test_whole_answers_need_no_long_pause(text: str) -> None:
    assert endpoint_seconds(text, "en-US", BASE) < 0.5


@pytest.mark.parametrize("text", ["I would like to", "a table for", "and um", "my name is", "Well,", "I was..."])
def test_after_some_words_something_must_follow(text: str) -> None:
    assert endpoint_seconds(text, "en-US", BASE) == UNFINISHED_SECONDS


@pytest.mark.parametrize("text", ["four two seven", "my code is 81", "it is s m i", "A B"])
def test_numbers_and_spelled_names_come_in_groups(text: str) -> None:
    assert endpoint_seconds(text, "en-US", BASE) == GROUP_SECONDS


def test_a_step_may_say_that_something_is_spelled() -> None:
    assert endpoint_seconds("Smith", "en-US", BASE, spells=True) == GROUP_SECONDS
    assert endpoint_seconds("12", "ja-JP", BASE, spells=True) == GROUP_SECONDS


def test_any_other_words_are_followed_by_the_usual_pause() -> None:
    assert endpoint_seconds("I would like to book a table", "en-US", BASE) == BASE
    assert endpoint_seconds("quisiera reservar una mesa", "es-ES", BASE) == BASE
    assert endpoint_seconds("テーブルを予約", "ja-JP", BASE) == BASE
    assert endpoint_seconds("", "en-US", BASE) == BASE


def test_whoever_pauses_long_is_waited_for() -> None:
    assert endpoint_seconds("a table", "en-US", BASE, (1.2,)) == pytest.approx(1.5)
    assert endpoint_seconds("a table", "en-US", BASE, (0.3, 0.3)) == BASE


@given(
    st.text(max_size=60), st.sampled_from(["en-US", "es", "de-DE", "xx"]), st.floats(0.1, 5), st.lists(st.floats(0, 9))
)
def test_it_is_always_within_bounds(text: str, language: str, base: float, pauses: list[float]) -> None:
    kept: tuple[float, ...] = ()
    for pause in pauses:
        kept = remember_pause(kept, pause)
    assert len(kept) <= REMEMBERED_PAUSES
    assert MIN_SECONDS <= endpoint_seconds(text, language, base, kept) <= MAX_SECONDS


@given(st.lists(st.floats(0, 3), min_size=1, max_size=8))
def test_longer_pauses_never_make_it_shorter(pauses: list[float]) -> None:
    waits = [
        endpoint_seconds("a table", "en-US", BASE, tuple(min(each, cap) for each in pauses)) for cap in (0.5, 1.0, 2.0)
    ]
    assert all(one <= other for one, other in pairwise(waits))
