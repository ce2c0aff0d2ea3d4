from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.webrtc.sdp import (
    LONGEST,
    Address,
    Answer,
    Fingerprint,
    OfferInvalid,
    read_offer,
    write_answer,
)
from tests.properties import examples

DIGEST = ":".join(["AB"] * 32)
LINES = [
    "v=0",
    "o=- 4611 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 0 110 126",
    "c=IN IP4 0.0.0.0",
    "a=candidate:1 1 udp 2113937151 10.0.0.7 50000 typ host",
    "a=ice-ufrag:abcd",
    "a=ice-pwd:abcdefghijklmnopqrstuv",
    f"a=fingerprint:sha-256 {DIGEST}",
    "a=setup:actpass",
    "a=mid:0",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "a=rtpmap:63 red/48000/2",
    "a=rtpmap:0 PCMU/8000",
    "a=rtpmap:110 telephone-event/48000",
    "a=rtpmap:126 telephone-event/8000",
]
VIDEO = ["m=video 9 UDP/TLS/RTP/SAVPF 96", "a=mid:1", "a=sendrecv", "a=rtpmap:96 VP8/90000"]
ANSWER = Answer([Address("192.0.2.1", 30000)], "user", "password", Fingerprint("sha-256", DIGEST), 7, 9)


def sdp(*lines: str, without: str = "", instead: dict[str, str] | None = None) -> str:
    kept = [line for line in LINES if not without or not line.startswith(without)]
    return "\r\n".join([*((instead or {}).get(line, line) for line in kept), *lines, ""])


def test_what_a_browser_offers() -> None:
    offer = read_offer(sdp())
    assert (offer.user, offer.password) == ("abcd", "abcdefghijklmnopqrstuv")
    assert offer.fingerprints == (Fingerprint("sha-256", DIGEST),)
    assert (offer.opus, offer.keys, offer.keys_rate) == (111, 110, 48000)
    assert not offer.is_client


def test_the_answer_takes_the_audio_and_refuses_the_rest() -> None:
    answer = write_answer(read_offer(sdp(*VIDEO)), ANSWER).split("\r\n")
    assert "m=audio 30000 UDP/TLS/RTP/SAVPF 111 110" in answer
    assert "m=video 0 UDP/TLS/RTP/SAVPF 96" in answer
    assert "a=group:BUNDLE 0" in answer
    assert "a=setup:active" in answer
    assert [line for line in answer if line.startswith("a=candidate:")] == [
        "a=candidate:1 1 udp 2130706175 192.0.2.1 30000 typ host"
    ]
    assert answer[-2:] == ["a=inactive", ""]


def test_who_begins_the_encryption() -> None:
    offer = read_offer(sdp(instead={"a=setup:actpass": "a=setup:active"}))
    assert offer.is_client
    assert "a=setup:passive" in write_answer(offer, ANSWER)


def test_what_holds_for_the_whole_offer_may_stand_before_its_sections() -> None:
    shared = [line for line in LINES if line.startswith(("a=ice", "a=fingerprint", "a=setup"))]
    rest = [line for line in LINES if line not in shared]
    assert read_offer("\n".join([*rest[:4], *shared, *rest[4:]])).user == "abcd"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no session description"),
        ("v=0\r\n", "no section for encrypted audio"),
        (sdp(without="m=audio"), "no section for encrypted audio"),
        (sdp(instead={LINES[5]: "m=audio 9 RTP/AVP 0"}), "no section for encrypted audio"),
        (sdp(instead={LINES[5]: "m=audio"}), "cannot be read"),
        (sdp(instead={"a=mid:0": "a=mid:a b"}), "no proper name"),
        (sdp(without="a=rtcp-mux"), "RTP and RTCP"),
        (sdp(instead={"a=sendrecv": "a=recvonly"}), "send and receive"),
        (sdp(without="a=ice-pwd"), "credentials"),
        (sdp(instead={"a=ice-ufrag:abcd": "a=ice-ufrag:a b"}), "credentials"),
        (sdp(instead={"a=ice-pwd:abcdefghijklmnopqrstuv": "a=ice-pwd:short"}), "credentials"),
        (sdp(without="a=fingerprint"), "fingerprint"),
        (sdp(instead={LINES[10]: "a=fingerprint:md5 AB:CD"}), "fingerprint"),
        (sdp(instead={LINES[10]: "a=fingerprint:sha-256 AB"}), "fingerprint"),
        (sdp(*[LINES[10]] * 9), "too many fingerprints"),
        (sdp(instead={"a=setup:actpass": "a=setup:holdconn"}), "begins the encryption"),
        (sdp(without="a=rtpmap:111"), "no Opus"),
        (sdp(*VIDEO * 8), "too many sections"),
        (sdp(*["a=x"] * 2000), "too many lines"),
        (sdp("a=" + "x" * LONGEST), "too long"),
    ],
)
def test_what_is_no_offer_for_a_call(text: str, problem: str) -> None:
    with pytest.raises(OfferInvalid, match=problem):
        read_offer(text)


lines = st.lists(st.sampled_from([*LINES, *VIDEO, "", "a=", "m=", "a=rtpmap:999 opus/48000", "a=mid:", "\0"]))


@examples(200)
@given(st.one_of(st.text(), lines.map("\n".join), lines.map(lambda given: "v=0\n" + "\n".join(given))))
def test_whatever_comes_is_read_or_refused(text: str) -> None:
    try:
        offer = read_offer(text)
    except OfferInvalid:
        return
    answer = write_answer(offer, ANSWER)
    assert answer.count("\r\nm=") == len(offer.sections)
    assert "\n\n" not in answer.replace("\r\n", "\n")
