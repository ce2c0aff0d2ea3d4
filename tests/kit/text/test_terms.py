"""Terms and sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.sentences import sentences
from parley.kit.text.terms import is_code, stem, terms
from tests.properties import examples


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What are your opening hours?", ["open", "hour"]),
        ("Do you have the RX-2200 furnace", ["rx", "2200", "rx2200", "furnac"]),
        ("Où est le café?", ["ou", "est", "le", "caf"]),
        ("営業時間", ["営業", "業時", "時間"]),
        ("yes please", ["yes", "pleas"]),
        ("", []),
        ("!!!", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    "forms",
    [
        ("park", "parking", "parked", "parks"),
        ("delivery", "deliveries", "delivered", "deliver"),
        ("cancel", "cancelled", "cancelling", "cancels"),
        ("refund", "refunds", "refunded"),
        ("book", "booking", "bookings"),
    ],
)
def test_forms_of_a_word_meet(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(("term", "expected"), [("rx2200", True), ("2200", False), ("a1", False), ("order", False)])
def test_codes(term: str, expected: bool) -> None:
    assert is_code(term) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We open at 9 a.m. on weekdays. Come in!", ["We open at 9 a.m. on weekdays.", "Come in!"]),
        ("It costs $8.99. Dr. Lee agrees. Ok?", ["It costs $8.99.", "Dr. Lee agrees.", "Ok?"]),
        ("One line\nanother line.", ["One line", "another line."]),
        ('He said "stop." Then he left.', ['He said "stop."', "Then he left."]),
        ("開いています。どうぞ。", ["開いています。", "どうぞ。"]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@examples(40)
@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    assert all(terms(text))
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
