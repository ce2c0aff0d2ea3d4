from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.webrtc import messages
from parley.telephony.webrtc.messages import Code, KeysMessage, OfferMessage, Plain, SignalRefused, read_message
from tests.properties import examples

SESSION = "0123456789abcdef" * 2
OFFER: dict[str, Any] = {"type": "offer", "authToken": "pk", "data": {"type": "offer", "sdp": "v=0"}}


def read(message: dict[str, Any]) -> messages.Received:
    return read_message(json.dumps(message))


def test_an_offer_with_what_the_page_says_of_its_call() -> None:
    claims = {"callSid": "a", "caller": "+1", "callee": "", "projectId": "x\n", "variantId": 7}
    known = {"callSid": "a", "caller": "+1"}
    received = read({**OFFER, "sessionId": None, "mode": "cascaded", "transcript": True, **claims})
    assert received == messages.Received("", OfferMessage("pk", "v=0", "cascaded", True, known))
    assert "pk" not in repr(received)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ({"type": "close"}, Plain.CLOSE),
        ({"type": "ping"}, Plain.PING),
        ({"type": "ice-candidate", "data": {"candidate": "candidate:1 1 udp 1 10.0.0.1 9 typ host"}}, Plain.CANDIDATE),
        ({"type": "dtmf", "data": {"digits": "12a#"}}, KeysMessage("12A#")),
    ],
)
def test_messages_of_a_session(message: dict[str, Any], content: object) -> None:
    assert read({**message, "sessionId": SESSION}) == messages.Received(SESSION, content)  # type: ignore[arg-type]


@pytest.mark.parametrize("session", ["", None, 7, "..", SESSION + "0"])
def test_what_is_no_session_is_none(session: object) -> None:
    assert read({"type": "ping", "sessionId": session}).session == ""


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({**OFFER, "authToken": None}, Code.UNAUTHORIZED),
        ({**OFFER, "authToken": "x" * 5000}, Code.UNAUTHORIZED),
        ({**OFFER, "mode": "echo"}, Code.FORBIDDEN),
        ({**OFFER, "mode": "loud"}, Code.INVALID_ARGUMENT),
        ({**OFFER, "mode": ["agent"]}, Code.INVALID_ARGUMENT),
        ({**OFFER, "data": None}, Code.INVALID_MESSAGE),
        ({**OFFER, "data": {"type": "answer", "sdp": "v=0"}}, Code.INVALID_MESSAGE),
        ({"type": "answer"}, Code.INVALID_MESSAGE),
        ({"type": ["offer"]}, Code.INVALID_MESSAGE),
        ({"type": "dtmf", "data": {"digits": "x"}}, Code.INVALID_MESSAGE),
        ({"type": "ping", "more": "x" * messages.LARGEST}, Code.INVALID_MESSAGE),
    ],
)
def test_what_is_refused(message: dict[str, Any], code: Code) -> None:
    with pytest.raises(SignalRefused) as refused:
        read(message)
    assert refused.value.code is code


values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=9) | st.sampled_from(["offer", "dtmf", "v=0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(OFFER)), inner),
    max_leaves=8,
)
names = st.sampled_from(["type", "sessionId", "data", "authToken", "mode", "callSid"])


@pytest.mark.slow
@examples(200)
@given(st.one_of(st.text(), st.dictionaries(names, values).map(json.dumps)))
def test_whatever_comes_is_read_or_refused(text: str) -> None:
    with suppress(SignalRefused):
        read_message(text)


def test_what_clients_are_told() -> None:
    told = [
        messages.answer(SESSION, "v=0"),
        messages.error("", Code.FORBIDDEN, "No."),
        messages.close(SESSION),
        messages.transcript(SESSION, "agent", 1, "Hello.", is_final=True),
    ]
    assert [json.loads(text) for text in told] == [
        {"type": "answer", "sessionId": SESSION, "data": {"type": "answer", "sdp": "v=0"}},
        {"type": "error", "sessionId": "", "data": {"code": "FORBIDDEN", "message": "No."}},
        {"type": "close", "sessionId": SESSION},
        {
            "type": "transcript",
            "sessionId": SESSION,
            "data": {"role": "agent", "turn": 1, "text": "Hello.", "final": True},
        },
    ]
