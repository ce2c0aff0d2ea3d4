from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.settings import PRIVATE_NETWORKS
from parley.telephony.sip.messages.advertised_address import AdvertisedAddress
from parley.telephony.sip.messages.sent_message import Message
from tests.properties import examples

SDP = (
    b"v=0\r\no=- 1 2 IN IP4 10.0.0.5\r\ns=-\r\nc=IN IP4 10.0.0.5\r\nt=0 0\r\nm=audio 17186 RTP/AVP 0\r\n"
    b"a=rtcp:17187 IN IP4 10.0.0.5\r\na=ssrc:2981579300 cname:sip:me@dom\r\na=minptime:20\r\na=ptime:20\r\n"
)
INVITE = (
    b"INVITE sip:1@10.9.9.9 SIP/2.0\r\nVia: SIP/2.0/UDP 10.0.0.5:5060;branch=z9hG4bKf9;rport\r\n"
    b"Contact: <sip:f578@10.0.0.5:5060>\r\nFrom: <sip:me@10.0.0.5>;tag=29\r\nCall-ID: 21\r\nCSeq: 5 INVITE\r\n"
    b"User-Agent: baresip-python\r\nContent-Type: application/sdp\r\nContent-Length: %d\r\n\r\n" % len(SDP)
) + SDP
RINGING = (
    b"SIP/2.0 180 Ringing\r\nVia: SIP/2.0/UDP 10.9.9.9:5060;branch=z9hG4bKf9\r\nContact: <sip:p@10.0.0.5:5060>\r\n"
    b"Server: baresip-python\r\nContent-Length: 0\r\n\r\n"
)


def advertised(address: str = "203.0.113.177", port: int = 15060) -> AdvertisedAddress:
    return AdvertisedAddress(ip_address(address), port, 5061, 5060, 5061, PRIVATE_NETWORKS)


def edited(packet: bytes, address: AdvertisedAddress) -> bytes:
    message = Message(packet)
    address.write_into(message)
    found = message.to_bytes()
    assert found is not None
    return found


def test_an_invite_names_the_public_address_wherever_it_named_ours() -> None:
    found = edited(INVITE, advertised())
    assert len(found) == len(INVITE)
    head, _, body = found.partition(b"\r\n\r\n")
    assert b"Via: SIP/2.0/UDP 203.0.113.177:15060;branch=z9hG4bKf9;rport" in head
    assert b"Contact: <sip:f578@203.0.113.177:15060>" in head
    assert b"From: <sip:me@10.0.0.5>" in head  # who we are, not where
    assert int(head.rpartition(b":")[2]) == len(body)
    assert body.count(b"IN IP4 203.0.113.177") == 3
    assert b"10.0.0.5" not in body
    assert b"m=audio 17186 RTP/AVP 0\r\n" in body


def test_what_the_other_side_wrote_stays_as_it_is() -> None:
    found = edited(RINGING, advertised())
    assert b"Via: SIP/2.0/UDP 10.9.9.9:5060;branch=z9hG4bKf9\r\n" in found
    assert b"Contact: <sip:p@203.0.113.177:15060>" in found


def test_a_shorter_address_leaves_blanks_and_a_call_on_hold_stays_so() -> None:
    packet = INVITE.replace(b"c=IN IP4 10.0.0.5", b"c=IN IP4 0.0.0.0")
    found = edited(packet, advertised("1.2.3.4", 5060))
    assert len(found) == len(packet)
    assert b"c=IN IP4 0.0.0.0" in found
    assert b"User-Agent: baresip-python" in found


def test_what_has_no_room_is_left_alone() -> None:
    packet = b"ACK sip:a@b SIP/2.0\r\nv: SIP/2.0/UDP 1.1.1.1:1;branch=z\r\nl: 0\r\n\r\n"
    message = Message(packet)
    advertised("2001:db8:1:2:3:4:5:6").write_into(message)
    assert message.to_bytes() is None


@pytest.mark.parametrize(
    ("far", "is_told"),
    [("198.51.100.1", True), ("127.0.0.1", False), ("192.168.7.7", False), ("2001:db8::1", False), ("host", False)],
)
def test_who_is_told(far: str, is_told: bool) -> None:
    assert advertised().is_for(far) is is_told


@examples(100)
@given(st.ip_addresses(v=4), st.integers(1, 65535), st.binary(max_size=40))
def test_a_message_keeps_its_length_and_says_how_long_its_body_is(address: object, port: int, more: bytes) -> None:
    body = SDP + more
    head = INVITE.partition(b"\r\n\r\n")[0].replace(b"Length: %d" % len(SDP), b"Length: %d" % len(body))
    packet = head + b"\r\n\r\n" + body
    found = edited(packet, advertised(str(address), port))
    new_head, _, new_body = found.partition(b"\r\n\r\n")
    assert len(found) == len(packet)
    assert int(new_head.rpartition(b":")[2]) == len(new_body)
