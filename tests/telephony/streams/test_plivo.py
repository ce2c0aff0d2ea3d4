from __future__ import annotations

import json

import pytest

from parley.domain.numbers.model import Trunk
from parley.telephony.streams.codecs import AudioFormat
from parley.telephony.streams.plivo import Plivo, sign
from parley.telephony.streams.provider import Key, MarkReturned, Started, WebhookRequest

PLIVO = Plivo()
URL = "https://voice.example.com/streams/CONNECTOR-1/voice"
FORM = [("CallUUID", "abc"), ("From", "15550100"), ("To", "442071234567"), ("Event", "StartApp")]


@pytest.mark.parametrize(
    ("url", "form", "signature"),
    [
        (URL, FORM, "qMqVeyNdDxrKgdbqoUlkZb/sXVniE1fXfbC03DNVWJc="),
        ("https://voice.example.com/a?x=2&b=1", FORM[:1], "j4SzVn/7JJz0MbLYa1azJxCb8QyNwZh25Oief4UaGuk="),
        ("https://voice.example.com/a?x=2&b=1", [], "MJR4XV9pc6G2/OMKqqx5dNLhubUEyAfPke2GQ2492lg="),
    ],
)
def test_signatures_are_those_of_the_makers_library(url: str, form: list[tuple[str, str]], signature: str) -> None:
    assert sign(url, form, "12345678", "sesame") == signature


def test_only_the_very_request_that_was_signed_is_genuine() -> None:
    signature = sign(URL, FORM, "12345678", "sesame")
    headers = {"x-plivo-signature-v3": f"old, {signature}", "x-plivo-signature-v3-nonce": "12345678"}
    assert PLIVO.is_genuine(WebhookRequest(URL, b"", FORM, headers), Trunk(), "sesame", 0.0)
    assert not PLIVO.is_genuine(WebhookRequest(URL, b"", FORM[1:], headers), Trunk(), "sesame", 0.0)
    assert not PLIVO.is_genuine(WebhookRequest(URL, b"", FORM, headers), Trunk(), "other", 0.0)
    other = {**headers, "x-plivo-signature-v3-nonce": "87654321"}
    assert not PLIVO.is_genuine(WebhookRequest(URL, b"", FORM, other), Trunk(), "sesame", 0.0)
    without = {"x-plivo-signature-v3": sign(URL, FORM, "", "sesame")}
    assert not PLIVO.is_genuine(WebhookRequest(URL, b"", FORM, without), Trunk(), "sesame", 0.0)


def test_messages() -> None:
    audio = {"encoding": "audio/x-mulaw", "sampleRate": 8000}
    start = {"callId": "c", "streamId": "s", "accountId": "MA", "mediaFormat": audio}
    assert PLIVO.read_message(json.dumps({"event": "start", "start": start})) == Started("s", "c", "MA", AudioFormat())
    assert PLIVO.read_message('{"event": "dtmf", "dtmf": {"digit": 5}}') == Key("5")
    assert PLIVO.read_message('{"event": "playedStream", "name": "m1"}') == MarkReturned("m1")
    assert PLIVO.read_message('{"event": "clearedAudio"}') is None
