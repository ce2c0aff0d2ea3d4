from __future__ import annotations

import json

import pytest

from parley.domain.numbers.model import Trunk
from parley.providers.senders.twilio_messages import sign
from parley.telephony.streams.codecs import AudioFormat
from parley.telephony.streams.provider import Audio, Destination, Key, MarkReturned, Started, Stopped, WebhookRequest
from parley.telephony.streams.twilio import Twilio

TWILIO = Twilio()
FORM = [
    ("CallSid", "CA1234567890ABCDE"),
    ("Caller", "+14158675310"),
    ("Digits", "1234"),
    ("From", "+14158675310"),
    ("To", "+18005551212"),
]


def test_signatures_are_those_of_the_makers_library() -> None:
    assert sign("https://mycompany.com/myapp.php?foo=1&bar=2", FORM, "12345") == "GvWf1cFY/Q7PnoempGyD5oXAezc="


@pytest.mark.parametrize(
    ("url", "form", "account"),
    [
        ("https://a.example/streams/x/voice?a=1", FORM, "AC1"),
        ("https://a.example/streams/y/voice", FORM, "AC1"),
        ("https://a.example/streams/x/voice", FORM[1:], "AC1"),
        ("https://a.example/streams/x/voice", [*FORM, ("Extra", "")], "AC1"),
        ("https://a.example/streams/x/voice", FORM, "AC2"),
    ],
)
def test_only_the_very_request_that_was_signed_is_genuine(url: str, form: list[tuple[str, str]], account: str) -> None:
    signed = [*FORM, ("AccountSid", "AC1")]
    signature = sign("https://a.example/streams/x/voice", signed, "token")
    headers = {"x-twilio-signature": signature}
    good = WebhookRequest("https://a.example/streams/x/voice", b"", signed, headers)
    assert TWILIO.is_genuine(good, Trunk(account_sid="AC1"), "token", 0.0)
    assert not TWILIO.is_genuine(good, Trunk(account_sid="AC1"), "other", 0.0)
    changed = WebhookRequest(url, b"", [*form, ("AccountSid", "AC1")], headers)
    assert not TWILIO.is_genuine(changed, Trunk(account_sid=account), "token", 0.0)


def test_messages() -> None:
    start = {
        "streamSid": "MZ1",
        "callSid": "CA1",
        "accountSid": "AC1",
        "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000},
    }
    assert TWILIO.read_message(json.dumps({"event": "start", "start": start})) == Started(
        "MZ1", "CA1", "AC1", AudioFormat()
    )
    media = {"track": "inbound", "chunk": "3", "payload": "AAE="}
    assert TWILIO.read_message(json.dumps({"event": "media", "media": media})) == Audio(b"\0\1", 3)
    assert TWILIO.read_message(json.dumps({"event": "media", "media": {**media, "track": "outbound"}})) is None
    assert TWILIO.read_message(json.dumps({"event": "dtmf", "dtmf": {"digit": "#"}})) == Key("#")
    assert TWILIO.read_message(json.dumps({"event": "dtmf", "dtmf": {"digit": "hello"}})) is None
    assert TWILIO.read_message(json.dumps({"event": "mark", "mark": {"name": "m1"}})) == MarkReturned("m1")
    assert TWILIO.read_message(json.dumps({"event": "stop"})) == Stopped()
    assert TWILIO.read_message(json.dumps({"event": "connected"})) is None


def test_documents_cannot_be_broken_out_of() -> None:
    hostile = Destination('+1"/><Hangup/>', '"&', 30, "https://a/b?c=1&d=2", "https://a/s")
    text = TWILIO.dial_document(hostile)
    assert "<Hangup" not in text
    assert "c=1&amp;d=2" in text
    assert TWILIO.reject_document(is_busy=True).count('reason="busy"') == 1
