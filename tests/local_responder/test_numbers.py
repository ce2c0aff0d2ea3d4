"""People, codes, phones, addresses."""

from __future__ import annotations

import pytest

from parley.local_responder.codes import candidates, spelled_digits
from parley.local_responder.contacts import find_email, find_phone, region_of
from parley.local_responder.numbers import people


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("four", 4),
        ("table for four at 7pm", 4),
        ("six people", 6),
        ("party of 5", 5),
        ("it will be 4 on friday", 4),
        ("just me", 1),
        ("myself", 1),
        ("me and my wife", 2),
        ("for me and my wife", 2),
        ("my wife and I", 2),
        ("both of us", 2),
        ("the two of us", 2),
        ("a couple", 2),
        ("me and three friends", 4),
        ("me, my husband and my son", 3),
        ("four adults and two kids", 6),
        ("a table please", None),
    ],
)
def test_people(text: str, expected: int | None) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("it's AB-1234", "AB-1234"),
        ("A as in alpha double five dash nine", "A55-9"),
        ("alpha bravo one two three", "AB123"),
        ("my code is X 7 7 Z", "X77Z"),
        ("B C D 4 5", "BCD45"),
        ("triple seven nine", "7779"),
        ("use SPRING20 please", "SPRING20"),
        ("order 12345", "12345"),
        ("the number is five five five oh one two", "555012"),
        ("x-ray yankee zulu nine", "XYZ9"),
    ],
)
def test_codes(text: str, code: str) -> None:
    assert candidates(text)[0] == code


def test_words_are_no_codes() -> None:
    assert candidates("where is my order") == ()
    assert spelled_digits("a quick brown fox") == ""


@pytest.mark.parametrize(
    ("text", "regions", "phone"),
    [
        ("512-555-0123", ("US",), "+15125550123"),
        ("five one two five five five oh one two three", ("US",), "+15125550123"),
        ("call me on (512) 555 0123 please", ("US",), "+15125550123"),
        ("+44 20 7946 0018", ("US",), "+442079460018"),
        ("020 7946 0018", ("GB",), "+442079460018"),
        ("020 7946 0018", ("US", "GB"), "+442079460018"),
        ("it's 12", ("US",), None),
        ("no", ("US",), None),
    ],
)
def test_phones(text: str, regions: tuple[str, ...], phone: str | None) -> None:
    assert find_phone(text, regions) == phone


@pytest.mark.parametrize(("code", "region"), [("+44", "GB"), ("1", "US"), ("de", "DE"), ("999", "US"), ("", "US")])
def test_regions(code: str, region: str) -> None:
    assert region_of(code) == region


@pytest.mark.parametrize(
    ("text", "email"),
    [
        ("John.Smith@example.com.", "john.smith@example.com"),
        ("john dot smith at gmail dot com", "john.smith@gmail.com"),
        ("mary underscore x at foo dot co dot uk", "mary_x@foo.co.uk"),
        ("meet me at noon", None),
    ],
)
def test_emails(text: str, email: str | None) -> None:
    assert find_email(text) == email
