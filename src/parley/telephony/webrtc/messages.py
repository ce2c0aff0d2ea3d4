"""What is said over the signalling socket. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import orjson

LARGEST = 64 * 1024
LONGEST_TOKEN = 4096
LONGEST_CLAIM = 256
MODES = frozenset({"end-to-end", "traditional", "agent", "agent_v1", "agent_v2", "cascaded", "normal", "realtime"})
"""All mean the same pipeline; which one a client names is kept."""
DEBUG_MODES = frozenset({"echo"})
DEFAULT_MODE = "end-to-end"
CLAIMS = ("callSid", "caller", "callee", "accountId", "projectId", "variantId")
"""What a page says of its call. Nobody has checked it."""
_SESSION = re.compile(r"[0-9a-f]{32}")
_KEYS = re.compile(r"[0-9A-D*#]{1,32}")


class Code(StrEnum):
    UNAUTHORIZED = "UNAUTHORIZED"
    FORBIDDEN = "FORBIDDEN"
    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    INVALID_MESSAGE = "INVALID_MESSAGE"
    HANDLER_ERROR = "HANDLER_ERROR"
    MEDIA_BRIDGE_FAILURE = "MEDIA_BRIDGE_FAILURE"
    AGENT_FAILURE = "AGENT_FAILURE"


class SignalRefused(Exception):
    """What the client gets instead of what it asked for."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class OfferMessage:
    token: str = field(repr=False)
    sdp: str = field(repr=False)
    mode: str
    wants_transcript: bool
    claims: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeysMessage:
    digits: str = field(repr=False)


class Plain(StrEnum):
    """Messages that say nothing more."""

    CANDIDATE = "ice-candidate"
    """Of no interest: see `ice`."""
    CLOSE = "close"
    PING = "ping"


@dataclass(frozen=True, slots=True)
class Received:
    session: str
    """Empty: none is named."""
    content: OfferMessage | KeysMessage | Plain


def read_message(text: str) -> Received:
    """Raises `SignalRefused`."""
    if len(text) > LARGEST:
        raise SignalRefused(Code.INVALID_MESSAGE, "The message is too long.")
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        message = None
    if not isinstance(message, dict):
        raise SignalRefused(Code.INVALID_MESSAGE, "A message is a JSON object.")
    named = message.get("sessionId")
    session = named if isinstance(named, str) and _SESSION.fullmatch(named) else ""
    kind, data = message.get("type"), message.get("data")
    if kind == "offer":
        return Received(session, _offer(message, data if isinstance(data, dict) else {}))
    if kind == "dtmf":
        digits = data.get("digits") if isinstance(data, dict) else None
        if not isinstance(digits, str) or not _KEYS.fullmatch(digits.upper()):
            raise SignalRefused(Code.INVALID_MESSAGE, "Keys are up to 32 of 0-9, A-D, * and #.")
        return Received(session, KeysMessage(digits.upper()))
    plain = next((each for each in Plain if each == kind), None)
    if plain is None:
        raise SignalRefused(Code.INVALID_MESSAGE, "There is no message of this type for clients to send.")
    return Received(session, plain)


def _offer(message: dict[str, Any], data: dict[str, Any]) -> OfferMessage:
    token, sdp, mode = message.get("authToken"), data.get("sdp"), str(message.get("mode") or DEFAULT_MODE)
    if not isinstance(token, str) or not token or len(token) > LONGEST_TOKEN:
        raise SignalRefused(Code.UNAUTHORIZED, "An offer needs an authToken.")
    if mode in DEBUG_MODES:
        raise SignalRefused(Code.FORBIDDEN, "This mode is for debugging.")
    if mode not in MODES:
        raise SignalRefused(Code.INVALID_ARGUMENT, "There is no such mode.")
    if not isinstance(sdp, str) or data.get("type", "offer") != "offer":
        raise SignalRefused(Code.INVALID_MESSAGE, "An offer has data with a type and an sdp.")
    claims = {name: message[name] for name in CLAIMS if isinstance(message.get(name), str) and message[name]}
    claims = {name: text[:LONGEST_CLAIM] for name, text in claims.items() if text.isprintable()}
    return OfferMessage(token, sdp, mode, message.get("transcript") is True, claims)


def answer(session: str, sdp: str) -> str:
    return _message("answer", session, {"type": "answer", "sdp": sdp})


def error(session: str, code: Code, message: str) -> str:
    return _message("error", session, {"code": code.value, "message": message})


def close(session: str) -> str:
    return _message("close", session)


def pong(session: str) -> str:
    return _message("pong", session)


def transcript(session: str, role: str, turn: int, text: str, *, is_final: bool) -> str:
    return _message("transcript", session, {"role": role, "turn": turn, "text": text, "final": is_final})


def conversation(session: str, conversation_id: str) -> str:
    return _message("conversation", session, {"conversationId": conversation_id})


def _message(kind: str, session: str, data: Mapping[str, Any] | None = None) -> str:
    message = {"type": kind, "sessionId": session}
    return orjson.dumps(message if data is None else {**message, "data": data}).decode()
