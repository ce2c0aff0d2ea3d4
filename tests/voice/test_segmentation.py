"""Replies split while they come, and how much of them was heard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.speech.protocol import SpokenWord
from parley.voice.segmentation import MAX_LETTERS, Segment, heard_text, looks_complete, split_complete


@pytest.mark.parametrize(
    ("text", "complete", "rest"),
    [
        ("Hello there. How", ["Hello there."], " How"),
        ("Hello there.", [], "Hello there."),
        ("It costs $3.50 at Dr. Smith", [], "It costs $3.50 at Dr. Smith"),
        ("One! Two? Three", ["One!", " Two?"], " Three"),
        ("First\nSecond", ["First"], "\nSecond"),
        ("こんにちは。元気", ["こんにちは。"], "元気"),
        ("", [], ""),
    ],
)
def test_a_sentence_is_complete_when_the_next_has_begun(text: str, complete: list[str], rest: str) -> None:
    assert split_complete(text) == (complete, rest)


def test_what_never_ends_is_cut_where_one_breathes_and_never_inside_a_tag() -> None:
    clause = "and one more thing, "
    complete, rest = split_complete(clause * 20)
    assert all(each.endswith("thing, ") for each in complete)
    tag = '<break time="1s" strength="strong"/>'
    complete, rest = split_complete("word " * 45 + tag + " word" * 30)
    assert any(tag in each for each in [*complete, rest])


pieces = st.lists(st.text(alphabet="ab C.!?, \n<>/é。", max_size=60))


@given(pieces)
def test_nothing_is_lost_and_pieces_do_not_matter(texts: list[str]) -> None:
    spoken: list[str] = []
    rest = ""
    for text in texts:
        complete, rest = split_complete(rest + text)
        spoken += complete
        assert len(rest) <= MAX_LETTERS
    assert "".join(spoken) + rest == "".join(texts)


@pytest.mark.parametrize("text", ["Done.", 'He said "no!" ', "Wait…", "As follows:", "ok\n", "<break/>", "です。"])
def test_what_looks_complete(text: str) -> None:
    assert looks_complete(text)


@pytest.mark.parametrize("text", ["", "I will", "one, ", "A. Smith"])
def test_what_does_not(text: str) -> None:
    assert not looks_complete(text)


def said(text: str, sent: int, is_sent: bool = True) -> Segment:
    return Segment(text, "en", None, sent, is_sent)


@pytest.mark.parametrize(
    ("sound", "heard"),
    [
        (-5, ""),
        (0, ""),
        (5_500, "One "),
        (7_000, "One two"),
        (9_999, "One two "),
        (10_000, "One two 34."),
        (15_100, "One two 34. Five"),
        (20_000, "One two 34. Five six."),
        (99_999, "One two 34. Five six."),
    ],
)
def test_how_much_was_heard(sound: int, heard: str) -> None:
    assert heard_text([said("One two 34.", 10_000), said(" Five six.", 10_000)], sound) == heard


def test_of_a_sentence_without_an_end_a_share_is_guessed() -> None:
    unfinished = said("One two three four", 2_000, is_sent=False)
    assert heard_text([unfinished], 2_000) == ""
    unfinished.sent = 9_000
    assert heard_text([unfinished], 9_000) == "One two "


def test_a_script_without_spaces_is_counted_in_letters() -> None:
    assert heard_text([said("一二三四", 4_000)], 2_000) == "一二"


@given(st.lists(st.tuples(st.text("ab ", min_size=1), st.integers(0, 5_000))), st.integers(0, 30_000))
def test_what_was_heard_is_how_the_text_begins(parts: list[tuple[str, int]], sound: int) -> None:
    sentences = [said(text, sent) for text, sent in parts]
    heard = heard_text(sentences, sound)
    whole = "".join(text for text, _ in parts)
    assert whole.startswith(heard)
    assert len(heard) <= len(heard_text(sentences, sound + 500))


def timed(text: str, words: list[tuple[str, int]], sent: int, is_sent: bool = True) -> Segment:
    return Segment(text, "en", None, sent, is_sent, words=[SpokenWord(word, end) for word, end in words])


@pytest.mark.parametrize(
    ("played", "heard"),
    [
        (0, ""),
        (999, ""),
        (1_000, "One"),
        (1_999, "One"),
        (9_000, "One two"),
        (9_600, "One two 34."),
        (20_000, "One two 34."),
    ],
)
def test_words_whose_times_are_known_are_heard_when_they_are_over(played: int, heard: str) -> None:
    words = [("One", 1_000), ("two", 9_000), ("34.", 9_600)]
    assert heard_text([timed("One two 34.", words, 10_000)], played) == heard


@pytest.mark.parametrize(
    ("played", "heard"), [(4_000, "In Main"), (5_999, "In Main"), (6_000, "In Main St."), (8_000, "In Main St. now")]
)
def test_words_that_are_pronounced_otherwise_share_the_time_between_the_others(played: int, heard: str) -> None:
    spoken = [("in", 1_000), ("main", 2_000), ("big", 4_000), ("street", 6_000), ("now", 8_000)]
    assert heard_text([timed("In Main St. now", spoken, 9_000)], played) == heard


def test_what_comes_after_the_last_known_word_is_guessed_from_there() -> None:
    segment = timed("One two three four five six", [("One", 8_000), ("two", 16_000)], 36_000)
    assert heard_text([segment], 16_000) == "One two"
    assert heard_text([segment], 27_000) == "One two three four"
    segment.is_sent = False
    assert heard_text([segment], 8_000) == "One"


@given(
    st.text("ab C.,", min_size=1, max_size=40),
    st.lists(st.tuples(st.text("abC.", min_size=1, max_size=3), st.integers(0, 3_000))),
    st.integers(0, 4_000),
    st.booleans(),
    st.integers(0, 5_000),
)
def test_what_was_heard_is_whole_words_from_the_beginning_whatever_a_service_says(
    text: str, words: list[tuple[str, int]], sent: int, is_sent: bool, played: int
) -> None:
    heard = heard_text([timed(text, words, sent, is_sent)], played)
    assert text.startswith(heard)
    after = text[len(heard) : len(heard) + 1]
    assert not heard or heard[-1:].isspace() or not after or after.isspace()
    assert len(heard) <= len(heard_text([timed(text, words, sent, is_sent)], played + 300))
