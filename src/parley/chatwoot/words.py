"""What is said on one side, put for the other. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from parley.chatwoot.desk_api import PersonSeen, SessionSeen
from parley.chatwoot.wire import Attachment, Message
from parley.domain.messaging.events import TYPING, ClientEvent, ServerEvent
from parley.domain.messaging.model import LONGEST_TEXT

OURS = UUID("7b0d6a5e-2f0c-4c57-9a53-0d4d1f0f4c1b")
"""The namespace of the ids that messages from Chatwoot get at the desk."""
LONGEST_TRANSCRIPT = 10_000
"""Characters, the newest."""
LINK = re.compile(r"https?://[^\s]+")
LONGEST_LINK = 2000
MOST_ATTACHMENTS = 10
LONGEST_NAME = 200
UNHEARD = "What you write here does not reach them any more."


def user_text(event: Mapping[str, Any]) -> str | None:
    """What the user said, if it is that."""
    return str(event["payload"]["text"]) if event["type"] == ClientEvent.MESSAGE else None


def is_typing(event: Mapping[str, Any]) -> bool | None:
    """Whether the user has begun to type, or stopped; None for other events. Who sends a message types no more."""
    if event["type"] == ClientEvent.MESSAGE:
        return False
    return event["payload"]["state"] == TYPING[0] if event["type"] == ClientEvent.TYPING else None


def transcript(events: Iterable[Mapping[str, Any]]) -> str:
    """What was said so far, chunks of a message put together."""
    lines: list[str] = []
    chunked = ""
    for event in events:
        kind, payload = event["type"], event["payload"]
        if kind == ServerEvent.AGENT_CHUNK:
            if payload["message_id"] == chunked:
                lines[-1] += payload["text"]
            else:
                lines.append(f"Agent: {payload['text']}")
            chunked = payload["message_id"]
        elif kind in (ClientEvent.MESSAGE, ServerEvent.AGENT_MESSAGE):
            lines.append(f"{'User' if kind == ClientEvent.MESSAGE else 'Agent'}: {payload['text']}")
            chunked = ""
    return "\n".join(lines)[-LONGEST_TRANSCRIPT:]


def introduction(session: SessionSeen, said: str) -> str:
    """The note that a conversation in Chatwoot begins with."""
    known = (("Handed over", session.queue_name), ("Reason", session.reason), ("Language", session.language))
    lines = [f"{name}: {words}" for name, words in known if words]
    closing = "Resolve this conversation to give the user back to the agent."
    return "\n\n".join(part for part in ("\n".join(lines), said, closing) if part)


def farewell(session: SessionSeen | None) -> str:
    """The note that it ends with, when it does not end here."""
    if session is None or session.state == "ended":
        return f"The user has left. {UNHEARD}"
    if session.state == "person":
        return f"Somebody at another desk has taken the user. {UNHEARD}"
    return f"The user is with the agent again. {UNHEARD}"


def is_farewell(message: Message) -> bool:
    return message.private and (message.content or "").endswith(UNHEARD)


def person_of(message: Message, person_id: str) -> PersonSeen:
    sender = message.sender
    assert sender is not None, "somebody said it"
    picture = sender.avatar_url or sender.thumbnail or ""
    name = (sender.available_name or sender.name or "").replace("\x00", "")
    return PersonSeen(id=person_id, name=name[:LONGEST_NAME], avatar_url=picture if is_link(picture) else "")


def said_by_person(message: Message) -> list[tuple[str, str, Sequence[dict[str, str]]]]:
    """Ids, texts and attachments of what the desk is to say: several where the text is longer than a message."""
    attachments = [found for each in message.attachments if (found := _attachment(each)) is not None]
    text = (message.content or "").replace("\x00", "")
    if not text.strip():
        text = " ".join(each["content_url"] for each in attachments)
    parts = [text[start : start + LONGEST_TEXT] for start in range(0, len(text), LONGEST_TEXT)]
    last = len(parts) - 1
    return [
        (str(uuid5(OURS, f"{message.id}.{place}")), part, attachments[:MOST_ATTACHMENTS] if place == last else ())
        for place, part in enumerate(parts)
    ]


def is_link(text: str) -> bool:
    return len(text) <= LONGEST_LINK and LINK.fullmatch(text) is not None


def _attachment(given: Attachment) -> dict[str, str] | None:
    url = given.data_url or ""
    if not is_link(url):
        return None
    if given.file_type != "image":
        return {"content_url": url, "content_type": "weblink"}
    preview = given.thumb_url or ""
    return {"content_url": url, "content_type": "image", "preview_image_url": preview if is_link(preview) else ""}
