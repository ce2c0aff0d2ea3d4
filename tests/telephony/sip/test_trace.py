from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.trace import KEPT, Dialog, Trace, read_invite

INVITE = (
    b"INVITE sip:+49%2030@192.0.2.7:5060;transport=udp SIP/2.0\r\n"
    b"Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1\r\n"
    b"v: SIP/2.0/UDP 192.0.2.2;branch=z9hG4bK2\r\n"
    b'f: "Doe, J" <sip:+4955;phone-context=x@example.org>;tag=abc\r\n'
    b"To: <sip:other@example.org>\r\n"
    b"i: 42@example.org\r\n"
    b"CSeq: 1 INVITE\r\n"
    b"X-Twice: one\r\nX-Twice: two\r\n"
    b"X-Folded: one\r\n  and more\r\n"
    b"Content-Length: 4\r\n\r\nv=0\n"
)


def note(trace: Trace, packet: bytes, *, sent: bool = False) -> None:
    if sent or packet.startswith(b"SIP/"):
        trace.note(packet, sent=sent, is_tls=True, far="192.0.2.1")
    else:
        called = re.search(rb"\r\n(?:i|Call-ID): ([^\r]*)", packet)
        trace.let_in(packet, called[1].decode(errors="replace") if called else "", is_tls=True, far="192.0.2.1")


def test_an_invitation_is_read_whole() -> None:
    trace = Trace()
    note(trace, INVITE)
    invite = trace.invite("42@example.org")
    assert invite is not None
    assert (invite.caller, invite.called) == ("+4955", "+49 30")
    assert (invite.source, invite.is_tls) == ("192.0.2.1", True)
    assert invite.uri == "sip:+49%2030@192.0.2.7:5060;transport=udp"
    assert invite.headers["X-Twice"] == "one"
    assert invite.headers["X-Folded"] == "one and more"
    assert "v=0" not in invite.headers
    assert trace.invite("42@example.org") is None, "given once"


def test_who_is_called_is_in_the_address_or_else_in_to() -> None:
    head = b"INVITE sip:192.0.2.7 SIP/2.0\r\nTo: <tel:+4930;ext=1>\r\nFrom: <sip:192.0.2.1>\r\n"
    invite = read_invite(head, is_tls=False, source="")
    assert (invite.called, invite.caller) == ("+4930", "")


def test_what_is_said_inside_a_call_is_no_invitation() -> None:
    trace = Trace()
    note(trace, INVITE.replace(b"To: <sip:other@example.org>", b"To: <sip:other@example.org>;tag=x"))
    note(trace, INVITE, sent=True)
    assert trace.invite("42@example.org") is None


def request(method: bytes = b"INVITE", branch: bytes = b"z9hG4bKours") -> bytes:
    via = b"Via: SIP/2.0/UDP 192.0.2.7;branch=" + branch
    return b"\r\n".join((method + b" sip:c@d SIP/2.0", via, b"Call-ID: 7", b"CSeq: 3 " + method, b"", b""))


def response(method: bytes, code: bytes = b"200 OK", branch: bytes = b"z9hG4bKours") -> bytes:
    return b"\r\n".join(
        (
            b"SIP/2.0 " + code,
            b"Via: SIP/2.0/UDP 192.0.2.7;branch=" + branch,
            b"Contact: <sip:c@198.51.100.4:5070;transport=udp>",
            b"From: <sip:a@b>;tag=asker",
            b"To: <sip:c@d>;tag=asked",
            b"Call-ID: 7",
            b"CSeq: 3 " + method,
            b"",
            b"",
        )
    )


def tags(trace: Trace) -> tuple[str, str]:
    return trace.dialog("7").local_tag, trace.dialog("7").remote_tag


