"""Long replies in parts: nothing is lost, nothing is too long, breaks are where people would make them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.texts.message_parts import LONGEST, MOST_PARTS, split


def length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(st.lists(st.sampled_from(["word", "Dear me!", "😀" * 30, "\n\n", "\n", "x" * 700, "e.g. this"]), max_size=40))
def test_nothing_is_lost_and_nothing_too_long(pieces: list[str]) -> None:
    text = " ".join(pieces)
    parts = split(text)
    assert all(part and part == part.strip() and length(part) <= LONGEST for part in parts)
    if len(parts) < MOST_PARTS:
        assert "".join("".join(parts).split()) == "".join(text.split())


def test_a_short_text_stays_as_it_is() -> None:
    assert split("  Hello,\nyou! ") == ["Hello,\nyou!"]
    assert split(" \n ") == []


def test_breaks_come_after_sentences() -> None:
    sentence = "This is a sentence of some length, as agents like them. "
    parts = split(sentence * 60)
    assert len(parts) == 3
    assert all(part.endswith("them.") for part in parts)


def test_a_text_without_end_is_cut() -> None:
    parts = split("😀" * 20_000)
    assert len(parts) == MOST_PARTS
    assert parts[-1].endswith("…")
    assert length(parts[-1]) <= LONGEST
