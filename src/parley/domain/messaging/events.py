"""The events of a session, both ways: their types, what a client may send, and how each is put on the wire. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Any

import orjson

from parley.domain.messaging.model import LONGEST_TEXT, EndReason, Entry
from parley.kit.clock import iso
from parley.kit.ids import trace_id
from parley.kit.values import value


class ClientEvent(StrEnum):
    JOIN = "EVENT_TYPE_REQUEST_POLY_AGENT_JOIN"
    MESSAGE = "EVENT_TYPE_USER_MESSAGE"
    TYPING = "EVENT_TYPE_USER_TYPING"
    END = "EVENT_TYPE_USER_END_SESSION"
    HEARTBEAT = "EVENT_TYPE_HEARTBEAT"
    LINK = "EVENT_TYPE_LINK_TO_WEBRTC_CONVERSATION"
    SURVEY = "EVENT_TYPE_CSAT_RESPONSE"


class ServerEvent(StrEnum):
    SESSION_START = "EVENT_TYPE_SESSION_START"
    BATCH = "EVENT_TYPE_EVENT_BATCH"
    AGENT_JOINED = "EVENT_TYPE_POLY_AGENT_JOINED"
    AGENT_THINKING = "EVENT_TYPE_POLY_AGENT_THINKING"
    AGENT_MESSAGE = "EVENT_TYPE_POLY_AGENT_MESSAGE"
    AGENT_CHUNK = "EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK"
    AGENT_HANDOFF = "EVENT_TYPE_POLY_AGENT_TRIGGERED_HANDOFF"
    AGENT_LEFT = "EVENT_TYPE_POLY_AGENT_LEFT"
    PERSON_JOINED = "EVENT_TYPE_LIVE_AGENT_JOINED"
    PERSON_TYPING = "EVENT_TYPE_LIVE_AGENT_TYPING"
    PERSON_MESSAGE = "EVENT_TYPE_LIVE_AGENT_MESSAGE"
    PERSON_LEFT = "EVENT_TYPE_LIVE_AGENT_LEFT"
    HANDOFF_ACCEPTED = "EVENT_TYPE_HANDOFF_ACCEPTED"
    HANDOFF_QUEUE = "EVENT_TYPE_HANDOFF_QUEUE_STATUS"
    HANDOFF_BY_CLIENT = "EVENT_TYPE_CLIENT_HANDOFF_REQUIRED"
    HANDOFF_FAILED = "EVENT_TYPE_HANDOFF_FAILED"
    HANDOFF_TIMEOUT = "EVENT_TYPE_HANDOFF_TIMEOUT"
    LANGUAGE_CHANGED = "EVENT_TYPE_LANGUAGE_CHANGED"
    SYSTEM_MESSAGE = "EVENT_TYPE_SYSTEM_MESSAGE"
    SURVEY_REQUEST = "EVENT_TYPE_SHOW_CSAT_REQUEST"
    SESSION_END = "EVENT_TYPE_SESSION_END"


CLIENT_EVENTS = {event.value: event for event in ClientEvent}
REQUESTS = frozenset({ClientEvent.JOIN, ClientEvent.MESSAGE, ClientEvent.END})
"""Of the client's events, those that somebody acts on, in order, and that outlive the process that took them."""
TYPING = ("TYPING_STATE_STARTED", "TYPING_STATE_STOPPED")
OWN_IDS = ("local_id", "client_event_id")
"""Under these names clients give their events ids."""
CALL_SID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
MOST_METADATA = 64
LONGEST_METADATA = 2048


