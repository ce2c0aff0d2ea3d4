"""What happens to text messages now, in the caller's transaction. The row of a thread orders everything in it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.numbers.model import PhoneNumber
from parley.domain.texts import message_store, thread_store
from parley.domain.texts.keywords import Keyword, find_keyword
from parley.domain.texts.message_parts import split
from parley.domain.texts.model import (
    BLOCKED_FOR,
    HELP_PAUSE,
    MOST_BY_PROJECT,
    MOST_WAITING,
    PROJECT_PERIOD,
    IncomingText,
    Status,
    TextSettled,
    TextsRateLimited,
    Thread,
    digest,
    judge,
    may_become,
)
from parley.domain.texts.notices import Notice, words
from parley.kit.ids import uuid7
from parley.storage import queue
from parley.storage.db import Connection

ANSWER, SEND, END = "texts.answer", "texts.send", "texts.end"
CARRIER_REFUSES = frozenset({"21610"})
"""Codes of a carrier that knows of a STOP which we do not."""


async def receive(
    tx: Connection, connector_id: str, number: PhoneNumber, text: IncomingText, now: datetime, *, is_answered: bool
) -> bool:
    """A message has come. False when it has come before: then nothing happens. `is_answered`: the carrier has answered
    the keyword itself."""
    thread = await thread_store.lock_pair(tx, uuid7(), text.pair, number, connector_id, now)
    keyword = find_keyword(text.body, is_opted_out=thread.is_opted_out)
    marked = digest(text.body)
    traffic = await message_store.count_traffic(tx, thread, marked, now)
    message_id = await message_store.insert_incoming(tx, thread, text, keyword or "", marked, now)
    if message_id is None:
        return False
    verdict = judge(thread, text.body, keyword, traffic, now)
    if verdict.blocks:
        await thread_store.set_blocked(tx, thread.id, now + BLOCKED_FOR)
    if verdict.keyword is not None:
        await _obey(tx, thread, verdict.keyword, now, is_answered=is_answered)
    if verdict.drop:
        await message_store.settle_id(tx, message_id, Status.DROPPED, verdict.drop, now)
    else:
        await ask_for_answer(tx, thread.id)
    if not verdict.drop or verdict.keyword is not None:
        await thread_store.set_received(tx, thread.id, now)
    return True


async def _obey(tx: Connection, thread: Thread, keyword: Keyword, now: datetime, *, is_answered: bool) -> None:
    notice = None
    match keyword:
        case Keyword.STOP if not thread.is_opted_out:
            await stop(tx, thread, now)
            notice = Notice.STOPPED
        case Keyword.START if thread.is_opted_out:
            await thread_store.set_opted_out(tx, thread.id, None)
            notice = Notice.STARTED
        case Keyword.HELP if thread.helped_at is None or now - thread.helped_at >= HELP_PAUSE:
            await thread_store.set_helped(tx, thread.id, now)
            notice = Notice.HELP
    if notice is not None and not is_answered:
        await say_ourselves(tx, thread, notice, now)


async def stop(tx: Connection, thread: Thread, now: datetime) -> None:
    """From now on nothing is sent: also not what waits, and what comes of a turn that is under way."""
    await thread_store.set_opted_out(tx, thread.id, now)
    await message_store.settle_waiting(tx, thread.id, Status.QUEUED, Status.SUPPRESSED, "opted_out", now)
    await message_store.settle_waiting(tx, thread.id, Status.RECEIVED, Status.DROPPED, "opted_out", now)
    await end_conversation(tx, thread)


async def end_conversation(tx: Connection, thread: Thread) -> None:
    """The next message begins another. The one that runs is ended as soon as its turn is over."""
    if thread.conversation_id is not None:
        await thread_store.end_conversation(tx, thread.id, thread.conversation_id)
        await queue.defer(tx, END, {"conversation": str(thread.conversation_id)})


async def say_ourselves(tx: Connection, thread: Thread, notice: Notice, now: datetime) -> None:
    answers = notice in (Notice.STOPPED, Notice.STARTED, Notice.HELP)
    await _enqueue(tx, thread, None, words(notice, thread.language), now, is_notice=answers)


async def open_thread(
    tx: Connection,
    thread: Thread,
    conversation_id: UUID,
    text: str,
    language: str,
    now: datetime,
    service_sid: str = "",
) -> None:
    """A conversation that somebody asked for begins with this; the thread is locked. One that runs ends."""
    since = now - PROJECT_PERIOD
    if await message_store.count_opened(tx, thread.project_id, since) >= MOST_BY_PROJECT:
        raise TextsRateLimited(headers={"Retry-After": str(int(PROJECT_PERIOD.total_seconds()))})
    await end_conversation(tx, thread)
    await thread_store.set_service(tx, thread.id, service_sid)
    await thread_store.begin_conversation(tx, thread.id, conversation_id, "", language, now, now)
    await _enqueue(tx, thread, conversation_id, text, now, keyword=message_store.OPENING)


async def say(tx: Connection, thread: Thread, conversation_id: UUID, text: str, now: datetime) -> None:
    """What the agent says; the thread is locked. To who wants no messages, nothing."""
    if text.strip() and not thread.is_opted_out:
        await _enqueue(tx, thread, conversation_id, text, now)


async def _enqueue(
    tx: Connection,
    thread: Thread,
    conversation_id: UUID | None,
    text: str,
    now: datetime,
    *,
    is_notice: bool = False,
    keyword: str = "",
) -> None:
    # An agent that talks to a carrier which is away does not fill the database.
    room = MOST_WAITING - await message_store.count_waiting(tx, thread.id)
    parts = split(text.replace("\x00", ""))[: max(0, room)]
    await message_store.insert_outgoing(tx, thread, conversation_id, parts, now, is_notice=is_notice, keyword=keyword)
    if parts:
        await ask_for_sending(tx, thread.id)


async def settle_answered(
    tx: Connection, number: int, conversation_id: UUID | None, now: datetime, status: Status = Status.ANSWERED
) -> None:
    """Raises when it was settled meanwhile: a STOP was faster, or another process."""
    if not await message_store.settle(tx, number, Status.RECEIVED, status, "", conversation_id, now):
        raise TextSettled


async def take_receipt(
    tx: Connection, connector_id: str, message_id: UUID, sid: str, status: Status, error: str, now: datetime
) -> bool:
    """The carrier says what became of a message. False: there is no such message of this connector."""
    found = await message_store.lock_sent(tx, message_id, connector_id)
    if found is None or found["carrier_sid"] not in (None, sid):
        return False
    known = Status(found["status"])
    # Of a message that we have given up: it went out after all, and the receipt tells more than we know.
    given_up = found["carrier_sid"] is None and known is Status.FAILED
    if may_become(known, status) or given_up:
        await message_store.set_receipt(tx, found["number"], sid, status, error, now)
    return True


async def ask_for_answer(tx: Connection, thread_id: UUID) -> None:
    await queue.defer(tx, ANSWER, {"thread": str(thread_id)}, key=f"{ANSWER}:{thread_id}")


async def ask_for_sending(tx: Connection, thread_id: UUID, at: datetime | None = None) -> None:
    await queue.defer(tx, SEND, {"thread": str(thread_id)}, run_at=at, key=f"{SEND}:{thread_id}")
