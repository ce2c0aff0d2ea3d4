"""Lines as long as a datagram: whoever sends them must not keep the SIP thread, and with it every call, busy. Where the
time grows with the square of the length, these take tens of seconds; otherwise milliseconds."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from parley.telephony.sip.ingress.dialog_table import DialogTable
from parley.telephony.sip.ingress.request_faults import answer_unreadable, find_fault
from parley.telephony.sip.ingress.session_timers import SessionTimers
from parley.telephony.sip.messages.far_contact import reachable_contact
from parley.telephony.sip.messages.headers import uri_user
from parley.telephony.sip.messages.sent_message import Message

pytestmark = pytest.mark.slow

LENGTH, MOST_SECONDS = 60_000, 10.0
FILLS = ("\t", "sip:", "a ", ";")
REST = "Via: SIP/2.0/UDP a;branch=z9hG4bK1\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:c@d>;tag=2\r\nCSeq: 1 INVITE"
READERS: dict[str, Callable[[bytes], object]] = {
    "answer": lambda packet: DialogTable().is_answer(packet),
    "message": lambda packet: DialogTable().record_message(packet, sent=False, is_tls=False, far="127.0.0.1"),
    "request": lambda packet: DialogTable().record_request(packet, "1", is_tls=False, far="127.0.0.1"),
    "timer": lambda packet: SessionTimers().edit("127.0.0.1", Message(packet)),
    "fault": lambda packet: find_fault(packet, is_datagram=True),
    "unreadable": answer_unreadable,
    "contact": lambda packet: reachable_contact(packet.decode(), packet, "127.0.0.1", 5060),
    "user": lambda packet: uri_user(packet.decode()),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", ["Call-ID", "Contact"])
def test_a_line_as_long_as_a_datagram(reader: str, name: str) -> None:
    began = time.process_time()
    for fill in FILLS:
        for start in ("INVITE sip:a@b SIP/2.0", "SIP/2.0 200 OK", f"INVITE {' ' * LENGTH}"):
            line = f"{name}: a{fill * (LENGTH // len(fill))}b"
            READERS[reader](f"{start}\r\n{line}\r\n{REST}\r\n\r\n".encode())
    assert time.process_time() - began < MOST_SECONDS