def test_tags_are_ours_and_theirs_by_who_asked() -> None:
    trace = Trace()
    note(trace, request(), sent=True)
    note(trace, response(b"INVITE"))
    assert tags(trace) == ("asker", "asked")
    note(trace, response(b"INVITE"), sent=True)
    assert tags(trace) == ("asked", "asker")
    note(trace, response(b"REFER", b"202 Accepted"))
    assert trace.dialog("7").refer_code == 202
    trace.forget("7")
    assert trace.dialog("7") == Dialog()


def test_a_confirmation_is_told_whenever_it_comes() -> None:
    trace, told = Trace(), list[int]()
    note(trace, request(), sent=True)
    note(trace, response(b"INVITE", b"100 Trying"))
    trace.when_confirmed("7", lambda: told.append(1))
    trace.forget("7")
    note(trace, request(), sent=True)
    trace.when_confirmed("7", lambda: told.append(2))
    assert told == [1]
    note(trace, response(b"INVITE", b"180 Ringing"))
    assert told == [1, 2]


def test_an_answer_to_nothing_is_not_believed() -> None:
    trace, told = Trace(), list[int]()
    note(trace, request(), sent=True)
    trace.when_confirmed("7", lambda: told.append(1))
    before = trace.dialog("7")
    for code in (b"180 Ringing", b"200 OK"):
        trace.note(response(b"INVITE", code, b"z9hG4bKguess"), sent=False, is_tls=False, far="203.0.113.9")
    assert trace.dialog("7") == before
    assert not trace.is_peer("203.0.113.9")
    assert told == []


def test_the_addresses_of_a_call() -> None:
    trace = Trace()
    note(trace, request(), sent=True)
    assert trace.dialog("7").addresses == ("192.0.2.1",)
    trace.note(response(b"INVITE"), sent=False, is_tls=False, far="192.0.2.5")
    assert trace.dialog("7").addresses == ("192.0.2.1", "192.0.2.5", "198.51.100.4"), "and the one that it named"
    assert trace.dialog("7").first_addresses == ("192.0.2.1",)
    assert sorted(trace.peers()) == ["192.0.2.1", "192.0.2.5", "198.51.100.4"]
    trace.forget("7")
    assert trace.peers() == []


def test_a_call_that_wants_a_password_is_two_and_one_of_them_is_forgotten() -> None:
    trace = Trace()
    note(trace, INVITE)
    note(trace, INVITE)
    note(trace, INVITE.replace(b"CSeq: 1", b"CSeq: 2"))
    trace.forget("42@example.org")
    assert trace.known("42@example.org") is not None
    trace.forget("42@example.org")
    assert trace.known("42@example.org") is None


@pytest.mark.slow
def test_a_call_that_runs_is_not_crowded_out() -> None:
    trace = Trace()
    note(trace, INVITE)
    trace.hold("42@example.org")
    for number in range(KEPT + 10):
        note(trace, INVITE.replace(b"42@", b"%d-@" % number))
    assert trace.known("42@example.org") is not None
    assert trace.known("9-@example.org") is None


def test_other_messages_leave_no_trace() -> None:
    trace = Trace()
    note(trace, request(), sent=True)
    for packet in (response(b"OPTIONS"), response(b"INVITE", b"486 Busy Here"), response(b"BYE")):
        note(trace, packet)
    note(trace, response(b"INVITE", b"180 Ringing"), sent=True)
    assert tags(trace) == ("", "")


def test_strangers_cannot_fill_the_memory() -> None:
    trace = Trace()
    for number in range(KEPT + 10):
        note(trace, INVITE.replace(b"42@", b"%d@" % number))
    assert trace.invite("9@example.org") is None
    assert trace.invite("10@example.org") is not None


@given(st.binary(max_size=300))
def test_nothing_from_the_network_breaks_it(packet: bytes) -> None:
    note(Trace(), packet)
    note(Trace(), b"INVITE " + packet + b"\r\nCall-ID: 1\r\n\r\n")
    note(Trace(), b"SIP/2.0 2" + packet + b"\r\nCall-ID: 1\r\nCSeq: 1 REFER\r\n\r\n")
