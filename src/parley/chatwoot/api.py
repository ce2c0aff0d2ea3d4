"""What we ask Chatwoot for: its application API, with the access token of a user of its; and, because only the user
themselves can say that they type, the API for clients of an inbox."""

from __future__ import annotations

import httpx

from parley.chatwoot.client import Side
from parley.chatwoot.errors import Refused
from parley.chatwoot.wire import (
    HANDOFF,
    SESSION,
    Contact,
    ContactCreated,
    Contacts,
    Conversation,
    ConversationPage,
    Conversations,
    Inbox,
    Message,
    Messages,
)

UNPROCESSABLE = 422
PAGE = 100
"""Chatwoot gives so many messages at once behind one that is named."""
CONVERSATION_PAGE = 25
MOST_PAGES = 40


class Chatwoot:
    def __init__(self, http: httpx.AsyncClient, url: str, token: str, account: int, inbox: int) -> None:
        self._side = Side(http, "chatwoot", f"{url.rstrip('/')}/api/v1/accounts/{account}", {"api_access_token": token})
        self._as_client = Side(http, "chatwoot", f"{url.rstrip('/')}/public/api/v1/inboxes", {})
        self._inbox = inbox
        self._inbox_identifier = ""

    async def conversation_of(self, session_id: str, handoff: int) -> int:
        """The one for that handoff, made if there is none. Each step finds what was made before an answer was lost."""
        contact = await self._contact_of(session_id)
        found = await self._side.get(Conversations, f"/contacts/{contact.id}/conversations")
        known = [each.id for each in found.payload if each.handover == (session_id, handoff)]
        if known:
            return min(known)
        body = {
            "inbox_id": self._inbox,
            "contact_id": contact.id,
            # A source of its own: an inbox may hold one conversation alone for each.
            "source_id": _source(session_id, handoff),
            "additional_attributes": {SESSION: session_id, HANDOFF: handoff},
            "status": "open",
        }
        return (await self._side.post(Conversation, "/conversations", body)).id

    async def find(self, conversation: int) -> Conversation:
        return await self._side.get(Conversation, f"/conversations/{conversation}")

    async def open_conversations(self) -> list[Conversation]:
        """Of the inbox, those that belong to sessions."""
        found: list[Conversation] = []
        for page in range(1, MOST_PAGES + 1):
            answer = await self._side.get(
                ConversationPage, "/conversations", inbox_id=self._inbox, status="open", assignee_type="all", page=page
            )
            part = answer.data.payload
            found += [each for each in part if each.handover is not None]
            if len(part) < CONVERSATION_PAGE:
                break
        return found

    async def messages_behind(self, conversation: int, message: int) -> list[Message]:
        """The next of them, in order; none when there are no more."""
        found = await self._side.get(Messages, f"/conversations/{conversation}/messages", after=message)
        return sorted((each for each in found.payload if each.id > message), key=lambda each: each.id)

    async def say(self, conversation: int, text: str) -> None:
        """What the user says."""
        await self._message(conversation, text, "incoming", private=False)

    async def note(self, conversation: int, text: str) -> None:
        """For the people in Chatwoot alone."""
        await self._message(conversation, text, "outgoing", private=True)

    async def type(self, session_id: str, handoff: int, conversation: int, *, is_typing: bool) -> None:
        """That the user does."""
        if not self._inbox_identifier:
            inbox = await self._side.get(Inbox, f"/inboxes/{self._inbox}")
            self._inbox_identifier = inbox.inbox_identifier or ""
        if self._inbox_identifier:  # not in every version
            contact = f"/{self._inbox_identifier}/contacts/{_source(session_id, handoff)}"
            status = {"typing_status": "on" if is_typing else "off"}
            await self._as_client.tell(f"{contact}/conversations/{conversation}/toggle_typing", status)

    async def resolve(self, conversation: int) -> None:
        await self._side.tell(f"/conversations/{conversation}/toggle_status", {"status": "resolved"})

    async def _message(self, conversation: int, text: str, kind: str, *, private: bool) -> None:
        body = {"content": text, "message_type": kind, "private": private}
        await self._side.tell(f"/conversations/{conversation}/messages", body)

    async def _contact_of(self, session_id: str) -> Contact:
        identifier = f"parley:{session_id}"
        known = await self._find_contact(identifier)
        if known is not None:
            return known
        body = {"inbox_id": self._inbox, "identifier": identifier, "name": f"Visitor {session_id[:8]}"}
        try:
            return (await self._side.post(ContactCreated, "/contacts", body)).payload.contact
        except Refused as refused:
            known = await self._find_contact(identifier) if refused.status == UNPROCESSABLE else None
            if known is None:
                raise
            return known

    async def _find_contact(self, identifier: str) -> Contact | None:
        found = await self._side.get(Contacts, "/contacts/search", q=identifier)
        return next((each for each in found.payload if each.identifier == identifier), None)


def _source(session_id: str, handoff: int) -> str:
    """What the contact is called in the conversation of that handoff."""
    return f"{session_id}.{handoff}"
