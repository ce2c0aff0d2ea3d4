from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.ingress.session_timers import TOO_SMALL, Session, SessionTimers
from parley.telephony.sip.messages.sent_message import Message
from tests.properties import examples

CALL = "abc"
BODY = "v=0\r\ns=-\r\na=ssrc:1 cname:sip:somebody@somewhere.example\r\na=minptime:20\r\n"


def message(start: str, *headers: str, method: str = "INVITE", to_tag: bool = False, body: str = "") -> bytes:
    lines = (
        start,
        "Via: SIP/2.0/UDP a:5060;branch=z9hG4bK1",
        "From: <sip:me@a>;tag=1",
        "To: <sip:you@b>" + (";tag=2" if to_tag else ""),
        f"Call-ID: {CALL}",
        f"CSeq: 1 {method}",
        "User-Agent: baresip-python",
        "Contact: <sip:me@192.0.2.1>",
        *headers,
        *(["Content-Type: application/sdp"] if body else []),
        f"Content-Length: {len(body)}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


@dataclass
class Line:
    """A call, in time of its own."""

    now: float = 0.0
    timers: SessionTimers = field(init=False)

    def __post_init__(self) -> None:
        self.timers = SessionTimers(lambda: self.now)

    def receive(self, *headers: str, method: str = "INVITE") -> str:
        """What we answer to a request."""
        refusal = self.timers.receive_request(
            message(f"{method} sip:us SIP/2.0", *headers, method=method), CALL, method
        )
        if refusal is not None:
            return str(refusal.code)
        return self.send("SIP/2.0 200 Answering", method=method)

    def send(self, start: str, method: str = "INVITE") -> str:
        packet = message(start, method=method, to_tag=True, body=BODY)
        sent = Message(packet)
        if not self.timers.edit("", sent):
            return packet.decode()
        edited = sent.to_bytes()
        assert edited is not None
        assert len(edited) == len(packet)
        assert not self.timers.edit("", Message(edited)), "a repetition is as it was"
        return edited.decode()

    def hear(self, code: int, *headers: str, method: str = "INVITE") -> None:
        self.timers.receive_response(message(f"SIP/2.0 {code} X", *headers, method=method, to_tag=True))

    def due(self) -> list[Session]:
        return [session for _, session in self.timers.due([CALL])[0]]

    def is_over(self) -> bool:
        return bool(self.timers.due([CALL])[1])


def test_a_caller_who_refreshes_is_agreed_with_and_ended_when_it_does_not() -> None:
    line = Line()
    answer = line.receive("Supported: replaces, timer", "Session-Expires: 120")
    assert "Session-Expires: 120;refresher=uac\r\n" in answer
    assert "Require: timer\r\n" in answer
    line.now = 87
    assert not line.is_over()
    assert not line.due()
    line.receive("Supported: timer", "Session-Expires: 120;refresher=uac", method="UPDATE")
    line.now = 87 + 87
    assert not line.is_over()
    line.now = 87 + 88
    assert line.is_over()


def test_we_refresh_for_a_caller_who_cannot() -> None:
    line = Line()
    answer = line.receive("x: 200", "Allow: INVITE, UPDATE")
    assert "Session-Expires: 200;refresher=uas\r\n" in answer
    assert "Require" not in answer
    line.now = 99
    assert not line.due()
    line.now = 100
    (session,) = line.due()
    assert (session.by_update, session.contact) == (True, "<sip:me@192.0.2.1>")
    assert not line.due(), "it was asked just now"
    line.now = 110
    assert line.due(), "nobody answered"
    line.hear(200, "Session-Expires: 200;refresher=uac", method="UPDATE")
    line.now = 209
    assert not line.due()
    assert not line.is_over()
    line.now = 210
    assert line.due()


def test_who_takes_no_update_gets_an_invite_with_the_timer_in_it() -> None:
    line = Line()
    line.receive("Supported: timer", "Session-Expires: 1800;refresher=uas", "Allow: UPDATE")
    line.now = 900
    assert line.due()[0].by_update
    line.hear(405, method="UPDATE")
    assert not line.due()[0].by_update
    assert "Session-Expires: 1800;refresher=uac\r\n" in line.send("INVITE sip:b SIP/2.0")


@pytest.mark.parametrize("code", [408, 481])
def test_a_call_that_is_unknown_over_there_is_over(code: int) -> None:
    line = Line()
    line.receive("x: 1800")
    line.now = 900
    assert line.due()
    line.hear(code)
    assert line.is_over()


def test_a_longer_interval_is_taken_when_it_is_asked_for() -> None:
    line = Line()
    line.receive("x: 100", "Allow: UPDATE")
    line.now = 50
    assert line.due()
    line.hear(422, "Min-SE: 600", method="UPDATE")
    assert line.timers.find(CALL) is not None
    line.now = 300
    assert line.due()[0].seconds == 600


def test_too_short_an_interval_is_refused_with_the_shortest() -> None:
    line = Line()
    assert line.receive("Supported: timer", "Session-Expires: 89") == "422"
    assert "Min-SE: 90" in TOO_SMALL.headers


def test_without_a_timer_there_is_none_and_a_new_request_may_end_it() -> None:
    line = Line()
    assert "Session-Expires" not in line.receive("Supported: timer")
    line.now = 1e9
    assert not line.is_over()
    line.now = 0
    line.receive("Supported: timer", "Session-Expires: 90")
    line.receive("Supported: timer")
    line.now = 1e9
    assert not line.is_over()


def test_an_answer_to_our_call_says_who_refreshes() -> None:
    line = Line()
    line.hear(200, "Session-Expires: 100;refresher=uac", "Allow: INVITE,UPDATE")
    line.now = 50
    assert line.due()
    line.hear(200, "Session-Expires: 100;refresher=uas", method="UPDATE")
    line.now = 117
    assert not line.due()
    line.now = 118
    assert line.is_over()


@examples(200)
@given(st.text(alphabet=st.characters(codec="latin-1", exclude_characters="\r\n"), max_size=40))
def test_whatever_stands_there_is_read_without_a_fault(text: str) -> None:
    line = Line()
    line.receive(f"Session-Expires: {text}", f"Supported: {text}")
    line.hear(200, f"Session-Expires: {text}")
    line.hear(422, f"Min-SE: {text}")
    line.due()
