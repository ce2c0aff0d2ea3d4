from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects.entities import Context, check, schema
from parley.domain.projects.model import Entity
from tests.properties import examples

TODAY = date(2025, 3, 5)  # a Wednesday
US = Context(TODAY, "en-US")
GB = Context(TODAY, "en-GB")

ZIP = {"enabled": True, "validation_type": "zip"}
POSTAL = {"enabled": True, "validation_type": "postal"}
CODE = {"enabled": True, "validation_type": "custom", "regular_expression": r"[A-Z]{2}\d{4}"}
HOURS = {"enabled": True, "start_time": "09:00", "end_time": "17:30"}
NIGHT = {"enabled": True, "start_time": "22:00", "end_time": "06:00"}
BRITISH = {"enabled": True, "country_codes": ["GB"]}


@pytest.mark.parametrize(
    ("kind", "config", "given_value", "expected"),
    [
        ("numeric", {}, "5", 5),
        ("numeric", {}, 5.0, 5),
        ("numeric", {}, "$1,200", 1200),
        ("numeric", {}, "-.0", 0),
        ("numeric", {"has_decimal": True}, "3.50", 3.5),
        ("numeric", {"has_range": True, "min": 1, "max": 10}, 10, 10),
        ("alphanumeric", {"enabled": False}, "x 1", "x 1"),
        ("alphanumeric", {"enabled": True}, "A1", "A1"),
        ("alphanumeric", ZIP, "90210", "90210"),
        ("alphanumeric", ZIP, 90210, "90210"),
        ("alphanumeric", ZIP, "90210-1234", "90210-1234"),
        ("alphanumeric", POSTAL, "sw1a 1aa", "SW1A 1AA"),
        ("alphanumeric", POSTAL, "k1a 0b1", "K1A 0B1"),
        ("alphanumeric", CODE, "ab 12-34", "AB1234"),
        ("alphanumeric", {"enabled": True, "regular_expression": "("}, "a", "a"),
        ("enum", {"options": ["New York", "Boston"]}, "new york", "New York"),
        ("enum", {"options": [{"name": "Gold"}, "Silver"]}, "GOLD", "Gold"),
        ("date", {}, "2025-03-09", "2025-03-09"),
        ("date", {}, "3/9/2025", "2025-03-09"),
        ("date", {}, "13/4", "2025-04-13"),
        ("date", {}, "tomorrow", "2025-03-06"),
        ("date", {}, "March 9th", "2025-03-09"),
        ("date", {}, "9 of March, 2026", "2026-03-09"),
        ("date", {}, "Sunday, March 9", "2025-03-09"),
        ("date", {}, "Jan 2", "2026-01-02"),
        ("date", {}, "friday", "2025-03-07"),
        ("date", {}, "next wednesday", "2025-03-12"),
        ("date", {}, "in 2 weeks", "2025-03-19"),
        ("date", {}, "29 february", "2028-02-29"),
        ("date", {}, "wednesday", "2025-03-12"),
        ("date", {}, "next friday", "2025-03-14"),
        ("date", {}, "1/2/99", "1999-01-02"),
        ("date", {}, "3.4", "2025-04-03"),
        ("date", {}, "2025-03-09T10:00:00Z", "2025-03-09"),
        ("time", {}, "3pm", "15:00"),
        ("time", {}, "3:30 p.m.", "15:30"),
        ("time", {}, "12 am", "00:00"),
        ("time", {}, "15:05", "15:05"),
        ("time", {}, "noon", "12:00"),
        ("time", {}, "7:30", "19:30"),
        ("time", {}, "07:30", "07:30"),
        ("time", {}, "half past seven", "19:30"),
        ("time", HOURS, "17:30", "17:30"),
        ("time", HOURS, "5", "17:00"),
        ("time", {**HOURS, "start_time": "6:00", "end_time": "8:00"}, "7:30", "07:30"),
        ("time", NIGHT, "23:00", "23:00"),
        ("phone_number", {}, "(415) 555-2671", "+14155552671"),
        ("phone_number", BRITISH, "020 7946 0958", "+442079460958"),
        ("phone_number", {"enabled": True, "country_codes": ["+44"]}, "+44 20 7946 0958", "+442079460958"),
        ("address", {}, "1  Main   St", "1 Main St"),
        ("name_config", {}, " Ann  O'Neil ", "Ann O'Neil"),
        ("free_text", {}, " anything  goes ", "anything goes"),
        ("unheard_of", {}, "x", "x"),
    ],
)
def test_valid_values_have_a_normal_form(kind: str, config: dict[str, Any], given_value: Any, expected: Any) -> None:
    checked = check(Entity("e", "", kind, config), given_value, US)
    assert checked.error is None
    assert checked.typed == expected
    assert checked.value == str(expected)


@pytest.mark.parametrize(
    ("kind", "config", "given_value"),
    [
        ("numeric", {}, "several"),
        ("numeric", {}, "2.5"),
        ("numeric", {"has_range": True, "min": 1, "max": 10}, 11),
        ("numeric", {"has_range": True, "min": "1"}, 0),
        ("alphanumeric", {"enabled": True}, "--"),
        ("alphanumeric", ZIP, "9021"),
        ("alphanumeric", POSTAL, "hello"),
        ("alphanumeric", CODE, "A1234"),
        ("enum", {"options": ["a", "b"]}, "c"),
        ("date", {}, "someday"),
        ("date", {}, "2025-02-30"),
        ("date", {}, "next week"),
        ("time", {}, "25:00"),
        ("time", {}, "13pm"),
        ("time", HOURS, "08:59"),
        ("time", NIGHT, "12:00"),
        ("phone_number", {}, "12"),
        ("phone_number", BRITISH, "+1 415 555 2671"),
        ("address", {}, "?"),
        ("name_config", {}, "R2D2"),
        ("free_text", {}, "  "),
        ("free_text", {}, None),
        ("free_text", {}, "x" * 3_000),
    ],
)
def test_others_come_back_with_a_reason(kind: str, config: dict[str, Any], given_value: Any) -> None:
    assert check(Entity("e", "", kind, config), given_value, US).error


