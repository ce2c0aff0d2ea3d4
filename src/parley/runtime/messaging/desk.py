"""People take over a session, talk to its user, and give them back. Each of these happens once, on any process."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import ChatConversationEnded, ChatTimeout, ConversationsNotFound
from parley.domain.messaging import actions, desk_actions, desk_store, events, session_store
from parley.domain.messaging.desk import (
    SHORTEST_WAIT,
    DeskSessionNotFound,
    NotHandedOver,
    TakenBySomebodyElse,
    desk_settings,
    is_news_to,
    person_of,
)
from parley.domain.messaging.events import ClientEvent, ServerEvent
from parley.domain.messaging.model import Append, Appended, EndReason, Entry, Person, Session
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.tenant_cache import TenantCache
from parley.kit.clock import Clock
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.runtime.messaging import reply_events
from parley.runtime.messaging.hooks import ReturnHook
from parley.runtime.messaging.journal import Journal
from parley.runtime.messaging.verbs import Verbs
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection, Database

log = logger(__name__)

MOST_AT_ONCE = 100
TALK_TYPES = (ClientEvent.MESSAGE, ServerEvent.PERSON_MESSAGE)
LONGEST_TALK = 4000
"""Characters of what a person and the user said to each other that the agent's model gets to know, the newest."""
MOST_TALK = 60
NOBODY_FREE = "nobody was free"


class Desk:
    def __init__(self, db: Database, clock: Clock, tenants: TenantCache, verbs: Verbs, journal: Journal) -> None:
        self._db = db
        self._clock = clock
        self._tenants = tenants
        self._verbs = verbs
        self._journal = journal

    async def find(self, project: ProjectInfo, environment: str, session_id: UUID) -> Session:
        """Of this desk; also one that has ended, or is with the agent again. Raises `DeskSessionNotFound`."""
        session = await session_store.find_session(self._db, session_id)
        if session is None or (session.project_id, session.environment) != (project.id, environment):
            raise DeskSessionNotFound
        return session

    async def accept(self, session_id: UUID, person: Person) -> None:
        """Whoever has taken it already may say so again."""
        async with self._db.transaction() as tx:
            session = await desk_actions.lock_handed_over(tx, session_id)
            if not is_news_to(person, session):
                return
            await desk_store.set_person(tx, session_id, person)
            appended = await self._append(tx, session_id, reply_events.person_joined(person, self._clock.now()))
        self._journal.publish(session_id, appended)

    async def say(self, session_id: UUID, message: Mapping[str, Any]) -> None:
        """A message with an id that was said before is not said again."""
        async with self._db.transaction() as tx:
            session = await desk_actions.lock_handed_over(tx, session_id)
            person = person_of(session)
            after = session.handover.sequence if session.handover else 0
            if await desk_store.has_message(tx, session_id, message["message_id"], after):
                return
            entry = reply_events.person_message(person, message, self._clock.now())
            appended = await self._append(tx, session_id, entry)
        self._journal.publish(session_id, appended)

    async def type(self, session: Session, state: str) -> None:
        text = reply_events.person_typing(person_of(session), state, self._clock.now())
        await self._journal.tell_everywhere(session.id, text)

    async def tell_queue(self, session_id: UUID, status: Mapping[str, Any]) -> None:
        async with self._db.transaction() as tx:
            await desk_actions.lock_handed_over(tx, session_id)
            entry = events.entry(ServerEvent.HANDOFF_QUEUE, status, self._clock.now())
            appended = await self._append(tx, session_id, entry)
        self._journal.publish(session_id, appended)

    async def give_back(self, session: Session, reason: str) -> None:
        """The agent goes on, and knows what was said."""
        project, conversation = await self._with_conversation(session)
        told = reply_events.person_left(person_of(session), reason, self._clock.now())
        hook = self._return_hook(session, told)
        talk = await self._talk(session)
        await self._return(session, hook, self._verbs.sessions.resume_after_person(project, conversation, talk, hook))

    async def refuse(self, session: Session, reason: str, failure: ServerEvent = ServerEvent.HANDOFF_FAILED) -> None:
        """Nobody takes over: the agent goes on. Whom a person has taken is for that person to give back."""
        if session.person is not None:
            raise TakenBySomebodyElse
        project, conversation = await self._with_conversation(session)
        told = events.entry(failure, {"reason": reason} if reason else {}, self._clock.now())
        hook = self._return_hook(session, told)
        problem, resume = reason or NOBODY_FREE, self._verbs.sessions.resume_after_transfer
        await self._return(session, hook, resume(project, conversation, problem, (), hook=hook))

    async def end(self, session: Session, reason: str) -> None:
        """The person is done with the user, and so is the conversation."""
        person = person_of(session)
        if session.conversation_id is not None:
            await self._verbs.sessions.end_handed_over(session.conversation_id)
        async with self._db.transaction() as tx:
            await desk_actions.lock_handed_over(tx, session.id)
            now = self._clock.now()
            told = Append(session.id, [reply_events.person_left(person, reason, now)])
            node = self._journal.node
            appended = await actions.end_session(tx, session, EndReason.NATURAL_END, told, node, now)
        self._journal.publish(session.id, appended)

    async def give_up_waiting(self) -> None:
        """Users whom nobody has taken over in the time that their project sets go back to the agent."""
        now = self._clock.now()
        for session in await desk_store.list_waiting(self._db, now - SHORTEST_WAIT, MOST_AT_ONCE):
            project = await self._tenants.project(session.account_id, session.project_id)
            waited_since = session.handover.at if session.handover else now
            if now - waited_since >= desk_settings(project.settings).wait:
                try:
                    await self.refuse(session, NOBODY_FREE, ServerEvent.HANDOFF_TIMEOUT)
                except ParleyError as error:  # somebody was there in time after all, or the next round tries again
                    log.warning("session_not_taken_back", session=str(session.id), error=error.code)

    async def _with_conversation(self, session: Session) -> tuple[ProjectInfo, UUID]:
        if session.conversation_id is None:
            raise NotHandedOver
        return await self._tenants.project(session.account_id, session.project_id), session.conversation_id

    async def _talk(self, session: Session) -> str:
        after = session.handover.sequence if session.handover else 0
        texts = await desk_store.list_texts(self._db, session.id, after, TALK_TYPES, MOST_TALK)
        lines = [f"{'User' if kind == ClientEvent.MESSAGE else 'Person'}: {text}" for kind, text in texts]
        return "\n".join(lines)[-LONGEST_TALK:]

    def _return_hook(self, session: Session, told: Entry) -> ReturnHook:
        return ReturnHook(self._db, self._clock, self._journal.node, session, told)

    async def _return(self, session: Session, hook: ReturnHook, turn: Awaitable[TurnResult]) -> None:
        try:
            await turn
        except (ChatConversationEnded, ChatTimeout, ConversationsNotFound):
            # The person had the user for longer than the conversation lasts: there is nothing to go back to.
            await self._verbs.finish(session, EndReason.NATURAL_END, Append(session.id, [hook.told]))
            return
        assert hook.appended is not None, "a turn that was written has its events"
        self._journal.publish(session.id, hook.appended)

    async def _append(self, tx: Connection, session_id: UUID, entry: Entry) -> Appended:
        return await actions.append(tx, Append(session_id, [entry]), self._journal.node, self._clock.now())
