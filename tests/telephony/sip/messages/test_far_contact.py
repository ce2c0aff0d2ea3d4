from __future__ import annotations

import pytest

from parley.telephony.sip.messages.far_contact import reachable_contact

SOURCE, PORT = "203.0.113.9", 40001


def request(via: str, *more: str) -> bytes:
    return "\r\n".join(("INVITE sip:1@a SIP/2.0", f"Via: SIP/2.0/UDP {via}", *more, "", "")).encode()


@pytest.mark.parametrize(
    ("contact", "packet", "expected"),
    [
        # A phone behind a router names the same address in both.
        ("<sip:c@192.168.1.20:5060>", request("192.168.1.20:5060;branch=1"), f"<sip:c@{SOURCE}:{PORT}>"),
        (
            '"C" <sip:c@192.168.1.20;transport=tcp>;expires=9',
            request("192.168.1.20;branch=1"),
            f'"C" <sip:c@{SOURCE}:{PORT};transport=tcp>;expires=9',
        ),
        ("sip:192.168.1.20", request("192.168.1.20;branch=1"), f"sip:{SOURCE}:{PORT}"),
        ("<sip:c@[fc00::1]:5060>", request("[fc00::1]:5060;branch=1"), f"<sip:c@{SOURCE}:{PORT}>"),
        # The port alone was translated, and it asks for answers where it sent from.
        (f"<sip:c@{SOURCE}:5060>", request(f"{SOURCE}:5060;rport;branch=1"), f"<sip:c@{SOURCE}:{PORT}>"),
        (f"<sip:c@{SOURCE}:5060>", request(f"{SOURCE}:5060;branch=1"), None),
        # Somebody in between who was reached without translation: the phone's address is its business.
        ("<sip:c@192.168.1.20:5060>", request(f"{SOURCE}:{PORT};branch=1"), None),
        (
            "<sip:c@192.168.1.20:5060>",
            request("192.168.1.20:5060;branch=1", "Record-Route: <sip:p.example;lr>"),
            None,
        ),
        ("<sip:c@198.51.100.7>", request("192.168.1.20;branch=1"), None),
        ("<sip:c@phone.example>", request("phone.example;branch=1"), None),
        # Answers show no Via of the one who answers.
        (
            "<sip:c@10.1.2.3:5060>",
            b"SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP us;branch=1\r\n\r\n",
            f"<sip:c@{SOURCE}:{PORT}>",
        ),
        ("<sip:c@198.51.100.7:5060>", b"SIP/2.0 200 OK\r\n\r\n", None),
        ("<sip:c@10.1.2.3:5060>", b"SIP/2.0 200 OK\r\nRecord-Route: <sip:p;lr>\r\n\r\n", None),
        # What no honest phone sends is left as it is.
        ("<sip:c@192.168.1.20>", request("192.168.1.20").replace(b".20", b".20\xb2"), None),
        ("<sip:c@192.168.1.20:" + "9" * 5000 + ">", request("192.168.1.20:" + "9" * 5000), None),
        ("*", request("192.168.1.20;branch=1"), None),
        ("<sip:a@1.1.1.1>, <sip:b@1.1.1.1>", request("1.1.1.1;branch=1"), None),
    ],
)
def test_the_address_that_a_message_came_from_stands_for_one_that_was_translated(
    contact: str, packet: bytes, expected: str | None
) -> None:
    assert reachable_contact(contact, packet, SOURCE, PORT) == expected


def test_a_peer_in_our_own_network_keeps_its_contact() -> None:
    assert reachable_contact("<sip:c@10.1.2.3>", b"SIP/2.0 200 OK\r\n\r\n", "10.0.0.2", 5060) is None
