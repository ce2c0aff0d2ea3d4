"""When words are spoken, and what is left of a sentence that broke off."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.speech.protocol import SpokenWord
from parley.providers.speech.word_times import LetterTimes, position, rest_of

SECOND = 16_000


@given(st.text("ab ", max_size=30), st.lists(st.integers(1, 8), min_size=1), st.booleans())
def test_words_are_the_same_whatever_the_chunks_and_wherever_times_count_from(
    text: str, sizes: list[int], is_relative: bool
) -> None:
    times, found, at = LetterTimes(), list[SpokenWord](), 0
    for size in sizes * (len(text) + 1):
        letters, first = list(text[at : at + size]), 0 if is_relative else at
        starts = [(first + number) * 0.1 for number in range(len(letters))]
        found += times.add(letters, starts, [start + 0.1 for start in starts], at * 0.1)
        at += len(letters)
    found += times.close()
    assert [word.text for word in found] == text.split()
    ends = [found.end() for found in re.finditer("[^ ]+", text)]
    assert [word.end for word in found] == pytest.approx([position(end * 0.1) for end in ends], abs=4)


@pytest.mark.parametrize(
    ("words", "audio", "rest"),
    [
        (["A", "table"], 2 * SECOND, "for two."),
        (["A", "table", "for", "two."], 4 * SECOND, ""),
        (["A", "table", "for", "two."], 2 * SECOND, "for two."),
        (["Ay", "board"], 2 * SECOND, "for two."),
        ([], 0, "A table for two."),
        ([], SECOND // 2, "table for two."),
        ([], 10 * SECOND, ""),
    ],
)
def test_what_is_left_of_a_sentence(words: list[str], audio: int, rest: str) -> None:
    spoken = [SpokenWord(word, (number + 1) * SECOND) for number, word in enumerate(words)]
    assert rest_of("A table for two.", spoken, audio) == rest


@given(st.text("ab ,.1", max_size=40), st.lists(st.text("ab1.", min_size=1, max_size=4)), st.integers(0, 10 * SECOND))
def test_it_is_how_the_sentence_ends(sentence: str, words: list[str], audio: int) -> None:
    spoken = [SpokenWord(word, number * 8_000) for number, word in enumerate(words)]
    assert sentence.endswith(rest_of(sentence, spoken, audio))
