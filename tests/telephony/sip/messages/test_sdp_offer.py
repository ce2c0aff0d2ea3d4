"""Which offers of encrypted media can be accepted."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.messages.sdp import KEY_BYTES, Offer, has_common_codec, read_offer


def offered(profile: str, *lines: str) -> Offer:
    return read_offer("\r\n".join(("v=0", "s=-", f"m=audio 4000 {profile} 0", "a=rtpmap:0 PCMU/8000", *lines)).encode())


def key(suite: str, size: int) -> str:
    return f"a=crypto:1 {suite} inline:{b64encode(bytes(size)).decode()}|2^20|1:4"


@pytest.mark.parametrize(("suite", "size"), KEY_BYTES.items())
@pytest.mark.parametrize("profile", ["RTP/SAVP", "RTP/SAVPF"])
def test_keys_that_the_stack_takes(profile: str, suite: bytes, size: int) -> None:
    unknown = key("AES_256_CM_HMAC_SHA1_80", 46)
    assert offered(profile, unknown, key(suite.decode(), size)) == Offer(must_encrypt=True, can_encrypt=True)


@pytest.mark.parametrize(
    "lines",
    [
        (),
        (key("AES_256_CM_HMAC_SHA1_80", 46),),
        (key("AES_CM_128_HMAC_SHA1_80", 10),),
        ("a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:A",),
    ],
)
def test_without_such_a_key_it_cannot_be_accepted(lines: tuple[str, ...]) -> None:
    assert offered("RTP/SAVP", *lines).is_unacceptable


def test_plain_sound_needs_no_key() -> None:
    assert not offered("RTP/AVP").is_unacceptable
    assert not read_offer(b"").is_unacceptable


@given(st.binary())
def test_nothing_from_the_network_breaks_it(body: bytes) -> None:
    read_offer(body)


@pytest.mark.parametrize(
    ("media", "has"),
    [
        (b"m=audio 4000 RTP/AVP 0", True),
        (b"m=audio 4000 RTP/AVP 18 8", True),
        (b"m=audio 4000/2 RTP/SAVP 96\r\na=rtpmap:96 OPUS/48000/2", True),
        (b"m=audio 4000 RTP/AVP 18 101\r\na=rtpmap:101 telephone-event/8000", False),
        (b"m=audio 4000 RTP/AVP 0\r\na=rtpmap:0 G729/8000", False),
        (b"m=audio 0 RTP/AVP 18", True),
        (b"m=video 4000 RTP/AVP 31", True),
        (b"", True),
    ],
)
def test_a_codec_in_common(media: bytes, has: bool) -> None:
    body = b"v=0\r\ns=-\r\n" + media + b"\r\n"
    assert has_common_codec(body, ("pcmu", "pcma", "opus")) is has
