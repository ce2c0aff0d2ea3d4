"""Who is let in, who is told no, and who is not answered."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.ingress.access_control import FORBIDDEN, NO_ANSWER, NO_SUCH_CALL, AccessControl, Request
from parley.telephony.sip.ingress.dialog_table import DialogTable
from parley.telephony.sip.ingress.rate_limits import RateLimits

TRUNK, NEIGHBOUR, OTHER, STRANGER = "192.0.2.1", "192.0.2.9", "198.51.100.1", "203.0.113.5"


def record(dialogs: DialogTable, start: bytes, *lines: bytes, sent: bool = False, is_tls: bool = False) -> None:
    head = (b"Call-ID: 7", b"Via: SIP/2.0/UDP x;branch=b", *lines)
    packet = b"\r\n".join((start, *head, b"", b""))
    if sent:
        dialogs.record_message(packet, sent=True, is_tls=is_tls, far=TRUNK)
    else:
        dialogs.record_request(packet, "7", is_tls=is_tls, far=TRUNK)


def access_with_a_call(*, is_tls: bool = False, is_answered: bool = True) -> AccessControl:
    dialogs = DialogTable()
    access = AccessControl(dialogs, RateLimits())
    access.allow_trunks([[ip_network("192.0.2.0/28"), ip_network("2001:db8::/32")], [ip_network(f"{OTHER}/32")], []])
    record(dialogs, b"INVITE sip:x SIP/2.0", b"CSeq: 1 INVITE", b"From: <sip:a@b>;tag=theirs", is_tls=is_tls)
    if is_answered:
        tags = (b"From: <sip:a@b>;tag=theirs", b"To: <sip:c@d>;tag=ours")
        record(dialogs, b"SIP/2.0 200 OK", b"CSeq: 1 INVITE", *tags, sent=True)
    return access


def asked(method: str, source: str, call_id: str = "7", **more: object) -> Request:
    return Request(method, source, False, call_id, **more)  # type: ignore[arg-type]


def test_trunks_may_call_and_strangers_may_not() -> None:
    access = access_with_a_call()
    assert access.check(asked("INVITE", OTHER, "new")) is None
    assert access.check(asked("INVITE", "2001:db8::5", "new")) is None
    for source in (STRANGER, "2001:db9::5", "no address"):
        assert access.check(asked("INVITE", source, "new")) is FORBIDDEN
        assert access.check(asked("ACK", source, "new")) is NO_ANSWER


@pytest.mark.parametrize("method", ["BYE", "INVITE", "CANCEL", "INFO", "UPDATE", "NOTIFY", "REFER", "OPTIONS"])
def test_in_a_call_its_own_trunk_is_heard(method: str) -> None:
    access = access_with_a_call()
    assert access.check(asked(method, TRUNK, to_tag="ours")) is None
    assert access.check(asked(method, NEIGHBOUR, to_tag="ours")) is None
    assert access.check(asked(method, OTHER, to_tag="ours")) is NO_SUCH_CALL
    assert access.check(asked(method, STRANGER, to_tag="ours")) is FORBIDDEN


def test_a_call_that_we_placed_through_a_trunk_that_calls_do_not_come_from() -> None:
    dialogs = DialogTable()
    access = AccessControl(dialogs, RateLimits())
    access.allow_trunks([[ip_network(f"{OTHER}/32")]])
    record(dialogs, b"INVITE sip:x SIP/2.0", b"CSeq: 1 INVITE", sent=True)
    assert access.check(asked("BYE", TRUNK, to_tag="ours")) is None
    assert access.check(asked("BYE", OTHER, to_tag="ours")) is NO_SUCH_CALL
    assert access.check(asked("INVITE", TRUNK, "new")) is FORBIDDEN
    assert access.is_known(TRUNK)


def test_before_the_trunks_are_known_everybody_is_asked_in() -> None:
    access = AccessControl(DialogTable(), RateLimits(burst=1, all_burst=1))
    assert access.check(asked("INVITE", STRANGER, "new")) is None
    assert all(access.admits(STRANGER, 0.0) for _ in range(50))
    assert not access.is_flooded


RIGHT = "7;to-tag=ours;from-tag=theirs"


def test_who_may_replace_a_call() -> None:
    access = access_with_a_call()
    assert access.check(asked("INVITE", NEIGHBOUR, "new", replaces=(RIGHT,))) is None
    assert access.check(asked("INVITE", OTHER, "new", replaces=(RIGHT,))) is NO_SUCH_CALL
    assert access.check(asked("INVITE", STRANGER, "new", replaces=(RIGHT,))) is FORBIDDEN
    refusal = access.check(asked("INVITE", TRUNK, "new", replaces=(RIGHT, RIGHT)))
    assert refusal is not None
    assert refusal.code == 400


def test_a_call_over_tls_is_not_replaced_by_one_without() -> None:
    access = access_with_a_call(is_tls=True)
    assert access.check(Request("INVITE", NEIGHBOUR, False, "new", replaces=(RIGHT,))) is NO_SUCH_CALL
    assert access.check(Request("INVITE", NEIGHBOUR, True, "new", replaces=(RIGHT,))) is None


def test_a_call_that_still_rings_is_not_replaced() -> None:
    access = access_with_a_call(is_answered=False)
    assert access.check(asked("INVITE", TRUNK, "new", replaces=("7;to-tag=;from-tag=",))) is not None
    assert access.check(asked("INVITE", TRUNK, "new", replaces=(RIGHT,))) is NO_SUCH_CALL


@given(st.text(max_size=60))
def test_no_replaces_breaks_it(value: str) -> None:
    access = access_with_a_call()
    refusal = access.check(asked("INVITE", TRUNK, "new", replaces=(value,)))
    assert refusal is not None
    assert refusal.code in (400, 481)


def test_a_flood_does_not_keep_trunks_and_the_other_sides_of_calls_from_being_heard() -> None:
    access = access_with_a_call()
    for number in range(1000):
        access.admits(f"203.0.{number // 250}.{number % 250}", 0.0)
    assert access.is_flooded
    assert access.admits(TRUNK, 0.0)
    assert access.admits(OTHER, 0.0)
    assert not access.admits("203.0.113.250", 0.0)
