"""What is said on one side, put for the other."""

from __future__ import annotations

from typing import Any

import pytest

from parley.chatwoot.desk_api import SessionSeen
from parley.chatwoot.wire import Message
from parley.chatwoot.words import farewell, introduction, is_link, person_of, said_by_person, transcript
from parley.domain.messaging.model import LONGEST_TEXT

SENDER = {"type": "user", "name": "Ann Archer"}


def message(**fields: Any) -> Message:
    return Message.model_validate({"id": 9, "message_type": 1, "sender": SENDER, **fields})


def event(kind: str, text: str, message_id: str = "m") -> dict[str, Any]:
    return {"type": f"EVENT_TYPE_{kind}", "sequence": 1, "payload": {"text": text, "message_id": message_id}}


def test_chunks_of_a_message_are_one_line() -> None:
    events = [
        event("POLY_AGENT_MESSAGE_CHUNK", "Good ", "a"),
        event("POLY_AGENT_MESSAGE_CHUNK", "morning", "a"),
        {"type": "EVENT_TYPE_POLY_AGENT_LEFT", "sequence": 2, "payload": {}},
        event("POLY_AGENT_MESSAGE_CHUNK", "Yes?", "b"),
        event("USER_MESSAGE", "Help"),
    ]
    assert transcript(events) == "Agent: Good morning\nAgent: Yes?\nUser: Help"
    assert len(transcript([event("USER_MESSAGE", "x" * 20_000)])) == 10_000


def test_a_long_reply_is_several_messages_with_ids_of_their_own() -> None:
    parts = said_by_person(message(content="x" * (LONGEST_TEXT + 1), attachments=[{"data_url": "https://e.org/a"}]))
    assert [len(text) for _, text, _ in parts] == [LONGEST_TEXT, 1]
    assert len({name for name, _, _ in parts}) == 2
    assert parts == said_by_person(
        message(content="x" * (LONGEST_TEXT + 1), attachments=[{"data_url": "https://e.org/a"}])
    )
    assert [len(attachments) for _, _, attachments in parts] == [0, 1]


def test_a_file_alone_is_said_by_its_link() -> None:
    [(_, text, [attachment])] = said_by_person(message(attachments=[{"data_url": "https://e.org/a.pdf"}]))
    assert text == "https://e.org/a.pdf"
    assert attachment == {"content_url": "https://e.org/a.pdf", "content_type": "weblink"}
    assert said_by_person(message(content=" ", attachments=[{"data_url": "javascript:alert(1)"}])) == []


@pytest.mark.parametrize(
    ("fields", "is_said"),
    [
        ({}, True),
        ({"private": True}, False),
        ({"message_type": 0}, False),
        ({"message_type": 3}, False),
        ({"sender": None}, False),
        ({"sender": {"type": "agent_bot", "name": "Bot"}}, False),
        ({"content_attributes": {"deleted": True}}, False),
    ],
)
def test_only_people_talk_to_the_user(fields: dict[str, Any], is_said: bool) -> None:
    assert message(content="Hello", **fields).is_from_person is is_said


def test_a_person_has_a_name_and_perhaps_a_picture() -> None:
    known = person_of(message(sender={**SENDER, "avatar_url": "not a link"}), "chatwoot-1")
    assert (known.id, known.name, known.avatar_url) == ("chatwoot-1", "Ann Archer", "")
    assert not is_link("https://e.org/" + "x" * 2000)


def test_what_notes_say() -> None:
    session = SessionSeen(session_id="s", state="agent", queue_name="billing")
    assert introduction(session, "User: Hi").startswith("Handed over: billing\n\nUser: Hi\n\nResolve")
    assert farewell(session).startswith("The user is with the agent again.")
    assert farewell(None).startswith("The user has left.")
