"""What a handoff asks for, read from the forms in which projects write it."""

from __future__ import annotations

import pytest

from parley.agent_host.protocol import HandoffRequest, Json
from parley.domain.calls.model import Encryption
from parley.telephony.transfer import TransferRequest, refer_uri, split_endpoint


def wish(method: str | None = None, **details: Json) -> TransferRequest:
    return TransferRequest.from_handoff(HandoffRequest("desk", "asked", method=method, details=details))


def test_what_is_configured_for_the_destination() -> None:
    found = wish("refer", phone_number="+442071234567", sip_headers={"X-Queue": "night"})
    assert (found.method, found.number, found.headers) == ("refer", "+442071234567", {"X-Queue": "night"})


def test_a_block_of_the_request_itself_comes_first() -> None:
    found = wish(
        "refer",
        phone_number="+442071234567",
        invite={
            "phone_number": "+33123456789",
            "outbound_endpoint": "sbc.example.com:5090",
            "outbound_caller_id": "+44",
        },
        outbound_encryption="UDP/RTP",
    )
    assert found.method == "invite"
    assert (found.number, found.endpoint, found.caller) == ("+33123456789", "sbc.example.com:5090", "+44")
    assert found.encryption is Encryption.UDP_RTP


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("+44 (20) 7123-4567", "+442071234567"),
        (442071234567, "442071234567"),
        ("desk-7@example.com", "desk-7@example.com"),
        ("+4420\r\nVia: x", "+4420 Via: x"),
    ],
)
def test_a_number_as_people_write_it(written: Json, number: str) -> None:
    assert wish("refer", phone_number=written).number == number


@pytest.mark.parametrize(
    "written", ["sbc.example.com:5061", "sip:sbc.example.com:5061", "SIPS:sbc.example.com:5061;lr"]
)
def test_an_endpoint_as_projects_write_it(written: str) -> None:
    assert wish("invite", phone_number="1", outbound_endpoint=written).endpoint == "sbc.example.com:5061"


@pytest.mark.parametrize(
    ("endpoint", "host", "port"),
    [
        ("sbc.example.com", "sbc.example.com", None),
        ("sbc.example.com:5090", "sbc.example.com", 5090),
        ("sbc.example.com:tls", "sbc.example.com", None),
        ("sbc.example.com:50²", "sbc.example.com", None),
        ("sbc.example.com:" + "9" * 5_000, "sbc.example.com", None),
    ],
)
def test_a_port_that_cannot_be_read_is_the_usual_one(endpoint: str, host: str, port: int | None) -> None:
    assert split_endpoint(endpoint) == (host, port)


def test_without_a_number_there_is_only_a_farewell() -> None:
    assert wish("refer").method == "bye"
    assert wish(None, bye={"sip_headers": {"X-Reason": "done"}}).headers == {"X-Reason": "done"}
    assert wish(None, phone_number="+44207").method == "refer"


def test_encryption_that_nobody_knows_is_the_strongest() -> None:
    assert wish("invite", phone_number="1", outbound_encryption="none").encryption is Encryption.TLS_SRTP


def test_headers_cannot_break_out_of_their_line() -> None:
    assert wish("bye", sip_headers={"X-A": "one\r\nVia: two"}).headers == {"X-A": "one Via: two"}


@pytest.mark.parametrize("name", ["Content-Length", "content-type", "l", "C"])
def test_headers_about_the_body_are_not_an_agents(name: str) -> None:
    assert wish(None, bye={"sip_headers": {name: "4", "X-Reason": "done"}}).headers == {"X-Reason": "done"}


def test_headers_of_a_refer_travel_in_its_uri() -> None:
    found = wish("refer", phone_number="+4420", sip_headers={"X-A": "a b&c", "X-B": "é"})
    assert refer_uri(found, "trunk.example.com") == "sip:+4420@trunk.example.com?X-A=a%20b%26c&X-B=%C3%A9"
    assert refer_uri(wish("refer", phone_number="sip:desk@example.com"), "trunk") == "sip:desk@example.com"
    assert refer_uri(wish("refer", phone_number="desk@example.com"), "trunk") == "sip:desk@example.com"
