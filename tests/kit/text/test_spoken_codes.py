"""Codes as people say them are read as they are typed; what is no code is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.number_words import spelling_words
from parley.kit.text.spoken_codes import read_code, read_spelled_name

LANGUAGES = ("en", "es", "de", "fr")


@pytest.mark.parametrize(
    ("language", "said", "code"),
    [
        ("en-US", "one two three", "123"),
        ("en-US", "One, two. Three.", "123"),
        ("en-GB", "double five oh triple nine", "550999"),
        ("en-GB", "oh two oh, seven nine four six", "0207946"),
        ("en-US", "plus forty-four twenty seven nine four six", "+4427946"),
        ("en-US", "+44 20 7946", "+44207946"),
        ("en-US", "eighteen hundred", None),
        ("en-US", "6-1-5", "615"),
        ("en-US", "615-234-7890", "6152347890"),
        ("en-US", "B as in Bravo, one, double u", "B1W"),
        ("en-US", "b for Bertie 2", "B2"),
        ("en-US", "A.B.C. 12", "ABC12"),
        ("en-US", "alpha bravo one", "AB1"),
        ("en-US", "double b seven", "BB7"),
        ("en-US", "A dash 1", "A-1"),
        ("en-US", "um, seven, uh, eight", "78"),
        ("es-ES", "seis uno cinco, treinta y cuatro, doble siete", "6153477"),
        ("es-ES", "B de Barcelona, uve doble, veintidós", "BW22"),
        ("es-MX", "más cincuenta y dos", "+52"),
        ("de-DE", "null eins sieben zwo fünfunddreißig", "017235"),
        ("de-DE", "B wie Berta eins", "B1"),
        ("fr-FR", "zéro six, douze, trente-quatre, quatre-vingt-dix-sept, soixante et onze", "0612349771"),
        ("fr-FR", "B comme Bernard vingt et un", "B21"),
        ("en-US", "٣ ٤", "34"),
    ],
)
def test_what_is_said_is_read_as_it_is_typed(language: str, said: str, code: str | None) -> None:
    read = read_code(said, language)
    assert (read.text if read else None) == code


@pytest.mark.parametrize(
    "said",
    ["", " ", ",", "um", "+", "plus", "a table for two", "5-10", "5 - 10", "1/2", "2.5", "double", "one € two",
     "two or three", "B as in", "one hundred", "1" * 400, "5²", "²"],
)  # fmt: skip
def test_what_is_no_code_is_none(said: str) -> None:
    assert read_code(said, "en-US") is None


def test_letters_that_are_said_for_zeros_are_zeros_among_digits() -> None:
    read = read_code("o one O two", "en-US")
    assert read is not None
    assert (read.text, read.digits) == ("O1O2", "0102")
    spelled = read_code("A one", "en-US")
    assert spelled is not None
    assert spelled.digits is None


@given(st.sampled_from(LANGUAGES), st.lists(st.integers(0, 99), min_size=1, max_size=12))
def test_every_number_below_a_hundred_is_known(language: str, numbers: list[int]) -> None:
    by_value: dict[str, list[str]] = {}
    for phrase, value in spelling_words(language).numbers.items():
        by_value.setdefault(value, []).append(" ".join(phrase))
    said = ", ".join(by_value[str(number)][0] for number in numbers)
    read = read_code(said, language)
    assert read is not None
    assert read.digits == "".join(map(str, numbers))


@given(st.sampled_from(LANGUAGES), st.text("0123456789", min_size=1, max_size=16), st.sampled_from([" ", ", ", "  "]))
def test_digits_said_one_by_one_are_the_keys(language: str, keys: str, between: str) -> None:
    words = {value: " ".join(phrase) for phrase, value in spelling_words(language).numbers.items() if len(value) == 1}
    read = read_code(between.join(words[key] for key in keys), language)
    assert read is not None
    assert read.digits == keys


@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_whatever_is_said_is_read_or_not(said: str, language: str) -> None:
    read = read_code(said, language)
    assert read is None or read.text
    read_spelled_name(said, language)


@pytest.mark.parametrize(
    ("said", "name"),
    [("S M I T H", "Smith"), ("J-O-N", "Jon"), ("K as in kilo, I, M", "Kim"), ("Smith", None), ("A B", None),
     ("Oscar Mike", None), ("A B 1", None)],
)  # fmt: skip
def test_names_are_spelled(said: str, name: str | None) -> None:
    assert read_spelled_name(said, "en-US") == name
