"""Plivo: `<Stream bidirectional="true">`, its XML, and its REST interface."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import orjson

from parley.domain.numbers.model import PLIVO, Trunk
from parley.telephony.streams import message_fields as fields
from parley.telephony.streams.provider import (
    ApiRequest,
    Audio,
    CallState,
    Destination,
    Key,
    MarkReturned,
    Placement,
    Started,
    Stopped,
    StreamMessage,
    WebhookRequest,
)
from parley.telephony.streams.twiml import document

SIGNATURE, NONCE = "x-plivo-signature-v3", "x-plivo-signature-v3-nonce"
FAILURES = {
    "busy": (486, "busy"),
    "rejected": (603, "declined"),
    "no-answer": (None, "no answer"),
    "timeout": (None, "no answer"),
    "cancel": (487, "cancelled"),
    "failed": (None, "the carrier could not place the call"),
}
ANSWERED = frozenset({"in-progress", "completed", "answer", "connected"})


def sign(url: str, form: Sequence[tuple[str, str]], nonce: str, auth_token: str) -> str:
    """Version 3 of its signatures for a POST: the address, its query sorted, the fields sorted, the nonce."""
    parts = urlsplit(url)
    query = "&".join(f"{name}={value}" for name, value in sorted(parse_qsl(parts.query, keep_blank_values=True)))
    signed = urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))
    if query or form:
        signed += f"?{query}"
    if query and form:
        signed += "."
    signed += "".join(name + value for name, value in sorted(form))
    return b64encode(hmac.digest(auth_token.encode(), f"{signed}.{nonce}".encode(), hashlib.sha256)).decode()


def _state_of(status: str) -> CallState:
    if status in FAILURES:
        return CallState(False, True, *FAILURES[status])
    return CallState(status in ANSWERED, status == "completed")


class Plivo:
    name = PLIVO
    url = "https://api.plivo.com"
    stops_by_closing = True
    can_send_keys = True

    def authorization(self, trunk: Trunk, auth_token: str) -> str:
        return f"Basic {b64encode(f'{trunk.account_sid}:{auth_token}'.encode()).decode()}"

    def is_genuine(self, request: WebhookRequest, trunk: Trunk, auth_token: str, now: float) -> bool:
        nonce = request.headers.get(NONCE, "")
        wanted = sign(request.url, request.form, nonce, auth_token).encode()
        # More than one while the token is being changed.
        given = request.headers.get(SIGNATURE, "").split(",")
        return bool(nonce) and any(hmac.compare_digest(wanted, one.strip().encode()) for one in given)

    def call_id(self, request: WebhookRequest) -> str:
        return request.get("CallUUID")

    def placed_state(self, request: WebhookRequest) -> CallState:
        return _state_of(request.get("CallStatus"))

    def transfer_state(self, request: WebhookRequest) -> CallState:
        return _state_of(request.get("DialStatus", "DialAction"))

    def stream_document(self, stream_url: str, next_url: str) -> str:
        attributes = (
            'bidirectional="true" keepCallAlive="true" audioTrack="inbound" contentType="audio/x-mulaw;rate=8000"'
        )
        stream = f"<Stream {attributes}>{escape(stream_url)}</Stream>"
        return document(f'{stream}<Redirect method="POST">{escape(next_url)}</Redirect>')

    def dial_document(self, destination: Destination) -> str:
        number = destination.number
        noun = "User" if number.startswith(("sip:", "sips:")) else "Number"
        caller = f' callerId="{escape(destination.caller)}"' if destination.caller else ""
        return document(
            f'<Dial action="{escape(destination.done_url)}" method="POST" redirect="true" '
            f'callbackUrl="{escape(destination.status_url)}" callbackMethod="POST" '
            f'timeout="{destination.ring_seconds}"{caller}><{noun}>{escape(number)}</{noun}></Dial>'
        )

    def reject_document(self, *, is_busy: bool) -> str:
        return document(f'<Hangup reason="{"busy" if is_busy else "rejected"}"/>')

    def hangup_document(self) -> str:
        return document("<Hangup/>")

    def read_message(self, text: str) -> StreamMessage | None:
        message = fields.read_object(text)
        match message.get("event"):
            case "start":
                start = fields.part(message, "start")
                audio = fields.audio_format(fields.part(start, "mediaFormat"), "sampleRate")
                stream_id, call_id = fields.text(start, "streamId"), fields.text(start, "callId")
                return Started(stream_id, call_id, fields.text(start, "accountId"), audio)
            case "media":
                media = fields.part(message, "media")
                is_callers = media.get("track", "inbound") == "inbound"
                return Audio(fields.payload(media), fields.number(media, "chunk")) if is_callers else None
            case "dtmf":
                digit = fields.key(fields.part(message, "dtmf"))
                return Key(digit) if digit else None
            case "playedStream" | "played":
                return MarkReturned(fields.text(message, "name"))
            case "stop":  # not documented for all of its streams: most just close the connection
                return Stopped()
        return None

    def audio_message(self, stream_id: str, payload: bytes) -> str:
        media = {"contentType": "audio/x-mulaw", "sampleRate": 8000, "payload": b64encode(payload).decode()}
        return orjson.dumps({"event": "playAudio", "media": media}).decode()

    def mark_message(self, stream_id: str, name: str) -> str:
        return orjson.dumps({"event": "checkpoint", "streamId": stream_id, "name": name}).decode()

    def clear_message(self, stream_id: str) -> str:
        return orjson.dumps({"event": "clearAudio", "streamId": stream_id}).decode()

    def keys_message(self, stream_id: str, keys: str) -> str:
        return orjson.dumps({"event": "sendDTMF", "dtmf": keys}).decode()

    def place_request(self, trunk: Trunk, placement: Placement) -> ApiRequest:
        json = {
            "from": placement.caller.lstrip("+"),
            "to": placement.to_number.lstrip("+"),
            "answer_url": placement.answer_url,
            "answer_method": "POST",
            "hangup_url": placement.status_url,
            "hangup_method": "POST",
            "ring_timeout": str(placement.ring_seconds),
        }
        return ApiRequest("POST", f"/v1/Account/{trunk.account_sid}/Call/", json=json)

    def hang_up_request(self, trunk: Trunk, call_id: str) -> ApiRequest:
        return ApiRequest("DELETE", f"/v1/Account/{trunk.account_sid}/Call/{call_id}/")

    def cancel_request(self, trunk: Trunk, request_id: str) -> ApiRequest:
        return ApiRequest("DELETE", f"/v1/Account/{trunk.account_sid}/Request/{request_id}/")

    def redirect_request(self, trunk: Trunk, call_id: str, url: str) -> ApiRequest:
        json = {"legs": "aleg", "aleg_url": url, "aleg_method": "POST"}
        return ApiRequest("POST", f"/v1/Account/{trunk.account_sid}/Call/{call_id}/", json=json)
