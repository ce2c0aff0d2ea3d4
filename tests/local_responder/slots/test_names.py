"""People's names."""

from __future__ import annotations

import pytest

from parley.local_responder.slots.names import find_name


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


def test_a_name_among_other_sentences() -> None:
    assert find_name("I hate talking to robots. Maria Lopez, 020 7946 0133", asked=True) == "Maria Lopez"
    assert find_name("Maria Lopez. If a machine can do even that.", asked=True) == "Maria Lopez"
    assert find_name("I hate robots. Just book it", asked=True) is None
