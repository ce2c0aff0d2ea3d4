from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.ingress.request_faults import MAX_HEAD, answer_unreadable
from tests.telephony.torture import TORTURES

PACKETS = {one.name: one.as_bytes("127.0.0.1:5") for one in TORTURES}


def test_it_echoes_what_names_the_request_and_adds_the_same_tag_each_time() -> None:
    answer = answer_unreadable(PACKETS["trws"])
    assert answer is not None
    assert answer == answer_unreadable(PACKETS["trws"])
    lines = answer.split(b"\r\n")
    assert lines[0] == b"SIP/2.0 400 Bad Request"
    assert b"Via: SIP/2.0/UDP 127.0.0.1:5;branch=z9hG4bK299342093" in lines
    assert b"From: <sip:local-resource@example.com>;tag=329429089" in lines
    assert b"CSeq: 238923 OPTIONS" in lines
    assert lines[3].startswith(b"To: <sip:remote-target@example.com>;tag=")
    assert answer.endswith(b"Content-Length: 0\r\n\r\n")


def test_a_tag_that_is_there_stays() -> None:
    assert b"To: sip:user@example.com;tag=3xfe-9921883-z9f\r\n" in (answer_unreadable(PACKETS["lwsruri"]) or b"")


def test_another_version_is_told_so() -> None:
    assert (answer_unreadable(PACKETS["badvers"]) or b"").startswith(b"SIP/2.0 505 Version Not Supported\r\n")


@pytest.mark.parametrize(
    "packet",
    [
        b"",
        b"\r\n\r\n",
        b"\xff" * 500,
        PACKETS["bigcode"],
        PACKETS["bcast"],
        PACKETS["insuf"],
        PACKETS["trws"].replace(b"OPTIONS", b"ACK"),
        PACKETS["trws"].replace(b"Call-ID: ", b"Call-ID: " + b"x" * MAX_HEAD),
    ],
)
def test_no_answer_to_answers_acknowledgements_and_noise(packet: bytes) -> None:
    assert answer_unreadable(packet) is None


@given(st.sampled_from(sorted(PACKETS)), st.data())
def test_an_answer_is_one_answer(name: str, data: st.DataObject) -> None:
    """Whatever is in the request: nothing of it begins a line of its own, or a message."""
    packet = PACKETS[name]
    at = data.draw(st.integers(0, len(packet)))
    answer = answer_unreadable(packet[:at] + data.draw(st.binary(max_size=12)) + packet[at:])
    if answer is not None:
        head, gap, rest = answer.partition(b"\r\n\r\n")
        assert (gap, rest) == (b"\r\n\r\n", b"")
        names = [line.partition(b":")[0] for line in head.split(b"\r\n")[1:]]
        assert set(names) <= {b"Via", b"From", b"To", b"Call-ID", b"CSeq", b"Content-Length"}
        assert answer_unreadable(answer) is None
