from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.ingress.dialog_table import MAX_UNCLAIMED, Dialog, DialogTable, parse_invite

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


def record(dialogs: DialogTable, packet: bytes, *, sent: bool = False) -> None:
    if sent or packet.startswith(b"SIP/"):
        dialogs.record_message(packet, sent=sent, is_tls=True, far="192.0.2.1")
    else:
        called = re.search(rb"\r\n(?:i|Call-ID): ([^\r]*)", packet)
        dialogs.record_request(
            packet, called[1].decode(errors="replace") if called else "", is_tls=True, far="192.0.2.1"
        )


def test_an_invite_is_parsed_whole() -> None:
    dialogs = DialogTable()
    record(dialogs, INVITE)
    invite = dialogs.pop_invite("42@example.org")
    assert invite is not None
    assert (invite.caller, invite.called) == ("+4955", "+49 30")
    assert (invite.source, invite.is_tls) == ("192.0.2.1", True)
    assert invite.uri == "sip:+49%2030@192.0.2.7:5060;transport=udp"
    assert invite.headers["X-Twice"] == "one"
    assert invite.headers["X-Folded"] == "one and more"
    assert "v=0" not in invite.headers
    assert dialogs.pop_invite("42@example.org") is None, "given once"


def test_who_is_called_is_in_the_address_or_else_in_to() -> None:
    head = b"INVITE sip:192.0.2.7 SIP/2.0\r\nTo: <tel:+4930;ext=1>\r\nFrom: <sip:192.0.2.1>\r\n"
    invite = parse_invite(head, is_tls=False, source="")
    assert (invite.called, invite.caller) == ("+4930", "")


def test_what_is_said_inside_a_call_is_no_new_invite() -> None:
    dialogs = DialogTable()
    record(dialogs, INVITE.replace(b"To: <sip:other@example.org>", b"To: <sip:other@example.org>;tag=x"))
    record(dialogs, INVITE, sent=True)
    assert dialogs.pop_invite("42@example.org") is None


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


def tags(dialogs: DialogTable) -> tuple[str, str]:
    return dialogs.find("7").local_tag, dialogs.find("7").remote_tag


def test_tags_are_ours_and_theirs_by_who_asked() -> None:
    dialogs = DialogTable()
    record(dialogs, request(), sent=True)
    record(dialogs, response(b"INVITE"))
    assert tags(dialogs) == ("asker", "asked")
    record(dialogs, response(b"INVITE"), sent=True)
    assert tags(dialogs) == ("asked", "asker")
    record(dialogs, response(b"REFER", b"202 Accepted"))
    assert dialogs.find("7").refer_code == 202
    dialogs.release("7")
    assert dialogs.find("7") == Dialog()


def test_a_provisional_response_is_told_whenever_it_comes() -> None:
    dialogs, told = DialogTable(), list[int]()
    record(dialogs, request(), sent=True)
    record(dialogs, response(b"INVITE", b"100 Trying"))
    dialogs.on_provisional("7", lambda: told.append(1))
    dialogs.release("7")
    record(dialogs, request(), sent=True)
    dialogs.on_provisional("7", lambda: told.append(2))
    assert told == [1]
    record(dialogs, response(b"INVITE", b"180 Ringing"))
    assert told == [1, 2]


def test_an_answer_to_nothing_is_not_believed() -> None:
    dialogs, told = DialogTable(), list[int]()
    record(dialogs, request(), sent=True)
    dialogs.on_provisional("7", lambda: told.append(1))
    before = dialogs.find("7")
    for code in (b"180 Ringing", b"200 OK"):
        dialogs.record_message(response(b"INVITE", code, b"z9hG4bKguess"), sent=False, is_tls=False, far="203.0.113.9")
    assert dialogs.find("7") == before
    assert not dialogs.is_peer("203.0.113.9")
    assert told == []


def test_the_addresses_of_a_call() -> None:
    dialogs = DialogTable()
    record(dialogs, request(), sent=True)
    assert dialogs.find("7").addresses == ("192.0.2.1",)
    dialogs.record_message(response(b"INVITE"), sent=False, is_tls=False, far="192.0.2.5")
    assert dialogs.find("7").addresses == ("192.0.2.1", "192.0.2.5", "198.51.100.4"), "and the one that it named"
    assert dialogs.find("7").first_addresses == ("192.0.2.1",)
    assert sorted(dialogs.peers()) == ["192.0.2.1", "192.0.2.5", "198.51.100.4"]
    dialogs.release("7")
    assert dialogs.peers() == []


def test_a_call_that_wants_a_password_is_two_and_one_of_them_is_forgotten() -> None:
    dialogs = DialogTable()
    record(dialogs, INVITE)
    record(dialogs, INVITE)
    record(dialogs, INVITE.replace(b"CSeq: 1", b"CSeq: 2"))
    dialogs.release("42@example.org")
    assert dialogs.find_with_peer("42@example.org") is not None
    dialogs.release("42@example.org")
    assert dialogs.find_with_peer("42@example.org") is None


@pytest.mark.slow
def test_a_call_that_runs_is_not_crowded_out() -> None:
    dialogs = DialogTable()
    record(dialogs, INVITE)
    dialogs.retain("42@example.org")
    for number in range(MAX_UNCLAIMED + 10):
        record(dialogs, INVITE.replace(b"42@", b"%d-@" % number))
    assert dialogs.find_with_peer("42@example.org") is not None
    assert dialogs.find_with_peer("9-@example.org") is None


def test_other_messages_are_not_recorded() -> None:
    dialogs = DialogTable()
    record(dialogs, request(), sent=True)
    for packet in (response(b"OPTIONS"), response(b"INVITE", b"486 Busy Here"), response(b"BYE")):
        record(dialogs, packet)
    record(dialogs, response(b"INVITE", b"180 Ringing"), sent=True)
    assert tags(dialogs) == ("", "")


@pytest.mark.slow
def test_strangers_cannot_fill_the_memory() -> None:
    dialogs = DialogTable()
    for number in range(MAX_UNCLAIMED + 10):
        record(dialogs, INVITE.replace(b"42@", b"%d@" % number))
    assert dialogs.pop_invite("9@example.org") is None
    assert dialogs.pop_invite("10@example.org") is not None


@given(st.binary(max_size=300))
def test_nothing_from_the_network_breaks_it(packet: bytes) -> None:
    record(DialogTable(), packet)
    record(DialogTable(), b"INVITE " + packet + b"\r\nCall-ID: 1\r\n\r\n")
    record(DialogTable(), b"SIP/2.0 2" + packet + b"\r\nCall-ID: 1\r\nCSeq: 1 REFER\r\n\r\n")