class EventInvalid(ValueError):
    """What was sent is no event of a client's. The text is for whoever wrote that client; `metadata` is repeated."""

    def __init__(self, problem: str, metadata: Mapping[str, Any] | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.metadata = metadata


@value
class Received:
    """A client's event, checked."""

    type: ClientEvent
    payload: Mapping[str, Any]
    metadata: Mapping[str, Any] | None = None

    @property
    def fingerprint(self) -> int | None:
        """The same for what a client sends again; None without an id of the client's."""
        if self.metadata is None:
            return None
        custom = self.metadata["custom"]
        known = [custom[name] for name in OWN_IDS if custom.get(name)]
        if not known:
            return None
        text = "\0".join([self.type, str(self.payload.get("text", "")), *known])
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def fingerprint_of(body: str) -> int | None:
    """Of an event of a client's as it was written."""
    given = orjson.loads(body)
    return Received(ClientEvent(given["type"]), given["payload"], given.get("metadata")).fingerprint


def read_event(text: str) -> Received:
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise EventInvalid("The event is not JSON.") from None
    if not isinstance(given, dict):
        raise EventInvalid("The event is not an object.")
    metadata = _metadata(given.get("metadata"))
    name, payload = given.get("type"), given.get("payload")
    if not isinstance(name, str):
        raise EventInvalid("The event has no type.", metadata)
    event = CLIENT_EVENTS.get(name)
    if event is None:
        is_ours = name in ServerEvent._value2member_map_
        problem = f"{name} is sent by the server alone." if is_ours else "The event has a type that is not known."
        raise EventInvalid(problem, metadata)
    if payload is not None and not isinstance(payload, dict):
        raise EventInvalid("The payload is not an object.", metadata)
    return Received(event, _checked(event, payload or {}, metadata), metadata)


def metadata_of(text: str) -> Mapping[str, Any] | None:
    """Of an event that is refused before it is read."""
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return _metadata(given.get("metadata")) if isinstance(given, dict) else None


def _metadata(given: object) -> Mapping[str, Any] | None:
    """What a client recognises its own events by. One that is malformed is left out: clients drop an echo with it."""
    custom = given.get("custom") if isinstance(given, dict) else None
    if not isinstance(custom, dict) or len(custom) > MOST_METADATA:
        return None
    sound = all(isinstance(each, str) and len(each) <= LONGEST_METADATA for each in custom.values())
    # PostgreSQL reads no text with this character: nobody else could look into the event.
    has_nul = any("\x00" in name or "\x00" in each for name, each in custom.items()) if sound else False
    return {"custom": custom} if sound and not has_nul else None


def _checked(event: ClientEvent, payload: Mapping[str, Any], metadata: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Only what is known of a payload: what a client adds is repeated to nobody."""
    if event is ClientEvent.MESSAGE:
        given = payload.get("text")
        text = given.replace("\x00", "") if isinstance(given, str) else ""
        if not text.strip():
            raise EventInvalid("A message needs a text.", metadata)
        if len(text) > LONGEST_TEXT:
            raise EventInvalid(f"A message has at most {LONGEST_TEXT} characters.", metadata)
        return {"text": text}
    if event is ClientEvent.TYPING:
        state = payload.get("state")
        if state not in TYPING:
            raise EventInvalid(f"The state of typing is {' or '.join(TYPING)}.", metadata)
        return {"state": state}
    if event is ClientEvent.LINK:
        call = payload.get("call_sid")
        call_sid = read_call_sid(call) if isinstance(call, str) else None
        if call_sid is None:
            raise EventInvalid("A call is linked by its call_sid, a UUID.", metadata)
        return {"call_sid": call_sid}
    if event is ClientEvent.SURVEY:
        score = payload.get("score")
        if isinstance(score, bool) or not isinstance(score, int) or not 1 <= score <= 5:
            raise EventInvalid("A score is a whole number from 1 to 5.", metadata)
        return {"score": score}
    return {}


def read_call_sid(text: str) -> str | None:
    """None for what is no UUID: whoever can guess one could read what is said on the call."""
    return text.lower() if CALL_SID.fullmatch(text) else None


def body(
    event: StrEnum,
    payload: Mapping[str, Any],
    at: datetime,
    metadata: Mapping[str, Any] | None = None,
    event_id: str | None = None,
) -> str:
    """The JSON of an event but for its sequence, which it gets when it is written."""
    envelope: dict[str, Any] = {"id": event_id or trace_id(), "type": event, "timestamp": iso(at), "payload": payload}
    if metadata is not None:
        envelope["metadata"] = metadata
    return orjson.dumps(envelope).decode()


def entry(event: StrEnum, payload: Mapping[str, Any], at: datetime, metadata: Mapping[str, Any] | None = None) -> Entry:
    """An event of ours, to be written."""
    return Entry(body(event, payload, at, metadata))


def transient(
    event: StrEnum, payload: Mapping[str, Any], at: datetime, metadata: Mapping[str, Any] | None = None
) -> str:
    """An event that is told now or never: it has no sequence."""
    return f'{{"sequence":null,{body(event, payload, at, metadata)[1:]}'


def batch(texts: Sequence[str], at: datetime) -> str:
    """Several events in one frame, as JSON that each of them is already."""
    empty = transient(ServerEvent.BATCH, {"events": []}, at)
    before, found, after = empty.rpartition('"events":[]')
    assert found, "a batch has its events"
    return f'{before}"events":[{",".join(texts)}]{after}'


def message(message_id: str, text: str, attachments: Sequence[Any], suggestions: Sequence[str]) -> dict[str, Any]:
    """What every message has, whoever says it."""
    return {
        "message_id": message_id,
        "text": text,
        "attachments": [found for each in attachments if (found := attachment(each)) is not None],
        "response_suggestions": [{"message_text": each} for each in suggestions],
    }


KINDS = {"image": "ATTACHMENT_CONTENT_TYPE_IMAGE", "weblink": "ATTACHMENT_CONTENT_TYPE_URL"}


def attachment(given: Any) -> dict[str, str] | None:
    """As agent code gave it; None for what no client could show."""
    if not isinstance(given, Mapping) or not isinstance(given.get("content_url"), str):
        return None
    kind = str(given.get("content_type", "weblink"))
    texts = {name: str(given.get(name) or "") for name in ("title", "preview_image_url", "call_to_action_text")}
    return {
        **texts,
        "content_url": given["content_url"],
        "content_type": kind if kind in KINDS.values() else KINDS.get(kind, KINDS["weblink"]),
    }


def session_start(streaming: bool, context_id: str, limits: Mapping[str, int]) -> dict[str, Any]:
    return {"capabilities": {"streaming": streaming, **limits}, "context_id": context_id}


def session_end(reason: EndReason) -> dict[str, Any]:
    return {"reason": reason.value}


def problem(text: str) -> dict[str, Any]:
    return {"level": "SYSTEM_MESSAGE_LEVEL_ERROR", "message": text}
