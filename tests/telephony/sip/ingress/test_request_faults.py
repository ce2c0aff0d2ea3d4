from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.ingress.access_control import NO_ANSWER
from parley.telephony.sip.ingress.request_faults import find_fault, trim_datagram

HEAD = (
    b"@METHOD sip:1@example.com SIP/2.0\r\nVia: SIP/2.0/UDP a;branch=z9hG4bK1\r\nFrom: <sip:a@b>;tag=1\r\n"
    b"To: <sip:c@d>\r\nCall-ID: 1\r\nCSeq: 1 @METHOD\r\nMax-Forwards: 70\r\n"
)


def request(*headers: bytes, method: bytes = b"OPTIONS", body: bytes = b"") -> bytes:
    return HEAD.replace(b"@METHOD", method) + b"".join(header + b"\r\n" for header in headers) + b"\r\n" + body


def code(packet: bytes, *, is_datagram: bool = True) -> int | None:
    fault = find_fault(packet, is_datagram=is_datagram)
    return None if fault is None else fault.code


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((), None),
        ((b"Content-Length: 0",), None),
        ((b"l: 0", b"Content-Length: 0"), None),
        ((b"l: 1",), 400),
        ((b"Content-Length: -1",), 400),
        ((b"Content-Length:",), 400),
        ((b"Content-Length: 0", b"l: 4"), 400),
        ((b"Content-Length: " + b"9" * 5000,), 400),
        ((b"i: another",), 400),
        ((b"CSeq: 2 OPTIONS",), 400),
        ((b"Require: timer, 100rel",), None),
        ((b"Require: TIMER",), None),
        ((b"Require:",), None),
        ((b"Require: precondition",), 420),
        ((b"Require: bad(option",), 400),
    ],
)
def test_headers_that_contradict_or_ask_too_much(headers: tuple[bytes, ...], expected: int | None) -> None:
    assert code(request(*headers)) == expected


def test_what_is_demanded_and_unknown_is_named() -> None:
    fault = find_fault(request(b"Require: timer, foo", b"Require: bar"), is_datagram=True)
    assert fault is not None
    assert fault.headers == "Unsupported: foo, bar\r\n"


def test_a_cancellation_demands_nothing_and_an_acknowledgement_gets_no_answer() -> None:
    assert code(request(b"Require: foo", method=b"CANCEL")) is None
    assert find_fault(request(b"l: 9", method=b"ACK"), is_datagram=True) is NO_ANSWER


@pytest.mark.parametrize("source", [b"<sip:a@b>", b"<sip:a@b>;tag=", b"<sip:a@b>;ta:g=1", b"<sip:a@b;tag=1>;xtag=2"])
def test_a_call_has_a_tag_of_its_caller(source: bytes) -> None:
    """The library takes one without for a failure of its own, and uses memory that it has given back."""
    invite = request(method=b"INVITE")
    assert code(invite) is None
    assert code(invite.replace(b"<sip:a@b>;tag=1", source)) == 400
    assert code(request().replace(b";tag=1", b"")) is None


def test_on_a_connection_more_may_come() -> None:
    assert code(request(b"l: 9"), is_datagram=False) is None


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"sip:1@example.com", b"tel:+123", None),
        (b"sip:1@example.com", b"SIPS:1@example.com", None),
        (b"sip:1@example.com", b"http://example.com", 416),
        (b"sip:1@example.com", b"<sip:1@example.com>", 400),
        (b"CSeq: 1 ", b"CSeq: 2147483647 ", None),
        (b"CSeq: 1 ", b"CSeq: 2147483648 ", 400),
        (b"CSeq: 1 ", b"CSeq: " + b"1" * 5000 + b" ", 400),
        (b"Forwards: 70", b"Forwards: 0255", None),
        (b"Forwards: 70", b"Forwards: 256", 400),
        (b"Forwards: 70", b"Forwards: -1", 400),
    ],
)
def test_addresses_and_numbers(before: bytes, after: bytes, expected: int | None) -> None:
    assert code(request().replace(before, after)) == expected


def test_what_follows_the_body_is_no_part_of_the_message() -> None:
    assert trim_datagram(request(b"l: 3", body=b"abcdef")) == request(b"l: 3", body=b"abc")
    for whole in (request(body=b"abc"), request(b"l: 3", body=b"abc"), request(b"l: 9", body=b"abc")):
        assert trim_datagram(whole) == whole


@given(
    st.lists(
        st.sampled_from((b"Require", b"l", b"Content-Length", b"CSeq", b":", b"\r\n", b" ", b"-", b"7", b"\r\n\r\n"))
        | st.binary(max_size=8)
    )
)
def test_nothing_breaks_it(pieces: list[bytes]) -> None:
    for packet in (b"".join(pieces), request(b"".join(pieces)), b"".join(pieces) + request()):
        fault = find_fault(packet, is_datagram=True)
        assert fault is None or fault.code in (0, 400, 416, 420)
        assert packet.startswith(trim_datagram(packet))
        assert fault is None or all(line.isprintable() for line in fault.headers.split("\r\n"))
