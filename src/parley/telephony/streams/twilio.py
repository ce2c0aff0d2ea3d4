"""Twilio: `<Connect><Stream>`, TwiML, and its REST interface."""

from __future__ import annotations

from base64 import b64encode

import orjson

from parley.domain.numbers.model import TWILIO, Trunk
from parley.providers.senders.twilio_messages import SIGNATURE, authorization, is_signed
from parley.telephony.streams import message_fields as fields
from parley.telephony.streams.provider import (
    Audio,
    Key,
    MarkReturned,
    Started,
    Stopped,
    StreamMessage,
    WebhookRequest,
)
from parley.telephony.streams.twiml import TwimlProvider


class Twilio(TwimlProvider):
    name = TWILIO
    url = "https://api.twilio.com"
    suffix = ".json"

    def calls_path(self, trunk: Trunk) -> str:
        return f"/2010-04-01/Accounts/{trunk.account_sid}/Calls"

    def authorization(self, trunk: Trunk, auth_token: str) -> str:
        return authorization(trunk.account_sid, auth_token)

    def is_genuine(self, request: WebhookRequest, trunk: Trunk, auth_token: str, now: float) -> bool:
        is_ours = request.get("AccountSid") == trunk.account_sid
        return is_signed(request.url, request.form, auth_token, request.headers.get(SIGNATURE, "")) and is_ours

    def read_message(self, text: str) -> StreamMessage | None:
        message = fields.read_object(text)
        match message.get("event"):
            case "start":
                start = fields.part(message, "start")
                audio = fields.audio_format(fields.part(start, "mediaFormat"), "sampleRate")
                stream_id, call_id = fields.text(start, "streamSid"), fields.text(start, "callSid")
                return Started(stream_id, call_id, fields.text(start, "accountSid"), audio)
            case "media":
                media = fields.part(message, "media")
                is_callers = media.get("track", "inbound") == "inbound"
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
        media = {"payload": b64encode(payload).decode()}
        return orjson.dumps({"event": "media", "streamSid": stream_id, "media": media}).decode()

    def mark_message(self, stream_id: str, name: str) -> str:
        return orjson.dumps({"event": "mark", "streamSid": stream_id, "mark": {"name": name}}).decode()

    def clear_message(self, stream_id: str) -> str:
        return orjson.dumps({"event": "clear", "streamSid": stream_id}).decode()

    def keys_message(self, stream_id: str, keys: str) -> str:
        raise NotImplementedError  # its streams have none
