"""`conv.utils`: what is requested of the serving process, and what comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent_host.in_process import evaluate, request_log


def test_prompt_llm_passes_on_what_was_request_log() -> None:
    outcome, questions = request_log(
        "return conv.utils.prompt_llm('Sum up', show_history=True, model='gpt-4o')", prompt_llm="It was fine."
    )
    question = {"prompt": "Sum up", "show_history": True, "return_json": False, "model": "gpt-4o"}
    assert (outcome.reply.content, questions) == ("It was fine.", [("prompt_llm", question)])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [({"a": 1}, {"a": 1}), ('```json\n{"a": 1}\n```', {"a": 1}), ("no json", "no json")],
)
def test_json_answers_are_parsed(answer: Any, expected: Any) -> None:
    assert evaluate("conv.utils.prompt_llm('p', return_json=True)", prompt_llm=answer) == expected


def test_secrets_are_text_or_dictionaries() -> None:
    assert evaluate("conv.utils.get_secret('k')", secret={"user": "u"}) == {"user": "u"}


def test_a_known_address_needs_no_model() -> None:
    outcome, questions = request_log(
        "a = conv.utils.extract_address([Address('12', 'Oak Street', 'York')])\nreturn f'{a.street_number} {a.city}'"
    )
    assert (outcome.reply.content, questions) == ("12 York", [])


def test_other_addresses_are_asked_for() -> None:
    outcome, questions = request_log(
        "return conv.utils.extract_address().street_name",
        prompt_llm={"street_number": 12, "street_name": "Oak Street", "city": None},
    )
    assert outcome.reply.content == "Oak Street"
    assert "12 Oak Street in York" in questions[0][1]["prompt"]


def test_cities() -> None:
    assert request_log("return conv.utils.extract_city(['York', 'Leeds']).city")[0].reply.content == "York"
    assert request_log("return conv.utils.extract_city().city", prompt_llm={"city": "York"})[0].reply.content == "York"
    caught = "try:\n    conv.utils.extract_city()\nexcept ExtractionError:\n    return 'none'"
    assert request_log(caught, prompt_llm={})[0].reply.content == "none"


@pytest.mark.parametrize(
    ("given", "config", "expected"),
    [
        ("john@example.com", "EmailConfig()", (True, "john@example.com")),
        ("john at example", "EmailConfig()", (False, None)),
        ("07400 123456", "PhoneNumberConfig(regions={'GB'})", (True, "+447400123456")),
        ("5", "NumericConfig(min_inclusive=1, max_inclusive=4)", (False, None)),
        ("4", "NumericConfig(min_inclusive=1, max_inclusive=4)", (True, "4")),
        ("2.5", "CurrencyConfig()", (True, "2.5")),
        ("-1", "QuantityConfig()", (False, None)),
        ("AB12", "AlphanumericConfig(custom_regex='[A-Z]{2}[0-9]{2}')", (True, "AB12")),
        ("tea", "EnumConfig(allowed_vals={'Tea', 'Coffee'})", (True, "Tea")),
        ("2025-02-03", "DateConfig(earliest_date_inclusive='2025-03-01')", (False, None)),
        (
            "2025-03-03",
            "DateConfig(latest_date_inclusive=__import__('datetime').date(2025, 3, 3))",
            (True, "2025-03-03"),
        ),
        ("09:30", "TimeConfig(earliest_time_inclusive='9:00')", (True, "09:30")),
        ("Mary Ann", "NameConfig", (True, "Mary Ann")),
        ("anything", "FreeTextConfig()", (True, "anything")),
    ],
)
def test_values_are_validated(given: str, config: str, expected: tuple[bool, str | None]) -> None:
    found = evaluate(
        f"[(r := conv.utils.validate_entity({given!r}, conv.utils.{config})).is_valid, r.normalized_value]"
    )
    assert tuple(found) == expected


def test_phone_numbers_are_taken_apart() -> None:
    found = evaluate("conv.utils.validate_entity('+44 7911 123456', conv.utils.PhoneNumberConfig()).country_code")
    assert found == "44"
