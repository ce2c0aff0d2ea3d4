from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects.model import PhraseFilter
from parley.runtime.agent.phrase_filters import Phrase, PhraseStream, compile_phrase
from tests.properties import examples


def phrases(*filters: PhraseFilter) -> list[Phrase]:
    return [phrase for each in filters if (phrase := compile_phrase(each))]


def through(stream: PhraseStream, pieces: list[str]) -> str:
    return "".join([stream.feed(piece) for piece in pieces]) + stream.close()


def naive(text: str, filters: list[Phrase]) -> str:
    """The definition: the earliest match in the whole text, the first filter among equals."""
    found = [
        (match.start(), project, match.end() if each.filter.say_phrase else match.start())
        for project, each in enumerate(filters)
        for pattern in each.patterns
        if (match := pattern.search(text))
    ]
    return text[: min(found)[2]] if found else text


SILENT = PhraseFilter("silent", (r"let me transfer you\b",))
SPOKEN = PhraseFilter("spoken", (r"\bgood ?bye\b",), say_phrase=True)


def test_text_is_cut_before_the_phrase_or_after_it_when_it_is_to_be_said() -> None:
    stream = PhraseStream(phrases(SILENT, SPOKEN))
    assert through(stream, ["Sure. Let me ", "trans", "fer you now."]) == "Sure. "
    assert stream.matched is SILENT
    stream = PhraseStream(phrases(SILENT, SPOKEN))
    assert through(stream, ["Thanks, good", "bye! Really."]) == "Thanks, goodbye"
    assert stream.matched is SPOKEN


def test_long_text_flows_on_while_only_its_end_is_held() -> None:
    stream = PhraseStream(phrases(SILENT))
    text = "All is well and there is nothing at all to worry about. " * 4
    released = stream.feed(text)
    assert len(text) - 80 < len(released) < len(text)
    assert released + stream.close() == text


def test_a_match_at_the_end_of_a_piece_waits_for_the_rest_of_the_word() -> None:
    stream = PhraseStream(phrases(PhraseFilter("word", (r"\btransfer\b",))))
    assert through(stream, ["I am ", "transfer", "ring", " you."]) == "I am transferring you."


def test_broken_patterns_are_left_out() -> None:
    assert compile_phrase(PhraseFilter("broken", ("(",))) is None
    assert len(phrases(PhraseFilter("half", ("(", "x")))[0].patterns) == 1


FILTERS = [
    SILENT,
    SPOKEN,
    PhraseFilter("letters", ("ab+c", "c a"), say_phrase=True),
    PhraseFilter("tail", ("bb.*c",)),
    PhraseFilter("class", (r"[ab]{3}\s+c",)),
]


@examples(100)
@given(
    st.text("abc ", max_size=150)
    | st.lists(st.sampled_from(["good", "bye ", "let me transfer ", "you ", "ab", "c "]), max_size=30).map("".join),
    st.lists(st.integers(1, 40), max_size=40),
    st.lists(st.sampled_from(FILTERS), min_size=1, max_size=3, unique=True),
)
def test_streaming_gives_what_the_whole_text_gives_however_it_is_cut(
    text: str, cuts: list[int], chosen: list[PhraseFilter]
) -> None:
    compiled = phrases(*chosen)
    pieces, rest = [], text
    for cut in cuts:
        pieces.append(rest[:cut])
        rest = rest[cut:]
    streamed, whole = PhraseStream(compiled), PhraseStream(compiled)
    result = through(streamed, [*pieces, rest])
    assert result == through(whole, [text]) == naive(text, compiled)
    assert streamed.matched is whole.matched


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 300])
def test_text_of_any_length_comes_out_whole(length: int) -> None:
    assert through(PhraseStream(phrases(*FILTERS[:2])), ["x" * length]) == "x" * length
