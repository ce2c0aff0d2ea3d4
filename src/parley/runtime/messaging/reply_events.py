"""From the result of a turn to the events of a session. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson

from parley.domain.messaging import events
from parley.domain.messaging.events import ServerEvent
from parley.domain.messaging.model import Entry, Journaled, Person, Session
from parley.kit.values import value
from parley.runtime.turn.output import TurnResult

HANDOFF_REASONS = ("AGENT_DECISION", "COMPLEX_QUERY", "POLICY")
"""That clients know. Agents have words of their own for most, which are for the desk."""


def joined(session: Session, at: datetime) -> Entry:
    payload = {"agent_name": session.agent_name, "agent_avatar_url": session.avatar_url}
    return events.entry(ServerEvent.AGENT_JOINED, payload, at)


def thinking(at: datetime) -> str:
    return events.transient(ServerEvent.AGENT_THINKING, {}, at)


def whole_message(result: TurnResult, message_id: str, at: datetime) -> list[Entry]:
    """Nothing when the agent has nothing to say and nothing to show."""
    payload = _message(result, message_id, result.reply)
    is_empty = not (payload["text"] or payload["attachments"] or payload["response_suggestions"])
    return [] if is_empty else [events.entry(ServerEvent.AGENT_MESSAGE, payload, at)]


def chunk(message_id: str, text: str, index: int, at: datetime) -> Entry:
    payload = events.message(message_id, text, (), ())
    return events.entry(ServerEvent.AGENT_CHUNK, {**payload, "chunk_index": index, "is_complete": False}, at)


def last_chunk(result: TurnResult | None, message_id: str, text: str, index: int, at: datetime) -> Entry:
    """What is left of the words, and what comes with them. None: the turn failed after its first words."""
    payload = _message(result, message_id, text) if result else events.message(message_id, text, (), ())
    return events.entry(ServerEvent.AGENT_CHUNK, {**payload, "chunk_index": index, "is_complete": True}, at)


@value
class BegunReply:
    """A reply of which chunks were written, but not the last."""

    message_id: str
    text: str
    chunks: int


def begun_reply(events: Sequence[Journaled]) -> BegunReply | None:
    """The newest of these events' replies, if it is not complete."""
    found: BegunReply | None = None
    for event in events:
        given = orjson.loads(event.body)
        if given["type"] == ServerEvent.AGENT_CHUNK:
            payload = given["payload"]
            begun = found.text if found is not None and found.message_id == payload["message_id"] else ""
            found = BegunReply(payload["message_id"], begun + payload["text"], payload["chunk_index"])
            found = None if payload["is_complete"] else found
    return found


def language_change(session: Session, result: TurnResult, at: datetime) -> list[Entry]:
    language = result.dialog.language
    if not session.language or language == session.language:
        return []
    return [events.entry(ServerEvent.LANGUAGE_CHANGED, {"language_code": language}, at)]


def handoff_by_client(result: TurnResult, at: datetime) -> list[Entry]:
    """No desk is connected here: the client takes the user to somebody."""
    handoff = result.handoff
    assert handoff is not None, "whoever is handed over has a handoff"
    reason = handoff.reason if handoff.reason in HANDOFF_REASONS else HANDOFF_REASONS[0]
    payload: dict[str, Any] = {"reason": reason, "queue_name": handoff.destination}
    if isinstance(route := handoff.details.get("route"), str):
        payload["route"] = route
    return [
        events.entry(ServerEvent.AGENT_HANDOFF, {}, at),
        events.entry(ServerEvent.HANDOFF_BY_CLIENT, payload, at),
        left(at),
    ]


def handoff_to_desk(result: TurnResult, at: datetime) -> list[Entry]:
    """The user waits in a queue, with nobody to talk to yet."""
    assert result.handoff is not None, "whoever is handed over has a handoff"
    queue = {"queue_name": result.handoff.destination} if result.handoff.destination else {}
    return [
        events.entry(ServerEvent.AGENT_HANDOFF, {}, at),
        left(at),
        events.entry(ServerEvent.HANDOFF_ACCEPTED, queue, at),
    ]


def person_joined(person: Person, at: datetime) -> Entry:
    agent = {"id": person.id, "name": person.name, "avatar_url": person.avatar_url}
    return events.entry(ServerEvent.PERSON_JOINED, {"agent": agent}, at)


def person_message(person: Person, message: Mapping[str, Any], at: datetime) -> Entry:
    said_by = {"agent_id": person.id, "agent_name": person.name, "avatar_url": person.avatar_url}
    return events.entry(ServerEvent.PERSON_MESSAGE, {**message, **said_by}, at)


def person_typing(person: Person, state: str, at: datetime) -> str:
    payload = {"state": state, "agent_id": person.id, "agent_name": person.name}
    return events.transient(ServerEvent.PERSON_TYPING, payload, at)


def person_left(person: Person, reason: str, at: datetime) -> Entry:
    payload = {"agent_id": person.id, "agent_name": person.name, **({"reason": reason} if reason else {})}
    return events.entry(ServerEvent.PERSON_LEFT, payload, at)


def left(at: datetime) -> Entry:
    return events.entry(ServerEvent.AGENT_LEFT, {}, at)


def problem(request: str, text: str, at: datetime) -> Entry:
    """What became of a request, by whose metadata its client recognises it."""
    metadata = orjson.loads(request).get("metadata")
    return events.entry(ServerEvent.SYSTEM_MESSAGE, events.problem(text), at, metadata)


def _message(result: TurnResult, message_id: str, text: str) -> dict[str, Any]:
    output = result.output
    payload = events.message(message_id, text, _objects(output.attachments), output.suggestions)
    if actions := _call_actions(output.other):
        payload["chat_call_actions"] = actions
    return payload


def _objects(given: Sequence[Any]) -> Sequence[Any]:
    return [each for each in given if isinstance(each, dict)]


def _call_actions(other: Any) -> list[Any]:
    """Telephone numbers that agent code offers beside a message."""
    found = other.get("chat_call_actions")
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
