"""Telnyx: media streaming in its bidirectional RTP mode, TeXML, and its REST interface for that."""

from __future__ import annotations

from base64 import b64decode, b64encode

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from parley.domain.numbers.model import TELNYX, Trunk
from parley.telephony.streams import message_fields as fields
from parley.telephony.streams.provider import (
    ApiRequest,
    Audio,
    Key,
    MarkReturned,
    Placement,
    Started,
    Stopped,
    StreamMessage,
    WebhookRequest,
)
from parley.telephony.streams.twiml import TwimlProvider

SIGNATURE, TIMESTAMP = "telnyx-signature-ed25519", "telnyx-timestamp"
TOLERANCE_SECONDS = 300


class Telnyx(TwimlProvider):
    name = TELNYX
    url = "https://api.telnyx.com"
    stream_attributes = ' codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"'

    def calls_path(self, trunk: Trunk) -> str:
        return f"/v2/texml/Accounts/{trunk.account_sid}/Calls"

    def authorization(self, trunk: Trunk, auth_token: str) -> str:
        return f"Bearer {auth_token}"

    def place_request(self, trunk: Trunk, placement: Placement) -> ApiRequest:
        request = super().place_request(trunk, placement)
        return ApiRequest(
            request.method, request.path, {**(request.form or {}), "ApplicationSid": trunk.application_id}
        )

    def is_genuine(self, request: WebhookRequest, trunk: Trunk, auth_token: str, now: float) -> bool:
        timestamp = request.headers.get(TIMESTAMP, "")
        if not timestamp.isascii() or not timestamp.isdecimal() or len(timestamp) > 12:
            return False
        if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
            return False
        try:
            key = Ed25519PublicKey.from_public_bytes(b64decode(trunk.public_key))
            signature = b64decode(request.headers.get(SIGNATURE, ""), validate=True)
            key.verify(signature, timestamp.encode() + b"|" + request.body)
        except (InvalidSignature, ValueError):
            return False
        return True

    def read_message(self, text: str) -> StreamMessage | None:
        message = fields.read_object(text)
        match message.get("event"):
            case "start":
                start = fields.part(message, "start")
                audio = fields.audio_format(fields.part(start, "media_format"), "sample_rate")
                # `user_id` is not the account of webhooks.
                return Started(fields.text(message, "stream_id"), fields.text(start, "call_control_id"), "", audio)
            case "media":
                media = fields.part(message, "media")
                is_callers = media.get("track", "inbound") in ("inbound", "inbound_track")
                return Audio(fields.payload(media), fields.number(media, "chunk")) if is_callers else None
            case "dtmf":
                digit = fields.key(fields.part(message, "dtmf"))
                return Key(digit) if digit else None
            case "mark":
                return MarkReturned(fields.text(fields.part(message, "mark"), "name"))
            case "stop":
                return Stopped()
        return None

    def audio_message(self, stream_id: str, payload: bytes) -> str:
        return orjson.dumps({"event": "media", "media": {"payload": b64encode(payload).decode()}}).decode()

    def mark_message(self, stream_id: str, name: str) -> str:
        return orjson.dumps({"event": "mark", "mark": {"name": name}}).decode()

    def clear_message(self, stream_id: str) -> str:
        return orjson.dumps({"event": "clear"}).decode()

    def keys_message(self, stream_id: str, keys: str) -> str:
        raise NotImplementedError  # its streams have none
