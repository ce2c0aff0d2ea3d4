"""One user who was handed over, and the conversation in Chatwoot where people answer them.

Nothing of this lasts: what was passed on is counted anew from both sides. Only we write incoming messages into the
conversation, one for each message of the user's and in their order, so that the number of those that are there says
how far we got, also when the answer to the last one was lost. What people say has an id at the desk that is made from
Chatwoot's, and is said once, however often it is passed on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from parley.chatwoot import words
from parley.chatwoot.api import Chatwoot
from parley.chatwoot.desk_api import DeskClient, SessionSeen
from parley.chatwoot.errors import Refused
from parley.chatwoot.wire import Message
from parley.domain.messaging.events import ServerEvent

NOT_FOUND = 404
PERSON = "chatwoot-"
"""What we take users over as begins with it."""
LAST = frozenset(
    {
        ServerEvent.AGENT_JOINED,
        ServerEvent.HANDOFF_FAILED,
        ServerEvent.HANDOFF_TIMEOUT,
        ServerEvent.PERSON_LEFT,
        ServerEvent.SESSION_END,
    }
)
"""What the user says behind one of these is not for people any more."""


class Relay:
    def __init__(
        self, desk: DeskClient, chatwoot: Chatwoot, session_id: str, handoff: int, conversation: int | None = None
    ) -> None:
        self._desk = desk
        self._chatwoot = chatwoot
        self.session_id = session_id
        self.handoff = handoff
        self.conversation = conversation
        self.seen_sequence = -1
        """The last of the session's when it was looked at."""
        self.is_taken = False
        """By somebody in Chatwoot."""
        self._is_introduced = False
        self._is_farewell_found = False
        self._is_farewell_said = False
        self._read = 0
        """The last message of the conversation that we know."""
        self._incoming = 0
        """How many of them are the user's."""
        self._position = handoff
        """The last event of the session up to which the user's messages were passed on."""
        self._passed_on = 0
        """How many those are."""

    def is_ours(self, session: SessionSeen) -> bool:
        """Whether people in Chatwoot may answer this user."""
        if session.handoff_sequence != self.handoff or session.state not in ("queue", "person"):
            return False
        return session.agent is None or session.agent.id == f"{PERSON}{self.conversation}"

    async def exchange(self, session: SessionSeen) -> bool:
        """Passes on what is new on either side. True: people in Chatwoot have nothing to do with the user any more."""
        if self.conversation is None:
            self.conversation = await self._chatwoot.conversation_of(self.session_id, self.handoff)
        if not self.is_ours(session):
            return await self.close()
        conversation, self.is_taken = self.conversation, session.agent is not None
        is_resolved = (await self._chatwoot.find(conversation)).is_resolved
        await self._pass_on_replies(conversation)
        if is_resolved:
            await (self._desk.give_back if self.is_taken else self._desk.refuse)(self.session_id)
            return True
        if not self._is_introduced:
            said = [event async for event in self._events(0, self.handoff)]
            await self._chatwoot.note(conversation, words.introduction(session, words.transcript(said)))
            self._is_introduced = True
        await self._pass_on_user(conversation)
        self.seen_sequence = session.last_sequence
        return False

    async def type(self, *, is_typing: bool) -> None:
        if self.is_taken:
            await self._desk.type(self.session_id, is_typing=is_typing)

    async def show_typing(self) -> None:
        """Tells people in Chatwoot that the user types, for as long as they have the user. The desk says so only to who
        waits at that moment."""
        assert self.conversation is not None, "who was taken has a conversation"
        after, is_ours, was_typing = self._position, True, False
        while is_ours:
            page = await self._desk.wait_for_events(self.session_id, after)
            for event in page.events:
                is_typing = words.is_typing(event)
                if is_typing is not None and is_typing is not was_typing:
                    await self._chatwoot.type(self.session_id, self.handoff, self.conversation, is_typing=is_typing)
                    was_typing = is_typing
                after = event["sequence"] or after
            is_ours = self.is_ours(page.session)

    async def close(self) -> bool:
        """For a user who left otherwise: people in Chatwoot are told, once. False: they have not left."""
        assert self.conversation is not None, "what was never passed on needs no end"
        conversation, session = self.conversation, await self._session()
        if session is not None and self.is_ours(session):
            return False
        if (await self._chatwoot.find(conversation)).is_resolved:
            return True
        await self._read_messages(conversation)
        if self._is_farewell_found and not self._is_farewell_said:
            return True  # somebody has opened it again: that is their affair
        if session is not None:
            await self._pass_on_user(conversation)
        if not self._is_farewell_said:
            await self._chatwoot.note(conversation, words.farewell(session))
            self._is_farewell_said = True
        await self._chatwoot.resolve(conversation)
        return True

    async def _session(self) -> SessionSeen | None:
        """None once nothing is known of it any more."""
        try:
            return (await self._desk.events(self.session_id, self._position)).session
        except Refused as refused:
            if refused.status == NOT_FOUND:
                return None
            raise

    async def _pass_on_replies(self, conversation: int) -> None:
        async for message in self._messages(conversation):
            if message.is_from_person:
                if not self.is_taken:
                    await self._desk.accept(self.session_id, words.person_of(message, f"{PERSON}{conversation}"))
                    self.is_taken = True
                for said in words.said_by_person(message):
                    await self._desk.say(self.session_id, *said)
            self._count(message)

    async def _read_messages(self, conversation: int) -> None:
        async for message in self._messages(conversation):
            self._count(message)

    def _count(self, message: Message) -> None:
        self._read = message.id
        self._incoming += message.is_from_user
        self._is_introduced = self._is_introduced or message.private
        self._is_farewell_found = self._is_farewell_found or words.is_farewell(message)

    async def _messages(self, conversation: int) -> AsyncIterator[Message]:
        while found := await self._chatwoot.messages_behind(conversation, self._read):
            for message in found:
                yield message

    async def _pass_on_user(self, conversation: int) -> None:
        async for event in self._events(self._position):
            if event["type"] in LAST:
                return
            text = words.user_text(event)
            if text is not None:
                if self._passed_on >= self._incoming:
                    await self._chatwoot.say(conversation, text)
                self._passed_on += 1
            self._position = event["sequence"]

    async def _events(self, after: int, until: int | None = None) -> AsyncIterator[dict[str, Any]]:
        while True:
            page = await self._desk.events(self.session_id, after)
            for event in page.events:
                if event["sequence"] is None:
                    continue
                after = event["sequence"]
                if until is not None and after > until:
                    return
                yield event
            if not page.events or after >= page.session.last_sequence:
                return
