"""Slots: specified by schemas and entities, extracted from replies, asked for in words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from parley.local_responder.slots.extraction import ExtractionContext, extract_value, extract_values
from parley.local_responder.slots.questions import find_asked_slot, slot_question
from parley.local_responder.slots.spec import SlotKind, SlotSpec, entity_spec, parameter_spec, parameter_specs
from parley.providers.llm.protocol import Slot, Tool

CONTEXT = ExtractionContext(datetime(2026, 3, 11, 10, 0))  # noqa: DTZ001 - a wall clock


def prop(name: str, description: str = "", type: str = "string", **more: Any) -> SlotSpec:
    return parameter_spec(name, {"type": type, "description": description, **more})


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        (prop("date"), SlotKind.DATE),
        (prop("dob", "The patient's date of birth"), SlotKind.DATE),
        (prop("appointment_time"), SlotKind.TIME),
        (prop("party_size", type="integer"), SlotKind.PEOPLE),
        (prop("quantity", type="integer"), SlotKind.NUMBER),
        (prop("phone_number"), SlotKind.PHONE),
        (prop("contact_name"), SlotKind.NAME),
        (prop("value", "Phone number of the caller"), SlotKind.PHONE),
        (prop("email"), SlotKind.EMAIL),
        (prop("first_name"), SlotKind.NAME),
        (prop("service_name"), SlotKind.TEXT),
        (prop("order_number"), SlotKind.CODE),
        (prop("zip_code"), SlotKind.CODE),
        (prop("reason"), SlotKind.WORDS),
        (prop("confirmed", type="boolean"), SlotKind.BOOLEAN),
        (prop("size", enum=["S", "M"]), SlotKind.CHOICE),
        (prop("seat", "One of 'inside', 'outside' or 'bar'"), SlotKind.CHOICE),
        (prop("branch", "The restaurant that the guest named: harbour, old_town or riverside."), SlotKind.CHOICE),
        (prop("address"), SlotKind.ADDRESS),
        (prop("colour"), SlotKind.TEXT),
        (prop("arrival", "Arrival as YYYY-MM-DD"), SlotKind.DATE),
        (prop("pickup", "When they come, as HH:MM"), SlotKind.TIME),
        (prop("hour", "The hour they leave", "integer"), SlotKind.TIME),
        (prop("hours", "How many hours", "integer"), SlotKind.NUMBER),
        (prop("guest_name"), SlotKind.NAME),
    ],
)
def test_kinds(spec: SlotSpec, kind: SlotKind) -> None:
    assert spec.kind is kind


@pytest.mark.parametrize(
    ("spec", "default"),
    [
        (prop("x", "The branch. NA if none was named."), "NA"),
        (prop("x", "The branch, or 'NA' if unknown"), "NA"),
        (prop("x", "Leave empty if not given"), ""),
        (prop("x", "Use 0 if not known", "integer"), 0),
        (prop("x", "Optional notes"), ""),
        (prop("x", "true if they agree, false if not", "boolean"), None),
        (prop("x", "The branch"), None),
        (parameter_spec("x", {"type": "integer"}, required=False), 0),
    ],
)
def test_values_for_the_unknown(spec: SlotSpec, default: Any) -> None:
    assert spec.default == default


@pytest.mark.parametrize(
    ("spec", "text", "expected"),
    [
        (prop("date"), "tomorrow", "2026-03-12"),
        (prop("date", "in MM/DD/YYYY"), "tomorrow", "03/12/2026"),
        (prop("time"), "half past seven", "19:30"),
        (prop("time", "such as 7:00 PM"), "half past seven", "7:30 PM"),
        (prop("party_size", type="integer"), "me and my wife on friday at 7", 2),
        (prop("party_size"), "a table for two tonight at half seven", "2"),
        (prop("quantity", type="integer"), "three of them on the 5th of may", 3),
        (prop("amount", type="number"), "about twelve point five", 12.5),
        (prop("confirmed", type="boolean"), "yes please", True),
        (prop("confirmed", type="boolean"), "no", False),
        (prop("confirmed", type="boolean"), "maybe", None),
        (prop("size", enum=["small", "large"]), "the large one", "large"),
        (prop("phone_number"), "512 555 0123", "+15125550123"),
        (prop("pin", "The last four digits"), "it's one two three four", "1234"),
        (prop("pin", "The last four digits"), "12345", None),
        (prop("reason"), "my order is late", "my order is late"),
        (prop("colour"), "something blue", None),
        (prop("last_name"), "my name is Anna Smith", "Smith"),
    ],
)
def test_parameters_in_passing(spec: SlotSpec, text: str, expected: Any) -> None:
    assert extract_value(spec, text, CONTEXT) == expected


@pytest.mark.parametrize(
    ("spec", "text", "expected"),
    [
        (prop("colour"), "um, I'd like blue please", "blue"),
        (prop("colour"), "what colours are there?", None),
        (prop("address"), "it's 12 Oak Street, Austin", "12 Oak Street, Austin"),
        (prop("address"), "yes", None),
        (prop("seat", "One of 'yes' or 'no'"), "sure", "yes"),
        (prop("name"), "anna", "Anna"),
        (prop("time"), "seven", "19:00"),
    ],
)
def test_parameters_when_asked(spec: SlotSpec, text: str, expected: Any) -> None:
    assert extract_value(spec, text, CONTEXT, asked=True) == expected


@pytest.mark.parametrize(
    ("slot", "text", "expected"),
    [
        (Slot("zip", "", "alphanumeric", {"regular_expression": r"\d{5}"}), "seven eight seven oh one", "78701"),
        (Slot("ref", "", "alphanumeric", {"regular_expression": r"OE\d{5}"}), "oe 12345", "OE12345"),
        (Slot("ref", "", "alphanumeric", {"regular_expression": r"OE\d{5}"}), "12345", None),
        (Slot("trade", "", "enum", {"options": ["plumbing", "heating"]}), "plumbing please", "plumbing"),
        (Slot("size", "number of people", "numeric", {"min": 1, "max": 8}), "twenty people", None),
        (Slot("weight", "", "numeric", {"has_decimal": True}), "2.5 kilos", "2.5"),
        (Slot("day", "", "date", {}), "next friday", "2026-03-20"),
        (Slot("at", "", "time", {"start_time": "17:00", "end_time": "22:00"}), "at eight", "20:00"),
        (Slot("phone", "", "phone_number", {"country_codes": ["+44"]}), "020 7946 0018", "+442079460018"),
        (Slot("who", "", "name_config", {}), "my name is Anna", "Anna"),
        (Slot("bad", "", "alphanumeric", {"regular_expression": "("}), "A12", "A12"),
    ],
)
def test_slots(slot: Slot, text: str, expected: str | None) -> None:
    assert extract_value(entity_spec(slot), text, CONTEXT) == expected


def test_one_sentence_can_hold_many_values_and_none_counts_twice() -> None:
    slots = [Slot("people", "How many people", "numeric"), Slot("day", "", "date"), Slot("at", "", "time")]
    specs = [entity_spec(slot) for slot in slots]
    text = "a table for four on the 5th of may at seven"
    assert extract_values(specs, text, CONTEXT) == {"people": "4", "day": "2026-05-05", "at": "19:00"}
    assert extract_values(specs, "seven", CONTEXT, asked="at") == {"at": "19:00"}


@pytest.mark.parametrize(
    ("spec", "question"),
    [
        (prop("date", "The date in YYYY-MM-DD"), "What date would you like?"),
        (prop("party_size", type="integer"), "How many people will there be?"),
        (prop("phone_number"), "Could you give me your phone number?"),
        (prop("order_number", "The order number, it starts with A"), "Could you give me your order number?"),
        (prop("dob", "The patient's date of birth"), "Could you give me your date of birth?"),
        (prop("city", "The city the user lives in"), "Could you give me the city you live in?"),
        (prop("confirmed", "True if the user confirmed the booking", "boolean"), "Is that right?"),
        (prop("has_account", "Whether the user has an account", "boolean"), "Do you have an account?"),
        (prop("size", enum=["small", "medium", "large"]), "Which would you like: small, medium or large?"),
    ],
)
def test_questions(spec: SlotSpec, question: str) -> None:
    assert slot_question(spec) == question
    assert find_asked_slot(f"Of course. {question}", [prop("colour"), spec]) == spec


def test_the_author_s_own_question_comes_first() -> None:
    written = ["What is your name?", "On which day would you like to come?"]
    assert slot_question(prop("date"), written) == "On which day would you like to come?"
    assert slot_question(prop("colour"), written) == "Could you give me the colour?"


def test_a_question_that_fits_nothing_means_the_only_slot() -> None:
    assert find_asked_slot("Which one suits you?", [prop("colour")]) is not None
    assert find_asked_slot("Which one suits you?", [prop("colour")], strict=True) is None
    assert find_asked_slot("Fine.", [prop("colour")]) is None


def test_odd_schemas_do_no_harm() -> None:
    assert parameter_specs(Tool("x", "", {})) == []
    assert parameter_specs(Tool("x", "", {"properties": {"a": None}}))[0].kind is SlotKind.TEXT
    assert parameter_specs(Tool("x", "", {"properties": {"a": {"type": ["string", "null"]}}}))[0].type == "string"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("quiero una mesa para dos mañana a las ocho", {"date": "2026-03-12", "time": "20:00", "people": 2}),
        ("el 3 de junio a las ocho y media, cuatro personas", {"date": "2026-06-03", "time": "20:30", "people": 4}),
        ("pasado mañana por la noche, seis", {"date": "2026-03-13", "people": 6}),
        ("el sábado", {"date": "2026-03-14"}),
    ],
)
def test_days_times_and_numbers_are_understood_in_spanish_too(text: str, expected: dict[str, Any]) -> None:
    hours = entity_spec(Slot("time", "", "time", {"start_time": "12:00", "end_time": "22:00"}))
    specs = [prop("date"), hours, prop("people", type="integer")]
    assert extract_values(specs, text, CONTEXT) == expected


def test_names_stay_as_they_are_whatever_they_mean() -> None:
    assert extract_value(prop("name"), "my name is Ana Dos Santos", CONTEXT) == "Ana Dos Santos"


def test_a_full_name_is_no_last_name() -> None:
    assert extract_value(prop("full_name", "The first and last name"), "my name is Jim Hall", CONTEXT) == "Jim Hall"


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        (prop("arrival", "Arrival as YYYY-MM-DD"), "Could you give me the day of the arrival?"),
        (prop("hour", "The hour they leave", "integer"), "What time would you like?"),
        (prop("item", "What was lost"), "What was lost?"),
    ],
)
def test_a_question_says_what_kind_of_answer_it_wants(spec: SlotSpec, asked: str) -> None:
    assert slot_question(spec) == asked


def test_a_number_is_whose_the_tool_says() -> None:
    schema = {"type": "object", "properties": {"number": {"type": "string", "description": "Eight digits"}}}
    (number,) = parameter_specs(Tool("save_loyalty", "Saves the loyalty number.", schema))
    assert slot_question(number) == "Could you give me the loyalty number?"
    assert extract_value(number, "1234 5678", CONTEXT, asked=True) == "12345678"


def test_an_hour_is_a_time_of_day() -> None:
    assert extract_value(prop("hour", type="integer"), "can I stay till 1pm", CONTEXT) == 13
