from __future__ import annotations

import json
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from parley.domain.numbers.model import Trunk
from parley.telephony.streams.codecs import L16, PCMA, PCMU, AudioFormat
from parley.telephony.streams.provider import Started, WebhookRequest
from parley.telephony.streams.telnyx import TOLERANCE_SECONDS, Telnyx

TELNYX, KEY = Telnyx(), Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
TRUNK = Trunk(public_key=b64encode(KEY.public_key().public_bytes_raw()).decode())
NOW, BODY = 1_750_000_000, b"CallSid=v3%3Aabc"


def request(body: bytes = BODY, timestamp: str = str(NOW), signed: bytes = BODY) -> WebhookRequest:
    signature = b64encode(KEY.sign(timestamp.encode() + b"|" + signed)).decode()
    headers = {"telnyx-signature-ed25519": signature, "telnyx-timestamp": timestamp}
    return WebhookRequest("https://a.example", body, [], headers)


def test_a_request_is_genuine_for_five_minutes() -> None:
    assert TELNYX.is_genuine(request(), TRUNK, "", NOW + TOLERANCE_SECONDS)
    assert not TELNYX.is_genuine(request(), TRUNK, "", NOW + TOLERANCE_SECONDS + 1)
    assert not TELNYX.is_genuine(request(), TRUNK, "", NOW - TOLERANCE_SECONDS - 1)


@pytest.mark.parametrize(
    "forged", [request(b"CallSid=other"), request(timestamp="-1"), WebhookRequest("https://a.example", BODY, [], {})]
)
def test_no_other_is(forged: WebhookRequest) -> None:
    assert not TELNYX.is_genuine(forged, TRUNK, "", NOW)


def test_without_a_key_nothing_is_genuine() -> None:
    assert not TELNYX.is_genuine(request(), Trunk(), "", NOW)


@pytest.mark.parametrize(
    ("encoding", "rate", "audio"),
    [
        ("PCMU", 8000, AudioFormat(PCMU)),
        ("PCMA", 8000, AudioFormat(PCMA)),
        ("L16", 16000, AudioFormat(L16, 16_000)),
        ("OPUS", 16000, None),
        ("L16", 11025, None),
    ],
)
def test_the_start_of_a_stream(encoding: str, rate: int, audio: AudioFormat | None) -> None:
    start = {"call_control_id": "v3:a", "media_format": {"encoding": encoding, "sample_rate": rate}}
    message = json.dumps({"event": "start", "start": start, "stream_id": "S"})
    assert TELNYX.read_message(message) == Started("S", "v3:a", "", audio)


def test_the_document_asks_for_what_we_speak() -> None:
    text = TELNYX.stream_document("wss://a.example/t", "https://a.example/next")
    assert 'bidirectionalMode="rtp"' in text
    assert 'bidirectionalCodec="PCMU"' in text
