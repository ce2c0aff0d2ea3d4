"""Ends conversations in which nobody says anything any more, and forgets what has served its time."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.conversations.model import TIMEOUT, Ending
from parley.domain.texts import actions, message_store, thread_store
from parley.domain.texts.model import GRACE, IDLE, KEPT, Thread
from parley.domain.texts.notices import Notice
from parley.runtime.session.sessions import Sessions
from parley.storage.db import Connection, Database

EXPIRE, FORGET_OLD = "texts.expire", "texts.forget_old"
MOST_AT_ONCE = 200


async def expire_silent(db: Database, sessions: Sessions, now: datetime) -> None:
    """Warns, and ends what stays silent after that."""
    for thread_id in await thread_store.list_silent(db, now - IDLE, now - GRACE, MOST_AT_ONCE):
        async with db.transaction() as tx:
            ended = await _expire(tx, thread_id, now)
        # Should we die before this, the conversation's own limit ends it.
        if ended is not None:
            await sessions.end(ended, Ending(TIMEOUT))


async def _expire(tx: Connection, thread_id: UUID, now: datetime) -> UUID | None:
    """The conversation that is over."""
    thread = await thread_store.lock_thread(tx, thread_id)
    # Looked at again under the lock: a message may have come since the list was made.
    if thread is None or thread.conversation_id is None or now - thread.last_active_at < IDLE:
        return None
    if thread.warned_at is None and _can_be_warned(thread, now):
        await thread_store.set_warned(tx, thread.id, now)
        await actions.say_ourselves(tx, thread, Notice.WARNING, now)
        return None
    if thread.warned_at is not None and now - thread.warned_at < GRACE:
        return None
    if thread.warned_at is not None and not thread.is_opted_out:
        await actions.say_ourselves(tx, thread, Notice.CLOSED, now)
    await thread_store.end_conversation(tx, thread.id, thread.conversation_id)
    return thread.conversation_id


def _can_be_warned(thread: Thread, now: datetime) -> bool:
    """Who never said anything need not be told that it is over."""
    return thread.has_replied and not thread.is_opted_out and thread.takes_free_words(now)


async def forget_old(db: Database, now: datetime) -> None:
    for forget in (message_store.delete_old, thread_store.delete_forgotten):
        while True:
            async with db.transaction() as tx:
                if await forget(tx, now - KEPT, MOST_AT_ONCE) < MOST_AT_ONCE:
                    break
