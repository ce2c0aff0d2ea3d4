"""Answers messages that have come, one by one: jobs, so that a process that dies loses nothing.

A message is answered in the transaction of its turn. Until then any worker may begin again; after that none can.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from parley.domain.conversations.model import (
    ChatConversationEnded,
    ChatDraftNotExist,
    ChatTimeout,
    ConversationsNotFound,
)
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.domain.texts import actions, message_store, thread_store
from parley.domain.texts.model import Message, Pair, Status, TextSettled, Thread
from parley.kit.errors import ValidationFailed
from parley.kit.ids import uuid7_at
from parley.kit.log import logger
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.sessions import Sessions
from parley.runtime.texts.hooks import OpeningHook, TurnHook
from parley.runtime.texts.opening import conversation_start
from parley.storage import queue
from parley.storage.db import Connection
from parley.storage.queue import Job

log = logger(__name__)

MOST_BEGINNINGS = 3
"""Conversations that end as soon as they are begun: an agent like that answers nothing."""


async def answer(dependencies: Dependencies, sessions: Sessions, job: Job) -> None:
    """One message, the oldest. When more have come, another job goes on with them."""
    thread_id = UUID(job.args["thread"])
    message = await message_store.find_first(dependencies.db, thread_id, incoming=True)
    if message is not None:
        try:
            await _answer(dependencies, sessions, thread_id, message)
        except TextSettled:
            log.info("text_settled_meanwhile", thread=str(thread_id))
    async with dependencies.db.transaction() as tx:
        await _go_on(tx, thread_id, job)


async def abandon(tx: Connection, job: Job, now: datetime) -> None:
    """A message that cannot be answered is given up, so that those behind it are."""
    thread_id = UUID(job.args["thread"])
    await thread_store.lock_thread(tx, thread_id)
    message = await message_store.find_first(tx, thread_id, incoming=True)
    if message is not None:
        await message_store.settle(tx, message.number, Status.RECEIVED, Status.FAILED, "not_answered", None, now)
        await actions.ask_for_answer(tx, thread_id)


async def _go_on(tx: Connection, thread_id: UUID, job: Job) -> None:
    # With the thread locked nothing can come in between: it is seen here, or asks for a job of its own.
    await thread_store.lock_thread(tx, thread_id)
    await queue.finish(tx, job)
    if await message_store.find_first(tx, thread_id, incoming=True) is not None:
        await actions.ask_for_answer(tx, thread_id)


async def _answer(dependencies: Dependencies, sessions: Sessions, thread_id: UUID, message: Message) -> None:
    for _ in range(MOST_BEGINNINGS):
        thread = await thread_store.find_thread(dependencies.db, thread_id)
        project = await projects.find_project_by_id(dependencies.db, thread.project_id) if thread else None
        if thread is None or project is None:
            return
        if thread.conversation_id is None:
            if not await _begin(dependencies, sessions, project, thread, message):
                return
        elif await _respond(dependencies, sessions, project, thread, thread.conversation_id, message):
            return
    await _give_up(dependencies, message, "not_answered")


async def _begin(
    dependencies: Dependencies, sessions: Sessions, project: ProjectInfo, thread: Thread, message: Message
) -> bool:
    """Whether there is a conversation now that has yet to hear the message."""
    clock = dependencies.clock
    conversation_id = uuid7_at(clock.now())
    pair = Pair(thread.channel, thread.our_number, thread.user_number)
    start = conversation_start(conversation_id, pair, thread.environment, thread.variant_id)
    hook = OpeningHook(clock, thread, conversation_id, message)
    try:
        try:
            result = await sessions.open(project, start, hook=hook)
        except ValidationFailed:
            # The variant of the number, which a newer deployment no longer has: the default one answers.
            result = await sessions.open(project, replace(start, variant=None), hook=hook)
    except ChatDraftNotExist:
        await _give_up(dependencies, message, "not_deployed")
        return False
    return not result.end_conversation


async def _respond(
    dependencies: Dependencies,
    sessions: Sessions,
    project: ProjectInfo,
    thread: Thread,
    conversation_id: UUID,
    message: Message,
) -> bool:
    """False: that conversation is over, and the message begins another."""
    hook = TurnHook(dependencies.clock, thread, conversation_id, message)
    try:
        await sessions.respond(project, thread.environment, conversation_id, message.body, hook=hook)
    except (ChatConversationEnded, ChatTimeout, ConversationsNotFound):
        async with dependencies.db.transaction() as tx:
            await thread_store.end_conversation(tx, thread.id, conversation_id)
        return False
    return True


async def _give_up(dependencies: Dependencies, message: Message, why: str) -> None:
    log.warning("text_not_answered", message=str(message.id), reason=why)
    now = dependencies.clock.now()
    async with dependencies.db.transaction() as tx:
        await message_store.settle(tx, message.number, Status.RECEIVED, Status.FAILED, why, None, now)
