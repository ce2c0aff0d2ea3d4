"""How each carrier writes its webhooks and messages, as its documentation has them: the product's own reading is
not used."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from parley.kit.ids import random_hex

TOKEN = "s3cret-token"


@dataclass(frozen=True, slots=True)
class Command:
    """What the other side of a stream wants."""

    kind: str
    """audio, mark, clear or keys."""
    payload: bytes = b""
    name: str = ""


class Dialect:
    name = ""
    account = ""
    status_field = "CallStatus"
    connector: dict[str, Any] = {}  # noqa: RUF012 never changed

    def new_call_id(self) -> str:
        raise NotImplementedError

    def form(self, call_id: str, to: str, caller: str, status: str) -> dict[str, str]:
        raise NotImplementedError

    def headers(self, url: str, form: dict[str, str]) -> dict[str, str]:
        raise NotImplementedError

    def start(self, stream_id: str, call_id: str) -> list[dict[str, Any]]:
        raise NotImplementedError

    def media(self, stream_id: str, number: int, payload: bytes) -> dict[str, Any]:
        media = {"track": "inbound", "chunk": str(number), "timestamp": str(number * 20), "payload": encoded(payload)}
        return {"event": "media", "sequenceNumber": str(number + 1), "streamSid": stream_id, "media": media}

    def key(self, stream_id: str, digit: str) -> dict[str, Any]:
        return {"event": "dtmf", "streamSid": stream_id, "dtmf": {"track": "inbound_track", "digit": digit}}

    def mark(self, stream_id: str, name: str) -> dict[str, Any]:
        return {"event": "mark", "streamSid": stream_id, "mark": {"name": name}}

    def stop(self, stream_id: str, call_id: str) -> dict[str, Any] | None:
        return {"event": "stop", "streamSid": stream_id, "stop": {"accountSid": self.account, "callSid": call_id}}

    def read(self, message: dict[str, Any]) -> Command:
        kind = {"media": "audio", "mark": "mark", "clear": "clear"}[message["event"]]
        payload = base64.b64decode(message["media"]["payload"]) if kind == "audio" else b""
        return Command(kind, payload, message["mark"]["name"] if kind == "mark" else "")

    def dial_form(self, status: str) -> dict[str, str]:
        return {"DialCallStatus": status, "DialCallSid": self.new_call_id()}

    def answered_form(self) -> dict[str, str]:
        return {"CallStatus": "in-progress"}

    def created(self, call_id: str) -> dict[str, str]:
        return {"sid": call_id, "status": "queued"}


def encoded(payload: bytes) -> str:
    return base64.b64encode(payload).decode()


class TwilioDialect(Dialect):
    name = "twilio"
    account = "AC" + "0" * 32
    connector = {"accountSid": account}  # noqa: RUF012 never changed

    def new_call_id(self) -> str:
        return f"CA{random_hex(32)}"

    def form(self, call_id: str, to: str, caller: str, status: str) -> dict[str, str]:
        return {
            "AccountSid": self.account,
            "ApiVersion": "2010-04-01",
            "CallSid": call_id,
            "CallStatus": status,
            "Direction": "inbound",
            "From": caller,
            "To": to,
            "SipHeader_X-Basket": "42",
        }

    def headers(self, url: str, form: dict[str, str]) -> dict[str, str]:
        signed = url + "".join(key + form[key] for key in sorted(form))
        digest = hmac.new(TOKEN.encode(), signed.encode(), hashlib.sha1).digest()
        return {"X-Twilio-Signature": encoded(digest)}

    def start(self, stream_id: str, call_id: str) -> list[dict[str, Any]]:
        start = {
            "accountSid": self.account,
            "streamSid": stream_id,
            "callSid": call_id,
            "tracks": ["inbound"],
            "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1},
            "customParameters": {},
        }
        return [
            {"event": "connected", "protocol": "Call", "version": "1.0.0"},
            {"event": "start", "sequenceNumber": "1", "start": start, "streamSid": stream_id},
        ]


@dataclass
class TelnyxDialect(Dialect):
    private_key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    name = "telnyx"
    account = "61bf923e-5e4d-4595-a110-56190ea18a1b"

    def __post_init__(self) -> None:
        key = encoded(self.private_key.public_key().public_bytes_raw())
        self.connector = {"accountSid": self.account, "publicKey": key, "applicationId": "1494404757140276705"}

    def new_call_id(self) -> str:
        return f"v3:{random_hex(40)}"

    def form(self, call_id: str, to: str, caller: str, status: str) -> dict[str, str]:
        return {"AccountSid": self.account, "CallSid": call_id, "CallStatus": status, "From": caller, "To": to}

    def headers(self, url: str, form: dict[str, str]) -> dict[str, str]:
        timestamp = str(int(time.time()))
        signature = self.private_key.sign(f"{timestamp}|{urlencode(form)}".encode())
        return {"telnyx-timestamp": timestamp, "telnyx-signature-ed25519": encoded(signature)}

    def start(self, stream_id: str, call_id: str) -> list[dict[str, Any]]:
        start = {
            "user_id": "3E6F995F-85F7-4705-9741-53B116D28237",
            "call_control_id": call_id,
            "call_session_id": "ff55a038-6f5d-11ef-9692-02420aeffb1f",
            "media_format": {"encoding": "PCMU", "sample_rate": 8000, "channels": 1},
        }
        return [
            {"event": "connected", "version": "1.0.0"},
            {"event": "start", "sequence_number": "1", "start": start, "stream_id": stream_id},
        ]

    def media(self, stream_id: str, number: int, payload: bytes) -> dict[str, Any]:
        media = {"track": "inbound", "chunk": str(number), "timestamp": str(number * 20), "payload": encoded(payload)}
        return {"event": "media", "sequence_number": str(number + 1), "stream_id": stream_id, "media": media}

    def key(self, stream_id: str, digit: str) -> dict[str, Any]:
        return {"event": "dtmf", "stream_id": stream_id, "sequence_number": "5", "dtmf": {"digit": digit}}

    def mark(self, stream_id: str, name: str) -> dict[str, Any]:
        return {"event": "mark", "stream_id": stream_id, "sequence_number": "6", "mark": {"name": name}}

    def stop(self, stream_id: str, call_id: str) -> dict[str, Any] | None:
        return {"event": "stop", "stream_id": stream_id, "stop": {"user_id": "x", "call_control_id": call_id}}


class PlivoDialect(Dialect):
    name = "plivo"
    account = "MA" + "X" * 18
    connector = {"accountSid": account}  # noqa: RUF012 never changed

    def new_call_id(self) -> str:
        raw = random_hex(32)
        return f"{raw[:8]}-{raw[8:12]}-{raw[12:16]}-{raw[16:20]}-{raw[20:]}"

    def form(self, call_id: str, to: str, caller: str, status: str) -> dict[str, str]:
        plain = {"From": caller.lstrip("+"), "To": to.lstrip("+")}
        return {"CallUUID": call_id, "CallStatus": status, "Direction": "inbound", "Event": "StartApp", **plain}

    def headers(self, url: str, form: dict[str, str]) -> dict[str, str]:
        nonce = random_hex(20)
        signed = f"{url}?{''.join(key + form[key] for key in sorted(form))}.{nonce}"
        digest = hmac.new(TOKEN.encode(), signed.encode(), hashlib.sha256).digest()
        return {"X-Plivo-Signature-V3": encoded(digest), "X-Plivo-Signature-V3-Nonce": nonce}

    def start(self, stream_id: str, call_id: str) -> list[dict[str, Any]]:
        start = {
            "callId": call_id,
            "streamId": stream_id,
            "accountId": self.account,
            "tracks": ["inbound"],
            "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": 8000},
        }
        return [{"sequenceNumber": 0, "event": "start", "start": start, "extra_headers": "{}"}]

    def media(self, stream_id: str, number: int, payload: bytes) -> dict[str, Any]:
        media = {"track": "inbound", "chunk": number, "timestamp": str(number * 20), "payload": encoded(payload)}
        return {"event": "media", "sequenceNumber": number + 1, "streamId": stream_id, "media": media}

    def key(self, stream_id: str, digit: str) -> dict[str, Any]:
        return {"event": "dtmf", "streamId": stream_id, "dtmf": {"track": "inbound", "digit": digit}}

    def mark(self, stream_id: str, name: str) -> dict[str, Any]:
        return {"event": "playedStream", "streamId": stream_id, "name": name}

    def stop(self, stream_id: str, call_id: str) -> dict[str, Any] | None:
        return None

    def read(self, message: dict[str, Any]) -> Command:
        if message["event"] == "playAudio":
            media = message["media"]
            assert (media["contentType"], media["sampleRate"]) == ("audio/x-mulaw", 8000)
            return Command("audio", base64.b64decode(media["payload"]))
        if message["event"] == "sendDTMF":
            return Command("keys", name=message["dtmf"])
        return Command({"checkpoint": "mark", "clearAudio": "clear"}[message["event"]], name=message.get("name", ""))

    def dial_form(self, status: str) -> dict[str, str]:
        return {"DialStatus": status, "DialBLegUUID": self.new_call_id()}

    def answered_form(self) -> dict[str, str]:
        return {"DialAction": "answer", "DialBLegStatus": "answer"}

    def created(self, call_id: str) -> dict[str, str]:
        return {"request_uuid": self.new_call_id(), "message": "call fired"}


DIALECTS = (TwilioDialect, TelnyxDialect, PlivoDialect)
