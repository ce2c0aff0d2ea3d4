"""Sends what waits, message by message and thread by thread, in order. No message is sent twice.

A carrier cannot be asked to do something only once. So it is written that it is asked, before it is; when its answer
does not come, or we die meanwhile, the carrier is searched for the message before it is asked again. A receipt, which
names the message, settles it as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import Connector
from parley.domain.texts import actions, message_store, thread_store
from parley.domain.texts.model import Message, Status, Thread, reported_status
from parley.kit.backoff import Jitter, ScheduledBackoff
from parley.kit.clock import Clock
from parley.kit.log import logger
from parley.kit.randomness import fraction
from parley.runtime.texts.gateway import REQUEST_SECONDS, NotTaken, TextGateway, Unknown
from parley.storage import queue
from parley.storage.db import Connection, Database
from parley.storage.queue import Job

log = logger(__name__)

PAUSES = ScheduledBackoff((2.0, 10.0, 30.0, 120.0, 600.0, 1800.0), Jitter(spread=0.2))
SEARCH_AFTER = timedelta(seconds=REQUEST_SECONDS + 5)
"""After an attempt whose end nobody knows: by then it has ended, and the carrier shows what it has."""
CLOCKS_DIFFER = timedelta(minutes=15)
"""How far the carrier's clock may be behind ours. What is older was not sent by this attempt."""
UNKNOWN_HERE = "no_connector"

Write = Callable[[Connection, datetime], Awaitable[object]]


class Sending:
    def __init__(self, db: Database, clock: Clock, gateway: TextGateway) -> None:
        self._db = db
        self._clock = clock
        self._gateway = gateway

    async def send(self, job: Job) -> None:
        """The oldest message of a thread. When there are more, another job goes on with them."""
        thread_id = UUID(job.args["thread"])
        message = await message_store.find_first(self._db, thread_id, incoming=False)
        thread = await thread_store.find_thread(self._db, thread_id)
        if message is None or thread is None:
            return await self._finish(job, thread_id)
        connector = await numbers.find_connector_by_id(self._db, thread.connector_id)
        if connector is None:
            return await self._settle(job, thread, message, Status.FAILED, UNKNOWN_HERE)
        if message.status is Status.SENDING:
            return await self._search(job, connector, thread, message)
        return await self._send(job, connector, thread, message)

    async def _send(self, job: Job, connector: Connector, thread: Thread, message: Message) -> None:
        now = self._clock.now()
        async with self._db.transaction() as tx:
            locked = await thread_store.lock_thread(tx, thread.id)
            assert locked is not None, "messages keep their thread"
            # A job whose lease is gone must not ask: another worker may be asking now.
            await queue.hold_lease(tx, job)
            refusal = _refusal(locked, message, now)
            if refusal is None and not await message_store.begin_attempt(tx, message.number, now):
                return await self._end(tx, job, thread.id)
        if refusal is not None:
            return await self._settle(job, thread, message, *refusal)
        try:
            sent = await self._gateway.send(connector, thread, message.body, str(message.id))
        except NotTaken as refused:
            return await self._not_taken(job, thread, message, refused)
        except Unknown:
            return await self._finish(job, thread.id, after=SEARCH_AFTER)
        return await self._taken(job, thread, message, sent.sid, sent.status)

    async def _search(self, job: Job, connector: Connector, thread: Thread, message: Message) -> None:
        """What became of the last attempt. Only when the carrier does not have it is it sent again."""
        asked_at = message.attempted_at or message.created_at
        if (left := asked_at + SEARCH_AFTER - self._clock.now()) > timedelta():
            return await self._finish(job, thread.id, after=left)
        async with self._db.transaction() as tx:
            await message_store.begin_search(tx, message.number)
        try:
            found = await self._gateway.search(connector, thread)
        except Unknown:
            return await self._pause(job, thread, message, "unknown", lambda _tx, _now: _nothing())
        # Accounts on trial have words put in front.
        since = asked_at - CLOCKS_DIFFER
        alike = [one for one in found if one.body.strip().endswith(message.body) and (one.created_at or since) >= since]
        known = await message_store.list_known_sids(self._db, connector.id, [one.sid for one in alike])
        # Several are parts of the thread that say the same: the oldest is the first of them.
        ours = [one for one in alike if one.sid not in known]
        if ours:
            return await self._taken(job, thread, message, ours[-1].sid, ours[-1].status)
        return await self._pause(
            job, thread, message, "unknown", lambda tx, now: message_store.requeue(tx, message.number, now)
        )

    async def _taken(self, job: Job, thread: Thread, message: Message, sid: str, said: str) -> None:
        status = reported_status(said) or Status.ACCEPTED
        await self._finish(
            job, thread.id, lambda tx, now: message_store.set_taken(tx, message.number, sid, status, now)
        )

    async def _not_taken(self, job: Job, thread: Thread, message: Message, refused: NotTaken) -> None:
        if refused.reason in actions.CARRIER_REFUSES:
            return await self._stopped_at_carrier(job, thread, message, refused.reason)
        if refused.final:
            return await self._settle(job, thread, message, Status.FAILED, refused.reason)
        return await self._pause(
            job, thread, message, refused.reason, lambda tx, now: message_store.requeue(tx, message.number, now)
        )

    async def _stopped_at_carrier(self, job: Job, thread: Thread, message: Message, reason: str) -> None:
        async def stop(tx: Connection, now: datetime) -> None:
            locked = await thread_store.lock_thread(tx, thread.id)
            await message_store.settle_id(tx, message.id, Status.SUPPRESSED, reason, now)
            # A notice about the STOP itself is refused as well: that is no second one.
            if locked is not None and not locked.is_opted_out and not message.is_notice:
                await actions.stop(tx, locked, now)

        await self._finish(job, thread.id, stop)

    async def _pause(self, job: Job, thread: Thread, message: Message, reason: str, write: Write) -> None:
        """Tries again later, or not any more. Those behind it wait, so that the order stays."""
        pause = PAUSES.delay(message.attempts + 1, fraction())
        if pause is None:
            return await self._settle(job, thread, message, Status.FAILED, reason)
        log.warning("text_not_sent", message=str(message.id), attempt=message.attempts + 1, reason=reason)
        return await self._finish(job, thread.id, write, after=timedelta(seconds=pause))

    async def _settle(self, job: Job, thread: Thread, message: Message, status: Status, error: str) -> None:
        await self._finish(job, thread.id, lambda tx, now: message_store.settle_id(tx, message.id, status, error, now))

    async def _finish(
        self, job: Job, thread_id: UUID, write: Write | None = None, *, after: timedelta | None = None
    ) -> None:
        async with self._db.transaction() as tx:
            if write is not None:
                await write(tx, self._clock.now())
            await self._end(tx, job, thread_id, after)

    async def _end(self, tx: Connection, job: Job, thread_id: UUID, after: timedelta | None = None) -> None:
        # With the thread locked nothing can come in between: it is seen here, or asks for a job of its own.
        await thread_store.lock_thread(tx, thread_id)
        await queue.finish(tx, job)
        if await message_store.find_first(tx, thread_id, incoming=False) is not None:
            at = self._clock.now() + after if after is not None else None
            await actions.ask_for_sending(tx, thread_id, at)


def _refusal(thread: Thread, message: Message, now: datetime) -> tuple[Status, str] | None:
    """Why it is not sent, looked at when it would be: what was agreed may have changed since it was written."""
    if thread.is_opted_out and not message.is_notice:
        return Status.SUPPRESSED, "opted_out"
    if not thread.takes_free_words(now):
        return Status.FAILED, "window_closed"
    return None


async def _nothing() -> None:
    return None
