"""What is read out of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.providers.speech.text_normalization import MAX_PAUSE, MAX_SENTENCE, Pause, normalize


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Hello there. How are you?", ["Hello there.", "How are you?"]),
        ("Dr. Smith sees you at 3 p.m. on Monday.", ["Dr. Smith sees you at 3 p.m. on Monday."]),
        ("This is **very** _important_ and `plain`.", ["This is very important and plain."]),
        ("# Menu\n- Soup\n* Bread\n> Said Bob", ["Menu", "Soup", "Bread", "Said Bob"]),
        ("See [our site](https://example.com/a?b=c).", ["See our site."]),
        ("| Day | Time |\n|---|---|\n| Monday | 9 |", ["Day, Time", "Monday, 9"]),
        ("Before\n```python\n```\n---\nafter", ["Before", "after"]),
        ("Tea &amp; cake <b>now</b>", ["Tea & cake now"]),
        ("One<br/>two", ["One two"]),
        ("5 < 6 and 7 > 3", ["5 6 and 7 3"]),
        ("Great 😀👍🏽 news →", ["Great news"]),
        ("snake_case", ["snake case"]),
        ("It is 20°C.", ["It is 20°C."]),
        ("…", []),
        ("", []),
    ],
)
def test_markup_is_not_read(written: str, spoken: list[str]) -> None:
    assert normalize(written, "en-US") == spoken


@pytest.mark.parametrize(
    ("written", "language", "spoken"),
    [
        ("Go to https://www.example.com/help/me?x=1#y.", "en-GB", "Go to example dot com slash help slash me."),
        ("Go to www.example.com, please", "en", "Go to example dot com, please"),
        ("(see https://example.com/)", "en", "(see example dot com)"),
        ("https://example.com/" + "x" * 100, "en", "example dot com"),
        ("Mail jane.doe@example.co.uk!", "en", "Mail jane dot doe at example dot co dot uk!"),
        ("Siehe https://example.de/a", "de-DE", "Siehe example Punkt de Schrägstrich a"),
        ("Escriba a ana@example.es", "es", "Escriba a ana arroba example punto es"),
        ("サイトは https://example.jp です", "ja-JP", "サイトは example.jp です"),
    ],
)
def test_addresses_are_read_in_words(written: str, language: str, spoken: str) -> None:
    assert normalize(written, language) == [spoken]


@pytest.mark.parametrize(
    ("tag", "seconds"),
    [
        ('<break time="1s"/>', 1.0),
        ("<break time='1.5s' />", 1.5),
        ('<break time="250ms"/>', 0.25),
        ("<break time=2s>", 2.0),
        ('<break strength="strong"/>', 0.8),
        ("<break/>", 0.5),
        ('<BREAK time="99s"/>', MAX_PAUSE),
        ('<break time="3s"/> <break time="1s"/>', 4.0),
        ('<break time="3s"/><break time="4s"/>', MAX_PAUSE),
    ],
)
def test_breaks_are_pauses(tag: str, seconds: float) -> None:
    assert normalize(f"Wait {tag} done.", "en") == ["Wait", Pause(seconds), "done."]


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("[Ring]", []),
        ("One moment. [Phone ringing] [laughs] Here it is.", ["One moment.", "Here it is."]),
        ("See [our page](https://example.com) [clears throat] now.", ["See our page now."]),
        ("Option [A] or row [12], [4 b].", ["Option A or row 12, 4 b."]),
        ("A list [that goes on and on and on].", ["A list that goes on and on and on."]),
    ],
)
def test_sounds_between_brackets_are_not_read_aloud(text: str, spoken: list[str]) -> None:
    assert normalize(text, "en") == spoken


def test_a_break_of_no_time_is_none() -> None:
    assert normalize('Wait <break time="0s"/> done.', "en") == ["Wait", "done."]


def test_long_sentences_are_cut_where_one_breathes() -> None:
    clause = "and then there is one more thing that has to be said about it, "
    pieces = normalize(clause * 10, "en")
    assert all(isinstance(piece, str) and piece.rstrip(",").endswith("about it") for piece in pieces)
    assert "".join(map(str, pieces)).replace(" ", "").rstrip(",") == (clause * 10).replace(" ", "").rstrip(",")


@given(st.text(), st.sampled_from(["en-US", "de", "ja", "", "x-y-z"]))
def test_any_text_gives_sentences_that_can_be_spoken(text: str, language: str) -> None:
    for part in normalize(text, language):
        if isinstance(part, Pause):
            assert 0 < part.seconds <= MAX_PAUSE
        else:
            assert 0 < len(part) <= MAX_SENTENCE
            assert any(map(str.isalnum, part))
            assert not set(part) & set("<>\0\n\ue000")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["-" * 9_999 + "x", "\n" * 10_000, "_a " * 3_333, "A. " * 3_333, "<" + "a" * 9_999, "www.a" + "." * 9_990 + "x"],
    ids=["dashes", "lines", "words", "sentences", "tag", "address"],
)
@pytest.mark.timeout(30)
def test_no_text_takes_long(text: str) -> None:
    normalize(text, "en-US")