def test_the_language_decides_how_a_date_is_read() -> None:
    entity = Entity("e", "", "date")
    assert check(entity, "4/9/2025", US).value == "2025-04-09"
    assert check(entity, "4/9/2025", GB).value == "2025-09-04"


@pytest.mark.parametrize(("name", "expected"), [("date_of_birth", "1930-01-02"), ("visit_date", "2030-01-02")])
def test_a_date_of_birth_lies_in_the_past(name: str, expected: str) -> None:
    assert check(Entity(name, "", "date"), "1/2/30", US).value == expected


def test_schemas_say_what_is_wanted() -> None:
    assert schema(Entity("n", "How many", "numeric", {"has_range": True, "min": 1, "max": 9})) == {
        "type": "integer",
        "minimum": 1.0,
        "maximum": 9.0,
        "description": "How many",
    }
    assert schema(Entity("n", "", "enum", {"options": ["a"]})) == {"type": "string", "enum": ["a"], "description": "n"}
    assert "YYYY-MM-DD" in schema(Entity("d", "Day", "date"))["description"]


KINDS = st.sampled_from(
    [
        ("numeric", {"has_decimal": True}),
        ("alphanumeric", POSTAL),
        ("alphanumeric", CODE),
        ("enum", {"options": ["Ab", "c d"]}),
        ("date", {}),
        ("time", HOURS),
        ("phone_number", BRITISH),
        ("address", {}),
        ("name_config", {}),
        ("free_text", {}),
    ]
)
WORDS = st.text(max_size=12) | st.from_regex(r"\d{1,4}[-/:. ]\d{1,2}([-/:. ]\d{1,4})?( ?[ap]m)?", fullmatch=True)
VALUES = WORDS | st.integers() | st.floats() | st.booleans() | st.none() | st.lists(st.integers(), max_size=2)


@examples(120)
@given(KINDS, VALUES)
def test_checking_never_raises_and_normal_forms_stay_put(kind: tuple[str, dict[str, Any]], value: Any) -> None:
    entity = Entity("e", "", *kind)
    first = check(entity, value, GB)
    if first.valid:
        again = check(entity, first.value, GB)
        assert (again.valid, again.value) == (True, first.value)


KEYS = st.text("0123456789", min_size=2, max_size=9).filter(lambda keys: keys[0] != "0")
DIGITS = {
    "en": "zero one two three four five six seven eight nine",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf",
}


@given(KEYS, st.sampled_from(sorted(DIGITS)), st.sampled_from(["numeric", "alphanumeric"]))
def test_digits_that_are_said_and_keys_that_are_pressed_are_the_same(keys: str, language: str, kind: str) -> None:
    said = " ".join(DIGITS[language].split()[int(key)] for key in keys)
    context = Context(TODAY, language)
    entity = Entity("code", "", kind, {"enabled": True} if kind == "alphanumeric" else {})
    assert check(entity, said, context) == check(entity, keys, context)


@given(st.from_regex(r"20[7-8]946[0-9]{4}", fullmatch=True))
def test_a_phone_number_that_is_said_and_one_that_is_typed_are_the_same(national: str) -> None:
    said = " ".join(DIGITS["en"].split()[int(key)] for key in national)
    entity = Entity("phone", "", "phone_number", {"enabled": True, "country_codes": ["GB"]})
    typed = check(entity, f"+44{national}", GB)
    for spoken in (f"plus forty-four {said}", f"oh {said}", f"zero, {said}."):
        assert check(entity, spoken, GB) == typed


@pytest.mark.parametrize(
    ("kind", "config", "said", "expected"),
    [
        ("numeric", {}, "one hundred and five", 105),
        ("numeric", {}, "one oh five", 105),
        ("numeric", {}, "twenty five", 25),
        ("numeric", {"has_decimal": True}, "two point five", 2.5),
        ("numeric", {}, "two or three", None),
        ("numeric", {}, "two, three", None),
        ("numeric", {}, "5-10", None),
        ("numeric", {}, "a few", None),
        ("alphanumeric", CODE, "A B one two three four", "AB1234"),
        ("alphanumeric", CODE, "a as in alpha, b as in bravo, twelve, thirty-four", "AB1234"),
        ("alphanumeric", CODE, "alpha bravo double one double two", "AB1122"),
        ("alphanumeric", CODE, "A B one two", None),
        ("alphanumeric", ZIP, "nine oh two one oh", "90210"),
        ("alphanumeric", POSTAL, "S W one A one A A", "SW1A1AA"),
        ("alphanumeric", {}, "B as in Bravo, seven, double u", "B7W"),
        ("alphanumeric", {}, "November 7", "November 7"),
        ("alphanumeric", {}, "Oscar", "Oscar"),
        ("alphanumeric", {}, "Flat 7", "Flat 7"),
        ("alphanumeric", {}, "A and B", "A and B"),
        ("name", {}, "S M I T H", "Smith"),
        ("name", {}, "Oscar Mike", "Oscar Mike"),
    ],
)
def test_what_callers_say(kind: str, config: dict[str, Any], said: str, expected: Any) -> None:
    found = check(Entity("it", "", kind, config), said, US)
    assert found.typed == expected if expected is not None else not found.valid, found
