"""Twilio: `<Connect><Stream>`, TwiML, and its REST interface."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode

import orjson

from parley.domain.numbers.model import TWILIO, Trunk
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

SIGNATURE = "x-twilio-signature"


def sign(url: str, form: list[tuple[str, str]], auth_token: str) -> str:
    """The address, and all fields behind it, sorted; as its makers describe it."""
    signed = url + "".join(name + value for name, value in sorted(set(form)))
    return b64encode(hmac.digest(auth_token.encode(), signed.encode(), hashlib.sha1)).decode()


class Twilio(TwimlProvider):
    name = TWILIO
    url = "https://api.twilio.com"
    suffix = ".json"

    def calls_path(self, trunk: Trunk) -> str:
        return f"/2010-04-01/Accounts/{trunk.account_sid}/Calls"

    def authorization(self, trunk: Trunk, auth_token: str) -> str:
        return f"Basic {b64encode(f'{trunk.account_sid}:{auth_token}'.encode()).decode()}"

    def is_genuine(self, request: WebhookRequest, trunk: Trunk, auth_token: str, now: float) -> bool:
        wanted = sign(request.url, list(request.form), auth_token)
        is_ours = request.get("AccountSid") == trunk.account_sid
        return hmac.compare_digest(wanted.encode(), request.headers.get(SIGNATURE, "").encode()) and is_ours

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
