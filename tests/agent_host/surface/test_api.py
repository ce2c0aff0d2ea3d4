"""`conv.api` and `conv.integrations`: what is requested of the serving process, and what comes back."""

from __future__ import annotations

import pytest

from parley.agent_host.protocol import HostServiceError
from tests.agent_host.in_process import request_log, run_body


@pytest.mark.parametrize("call", ["get('a b')", "get(booking_id='a b')"])
def test_an_api_call_goes_to_the_serving_process(call: str) -> None:
    outcome, questions = request_log(
        f"r = conv.api.booking.{call}\nr.raise_for_status()\n"
        "return f\"{r.status_code} {r.json()['id']} {r['id']} {r.ok}\"",
        api={"status_code": 200, "text": '{"id": 5}', "headers": {"A": "b"}, "url": "https://x"},
    )
    assert outcome.reply.content == "200 5 5 True"
    assert questions == [
        ("api", {"integration": "booking", "operation": "get", "arguments": {"path": {"booking_id": "a b"}}})
    ]


def test_all_parts_of_a_request() -> None:
    _, questions = request_log(
        "conv.api.booking.get('1', params={'q': 1}, json={'d': Address()}, headers={'H': 'v'}, timeout=3, extra='e')",
        api={"status_code": 204},
    )
    arguments = questions[0][1]["arguments"]
    assert (arguments["params"], arguments["headers"], arguments["timeout"]) == ({"extra": "e", "q": 1}, {"H": "v"}, 3)
    assert arguments["json"]["d"]["city"] is None


def test_what_goes_wrong_on_the_way_is_an_exception_of_requests_and_counts() -> None:
    outcome = run_body(
        "import requests\ntry:\n    conv.api.booking.get('1')\n"
        "except requests.RequestException as e:\n    return str(e)",
        answers={"api": HostServiceError("unreachable", "no route")},
    )
    assert (outcome.reply.content, outcome.effects.api_errors) == ("no route", 1)


@pytest.mark.parametrize("call", ["conv.api.nothing.get()", "conv.api.booking.nothing()"])
def test_unknown_integrations_and_operations(call: str) -> None:
    failure = run_body(call).failure
    assert failure is not None
    assert failure.kind == "AttributeError"


def test_vendor_integrations_are_passed_through() -> None:
    _, questions = request_log(
        "conv.integrations.opentable.proxy_request('/x', http_method='GET')", api={"status_code": 200}
    )
    assert questions[0][1] == {
        "integration": "opentable",
        "operation": "proxy_request",
        "arguments": {"path": {}, "args": ["/x"], "http_method": "GET"},
    }
