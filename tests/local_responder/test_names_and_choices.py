"""Names, options, yes and no."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parley.local_responder.choices import pick
from parley.local_responder.names import find_name
from parley.local_responder.yesno import yes_or_no


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my name is john smith", "John Smith"),
        ("it's Maria", "Maria"),
        ("I'm Peter O'Neil and I want to book", "Peter O'Neil"),
        ("under the name of Garcia please", "Garcia"),
        ("this is Dr. Lee calling", "Lee"),
        ("call me Ishmael", "Ishmael"),
        ("the name's Bond", "Bond"),
        ("it's cold", None),
        ("I'm looking for a table", None),
        ("I'm good thanks", None),
        ("a table for two", None),
    ],
)
def test_names_in_passing(text: str, name: str | None) -> None:
    assert find_name(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("john", "John"),
        ("jean-luc picard", "Jean-Luc Picard"),
        ("José García", "José García"),
        ("Will Smith", "Will Smith"),
        ("yes it's anna", "Anna"),
        ("McDonald", "McDonald"),
        ("S M I T H", "Smith"),
        ("Smith, S M I T H", "Smith"),
        ("what do you mean", None),
        ("tomorrow", None),
        ("yes", None),
        ("I want to book a table", None),
        ("12", None),
    ],
)
def test_names_when_asked(text: str, name: str | None) -> None:
    assert find_name(text, asked=True) == name


@pytest.mark.parametrize(
    ("text", "part", "name"),
    [
        ("john smith", "first", "John"),
        ("john smith", "last", "Smith"),
        ("my last name is van der Berg", "last", "Van Der Berg"),
        ("Smith", "last", "Smith"),
    ],
)
def test_parts_of_names(text: str, part: str, name: str) -> None:
    assert find_name(text, asked=True, part=part) == name


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("the large one please", ["small", "medium", "large"], "large"),
        ("I'd like a haircut", ["haircut", "color_treatment"], "haircut"),
        ("colour treatment", ["haircut", "color_treatment"], "color_treatment"),
        ("I want to cancel", ["book", "cancel", "reschedule"], "cancel"),
        ("cancelation", ["booking", "cancellation"], "cancellation"),
        ("the second one", ["red", "blue"], "blue"),
        ("the last", ["red", "blue", "green"], "green"),
        ("number two", ["red", "blue"], "blue"),
        ("New York", ["York", "New York"], "New York"),
        ("no idea", ["red", "blue"], None),
        ("", ["red", "blue"], None),
        ("red", [], None),
    ],
)
def test_choices(text: str, options: list[str], expected: str | None) -> None:
    assert pick(text, options) == expected


def test_a_choice_by_meaning_needs_a_clear_winner() -> None:
    def alike(text: str, others: Sequence[str]) -> list[float]:
        return [0.7 if "plumb" in other else 0.3 for other in others]

    def unsure(text: str, others: Sequence[str]) -> list[float]:
        return [0.7, 0.68]

    assert pick("water comes out of the wall", ["heating", "plumbing"], alike) == "plumbing"
    assert pick("water comes out of the wall", ["heating", "plumbing"], unsure) is None
    assert pick("water comes out of the wall", ["heating", "plumbing"], alike, asked=False) is None


@pytest.mark.parametrize(
    "text",
    ["yes", "Yeah, sure", "ok", "yep", "of course", "sounds good", "that's right", "that works", "correct", "please do",
     "I do", "go ahead", "no problem", "perfect", "um, yes", "I'd like that", "sí", "ja", "oui"],
)  # fmt: skip
def test_yes(text: str) -> None:
    assert yes_or_no(text) is True


@pytest.mark.parametrize(
    "text",
    ["no", "nope", "not really", "I don't think so", "that's wrong", "absolutely not", "I don't", "no thanks",
     "it isn't", "never mind", "yeah, no", "of course not", "I'd rather not", "nein", "non"],
)  # fmt: skip
def test_no(text: str) -> None:
    assert yes_or_no(text) is False


@pytest.mark.parametrize("text", ["what", "tomorrow", "", "John", "notebook", "nobody told me", "is it open?"])
def test_neither(text: str) -> None:
    assert yes_or_no(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("can I get a table for my wife and I this Saturday around half seven, name's Delgado", "Delgado"),
        ("Table for 5 on 24th december under the name of O'Neill, phone +44 20 7946 0555", "O'Neill"),
        ("hey its Tom here calling about a booking for 4 people on friday at 8pm", "Tom"),
        ("a plumber for Austin please", None),
        ("are you open for Christmas", None),
    ],
)
def test_names_in_sentences_full_of_details(text: str, name: str | None) -> None:
    assert find_name(text) == name
