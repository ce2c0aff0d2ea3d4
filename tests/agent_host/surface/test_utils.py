"""`conv.utils` and `conv.api`: what is asked of the serving process, and what comes back."""

from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.protocol import HostServiceError
from tests.agent_host.in_process import HEADER, play, rehearsal, seen, value


def asked(body: str, **answers: Any) -> tuple[Any, list[tuple[str, Any]]]:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    with rehearsal({"functions/f.py": f"{HEADER}def f(conv):\n{lines}\n"}, **answers) as stage:
        outcome = stage.call(view=seen(transcript_alternatives=["I live at 12 Oak Street in York"]))
        assert outcome.failure is None, outcome.failure
        return outcome, stage.answers.asked


def test_prompt_llm_passes_on_what_was_asked() -> None:
    outcome, questions = asked(
        "return conv.utils.prompt_llm('Sum up', show_history=True, model='gpt-4o')", prompt_llm="It was fine."
    )
    question = {"prompt": "Sum up", "show_history": True, "return_json": False, "model": "gpt-4o"}
    assert (outcome.reply.content, questions) == ("It was fine.", [("prompt_llm", question)])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [({"a": 1}, {"a": 1}), ('```json\n{"a": 1}\n```', {"a": 1}), ("no json", "no json")],
)
def test_json_answers_are_parsed(answer: Any, expected: Any) -> None:
    assert value("conv.utils.prompt_llm('p', return_json=True)", prompt_llm=answer) == expected


def test_secrets_are_text_or_dictionaries() -> None:
    assert value("conv.utils.get_secret('k')", secret={"user": "u"}) == {"user": "u"}


def test_a_known_address_needs_no_model() -> None:
    outcome, questions = asked(
        "a = conv.utils.extract_address([Address('12', 'Oak Street', 'York')])\nreturn f'{a.street_number} {a.city}'"
    )
    assert (outcome.reply.content, questions) == ("12 York", [])


def test_other_addresses_are_asked_for() -> None:
    outcome, questions = asked(
        "return conv.utils.extract_address().street_name",
        prompt_llm={"street_number": 12, "street_name": "Oak Street", "city": None},
    )
    assert outcome.reply.content == "Oak Street"
    assert "12 Oak Street in York" in questions[0][1]["prompt"]


def test_cities() -> None:
    assert asked("return conv.utils.extract_city(['York', 'Leeds']).city")[0].reply.content == "York"
    assert asked("return conv.utils.extract_city().city", prompt_llm={"city": "York"})[0].reply.content == "York"
    caught = "try:\n    conv.utils.extract_city()\nexcept ExtractionError:\n    return 'none'"
    assert asked(caught, prompt_llm={})[0].reply.content == "none"


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
    found = value(f"[(r := conv.utils.validate_entity({given!r}, conv.utils.{config})).is_valid, r.normalized_value]")
    assert tuple(found) == expected


def test_phone_numbers_are_taken_apart() -> None:
    found = value("conv.utils.validate_entity('+44 7911 123456', conv.utils.PhoneNumberConfig()).country_code")
    assert found == "44"


@pytest.mark.parametrize("call", ["get('a b')", "get(booking_id='a b')"])
def test_an_api_call_goes_to_the_serving_process(call: str) -> None:
    outcome, questions = asked(
        f"r = conv.api.booking.{call}\nr.raise_for_status()\n"
        "return f\"{r.status_code} {r.json()['id']} {r['id']} {r.ok}\"",
        api={"status_code": 200, "text": '{"id": 5}', "headers": {"A": "b"}, "url": "https://x"},
    )
    assert outcome.reply.content == "200 5 5 True"
    assert questions == [
        ("api", {"integration": "booking", "operation": "get", "arguments": {"path": {"booking_id": "a b"}}})
    ]


def test_all_parts_of_a_request() -> None:
    _, questions = asked(
        "conv.api.booking.get('1', params={'q': 1}, json={'d': Address()}, headers={'H': 'v'}, timeout=3, extra='e')",
        api={"status_code": 204},
    )
    arguments = questions[0][1]["arguments"]
    assert (arguments["params"], arguments["headers"], arguments["timeout"]) == ({"extra": "e", "q": 1}, {"H": "v"}, 3)
    assert arguments["json"]["d"]["city"] is None


def test_what_goes_wrong_on_the_way_is_an_exception_of_requests_and_counts() -> None:
    outcome = play(
        "import requests\ntry:\n    conv.api.booking.get('1')\n"
        "except requests.RequestException as e:\n    return str(e)",
        answers={"api": HostServiceError("unreachable", "no route")},
    )
    assert (outcome.reply.content, outcome.effects.api_errors) == ("no route", 1)


@pytest.mark.parametrize("call", ["conv.api.nothing.get()", "conv.api.booking.nothing()"])
def test_unknown_integrations_and_operations(call: str) -> None:
    failure = play(call).failure
    assert failure is not None
    assert failure.kind == "AttributeError"


def test_vendor_integrations_are_passed_through() -> None:
    _, questions = asked("conv.integrations.opentable.proxy_request('/x', http_method='GET')", api={"status_code": 200})
    assert questions[0][1] == {
        "integration": "opentable",
        "operation": "proxy_request",
        "arguments": {"path": {}, "args": ["/x"], "http_method": "GET"},
    }
