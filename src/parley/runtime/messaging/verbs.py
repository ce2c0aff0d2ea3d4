"""What a client's requests do: an agent joins, answers, and the session ends. Each acts once, on whichever process."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import orjson

from parley.domain.conversations.model import (
    TIMEOUT,
    ChatConversationEnded,
    ChatTimeout,
    ConversationsNotFound,
    Ending,
)
from parley.domain.messaging import actions, session_store
from parley.domain.messaging.desk import desk_settings
from parley.domain.messaging.events import ClientEvent
from parley.domain.messaging.model import (
    Append,
    Attendance,
    EndReason,
    Entry,
    Request,
    RequestDone,
    Session,
)
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.tenant_cache import TenantCache
from parley.kit.clock import Clock
from parley.kit.errors import ParleyError
from parley.kit.ids import uuid7_at
from parley.kit.log import logger, where
from parley.runtime.messaging import reply_events
from parley.runtime.messaging.chunks import ChunkedReply
from parley.runtime.messaging.hooks import OpeningHook, TurnHook
from parley.runtime.messaging.journal import Journal
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.sessions import Sessions
from parley.runtime.session.user_turn import DoorContext
from parley.storage.db import Database, DatabaseUnavailable

log = logger(__name__)

# Clients know these words: on the first they ask for the agent again, on the second too.
NO_START = "Unable to start a conversation. Please try again in a moment."
NO_CONVERSATION = "Conversation not found: the agent has not joined."
NO_ANSWER = "Something went wrong, and your message was not answered. Please send it again."
ON_A_CALL = "You are on a call with the agent: please say it there."
NOBODY_HERE = "Nobody is connected here who could answer."
CHANNEL, CHANNEL_TYPE = "WEBCHAT", "webchat.polyai"


class StartFailed(Exception):
    """The agent could not join. Whoever acts on the request decides when the client is told."""


class Verbs:
    def __init__(self, db: Database, clock: Clock, tenants: TenantCache, sessions: Sessions, journal: Journal) -> None:
        self._db = db
        self._clock = clock
        self._tenants = tenants
        self.sessions = sessions
        self._journal = journal

    async def act(self, request: Request) -> None:
        """Acts on a request, or says why not. Raises `StartFailed`, and what makes another try worth while."""
        try:
            match orjson.loads(request.body)["type"]:
                case ClientEvent.JOIN:
                    await self._join(request)
                case ClientEvent.MESSAGE:
                    await self._answer(request)
                case _:
                    await self._end(request)
        except RequestDone:
            return

    async def _join(self, request: Request) -> None:
        session = request.session
        if session.conversation_id is not None or session.attendance is Attendance.CALL:
            await self._journal.append(_done(request))
            return
        project = await self._project(session)
        await self._greet(request)
        conversation_id = uuid7_at(self._clock.now())
        chunks = self._chunks(session)
        hook = OpeningHook(self._db, self._clock, self._journal.node, request, chunks, conversation_id)
        start = ConversationStart(
            environment=session.environment,
            channel=CHANNEL,
            channel_type=CHANNEL_TYPE,
            variant=session.variant,
            context_vault=session.context or {},
            has_desk=desk_settings(project.settings).is_on,
            id=conversation_id,
        )
        try:
            await self.sessions.open(project, start, hook=hook, listener=chunks.hear if chunks else None)
        except (DatabaseUnavailable, RequestDone):
            raise
        except Exception as error:
            self._report("session_not_started", session, error)
            await self._break_off(session, chunks)
            raise StartFailed from error
        self._publish(session, hook)

    async def _greet(self, request: Request) -> None:
        session, now = request.session, self._clock.now()
        if session.attendance is Attendance.NOBODY:
            async with self._db.transaction() as tx:
                await session_store.set_attendance(tx, session.id, Attendance.AGENT)
                append = Append(session.id, [reply_events.joined(session, now)], by_runner=True)
                appended = await actions.append(tx, append, self._journal.node, now)
            self._journal.publish(session.id, appended)
            session = replace(session, last_sequence=session.last_sequence + len(appended.events))
        await self._show_thinking(session, request.nodes)

    async def _show_thinking(self, session: Session, nodes: frozenset[int]) -> None:
        text = reply_events.thinking(self._clock.now())
        if nodes - {self._journal.node}:
            await self._journal.tell_everywhere(session.id, text, after=session.last_sequence)
        else:
            self._journal.tell(session.id, text, after=session.last_sequence)

    async def refuse_start(self, request: Request, *, for_good: bool) -> None:
        """The client is told, and may ask again; for good: it has asked often enough."""
        now = self._clock.now()
        append = _refused(request, reply_events.problem(request.body, NO_START, now))
        if for_good:
            await self.finish(request.session, EndReason.NATURAL_END, append)
        else:
            await self._journal.append(append)

    async def _answer(self, request: Request) -> None:
        session = request.session
        if session.attendance is Attendance.CALL:
            await self._say_why_not(request, ON_A_CALL)
        elif session.conversation_id is None:
            await self._say_why_not(request, NO_CONVERSATION)
        elif session.attendance is Attendance.AGENT:
            await self._take_turn(request, session.conversation_id)
        elif session.attendance is Attendance.CLIENT:
            await self._say_why_not(request, NOBODY_HERE)
        else:
            await self._journal.append(_done(request))

    async def _take_turn(self, request: Request, conversation_id: UUID) -> None:
        session, text = request.session, orjson.loads(request.body)["payload"]["text"]
        project = await self._project(session)
        await self._show_thinking(session, request.nodes)
        chunks = self._chunks(session)
        hook = TurnHook(self._db, self._clock, self._journal.node, session, request.sequence, chunks)
        listener = chunks.hear if chunks else None
        try:
            await self.sessions.respond(
                project,
                session.environment,
                conversation_id,
                text,
                hook=hook,
                listener=listener,
                context=DoorContext(context_vault=session.context),
            )
        except (DatabaseUnavailable, RequestDone):
            raise
        except (ChatConversationEnded, ChatTimeout, ConversationsNotFound):
            left = _done(request, reply_events.left(self._clock.now()))
            await self.finish(session, EndReason.NATURAL_END, left)
        except Exception as error:  # noqa: BLE001 whatever broke, the client is told
            self._report("message_not_answered", session, error)
            await self._break_off(session, chunks)
            await self._say_why_not(request, NO_ANSWER)
        else:
            self._publish(session, hook)

    async def _end(self, request: Request) -> None:
        session = request.session
        if session.conversation_id is not None:
            await self._end_conversation(session, session.conversation_id)
        await self.finish(session, EndReason.USER_END, _done(request))

    async def _end_conversation(self, session: Session, conversation_id: UUID) -> None:
        if session.handover is not None:
            await self.sessions.end_handed_over(conversation_id)
        else:
            await self.sessions.close(await self._project(session), session.environment, conversation_id)

    async def expire(self, session_id: UUID) -> None:
        """The client has given no sign for too long."""
        session = await session_store.find_session(self._db, session_id)
        if session is None or session.has_ended:
            return
        if session.conversation_id is not None:
            if session.handover is not None:
                await self.sessions.end_handed_over(session.conversation_id)
            else:
                await self.sessions.end(session.conversation_id, Ending(TIMEOUT))
        try:
            await self.finish(session, EndReason.USER_ABANDONED, Append(session.id, []))
        except RequestDone:
            return

    async def finish(self, session: Session, reason: EndReason, before: Append) -> None:
        async with self._db.transaction() as tx:
            appended = await actions.end_session(tx, session, reason, before, self._journal.node, self._clock.now())
        self._journal.publish(session.id, appended)

    async def _say_why_not(self, request: Request, text: str) -> None:
        problem = reply_events.problem(request.body, text, self._clock.now())
        await self._journal.append(_refused(request, problem))

    async def _break_off(self, session: Session, chunks: ChunkedReply | None) -> None:
        """What was shown of a reply that failed is all that comes of it."""
        if chunks is None:
            return
        await chunks.settle()
        entries: list[Entry] = chunks.last(None)
        if entries:
            await self._journal.append(Append(session.id, entries, by_runner=True))

    def _chunks(self, session: Session) -> ChunkedReply | None:
        return ChunkedReply(self._journal, self._clock, session.id) if session.streaming else None

    def _publish(self, session: Session, hook: TurnHook) -> None:
        assert hook.appended is not None, "a turn that was written has its events"
        self._journal.publish(session.id, hook.appended)

    async def _project(self, session: Session) -> ProjectInfo:
        return await self._tenants.project(session.account_id, session.project_id)

    @staticmethod
    def _report(event: str, session: Session, error: Exception) -> None:
        code = error.code if isinstance(error, ParleyError) else type(error).__name__
        log.error(event, session=str(session.id), error=code, at=where(error))


def _done(request: Request, *entries: Entry) -> Append:
    """That the request was acted on, and what is told with it."""
    return Append(request.session.id, entries, request.sequence, by_runner=True)


def _refused(request: Request, problem: Entry) -> Append:
    return replace(_done(request, problem), may_come_again=True)
