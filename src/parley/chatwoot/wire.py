"""What Chatwoot answers, as far as we read it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from pydantic import BaseModel

SESSION = "parley_session_id"
HANDOFF = "parley_handoff"
RESOLVED = "resolved"


class MessageType(IntEnum):
    INCOMING = 0
    OUTGOING = 1


class Sender(BaseModel):
    type: str = ""
    name: str | None = None
    available_name: str | None = None
    avatar_url: str | None = None
    thumbnail: str | None = None


class Attachment(BaseModel):
    file_type: str = "file"
    data_url: str | None = None
    thumb_url: str | None = None


class Message(BaseModel):
    id: int
    message_type: int
    content: str | None = None
    private: bool = False
    content_attributes: dict[str, Any] | None = None
    sender: Sender | None = None
    attachments: list[Attachment] = []

    @property
    def is_from_user(self) -> bool:
        return self.message_type == MessageType.INCOMING

    @property
    def is_from_person(self) -> bool:
        """Not of an automation, a bot, or among people alone."""
        is_said = self.message_type == MessageType.OUTGOING and not self.private
        is_deleted = bool((self.content_attributes or {}).get("deleted"))
        return is_said and not is_deleted and self.sender is not None and self.sender.type == "user"


class Conversation(BaseModel):
    id: int
    status: str = ""
    additional_attributes: dict[str, Any] | None = None

    @property
    def is_resolved(self) -> bool:
        return self.status == RESOLVED

    @property
    def handover(self) -> tuple[str, int] | None:
        """Which session it belongs to, and which of its handoffs."""
        known = self.additional_attributes or {}
        session, sequence = known.get(SESSION), known.get(HANDOFF)
        return (session, sequence) if isinstance(session, str) and isinstance(sequence, int) else None


class Messages(BaseModel):
    payload: list[Message]


class Conversations(BaseModel):
    payload: list[Conversation]


class ConversationPage(BaseModel):
    data: Conversations


class Inbox(BaseModel):
    inbox_identifier: str | None = None
    """In addresses of the interface for clients."""


class ContactInbox(BaseModel):
    source_id: str


class Contact(BaseModel):
    id: int
    identifier: str | None = None


class Contacts(BaseModel):
    payload: list[Contact]


class CreatedContact(BaseModel):
    contact: Contact


class ContactCreated(BaseModel):
    payload: CreatedContact
