"""One writer a conversation: turns wait for each other, in the order of their arrival.

Inside a process a queue keeps the order. Across processes a lease in the database decides. After a turn the process
keeps its lease for a while, together with the dialog state, so that the next turn need not ask the database for either.
Another process that wants the conversation says so by a signal, and gets it at once. A lease of a dead process is free:
every process holds a lock in the database that only its death (or the loss of its connection) opens.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.conversations import lease_store
from parley.domain.conversations.model import ConversationBusy, ConversationRef, LiveConversation, LiveState
from parley.domain.conversations.turn_store import KEPT_LEASE_SECONDS
from parley.kit.ids import uuid7
from parley.kit.tasks import Tasks
from parley.runtime.session.persistence import dialog_of
from parley.runtime.turn.dialog import DialogState
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.signals import Signals

# Three times the renewal: a round that fails costs no turn its conversation.
LEASE_SECONDS = 60.0
RENEW_SECONDS = 20.0
PATIENCE_SECONDS = 60.0
# Whoever only keeps a conversation releases it as soon as the request arrives: the first looks come quickly.
FIRST_POLL_SECONDS = 0.004
POLL_SECONDS = 0.02
REQUEST_AGAIN_SECONDS = 0.2
"""A request can get lost: whoever has the conversation may pass it on to a third, or take one more turn of its own."""
KEPT = 256
KEPT_SECONDS = KEPT_LEASE_SECONDS / 2
"""A lease is only reused well before it runs out, so that it cannot run out under a turn unnoticed."""

MOVING = 1024
MOVING_SECONDS = 60.0
"""How long a conversation that went from one process to another is released after every turn, with the turn itself.
A client without lasting connections comes to another process half of the time: to lease what is free takes one
statement, to ask for what is kept takes several and a signal."""

REQUESTED = "parley_leases"


@dataclass(slots=True)
class Lease:
    """The right to take the next turn of a conversation, and the dialog state that the turn begins with."""

    conversation: LiveConversation
    dialog: DialogState
    until: float = 0.0
    is_wanted_elsewhere: bool = False
    moves: bool = False
    """It goes from process to process: none of them keeps it."""
    is_settled: bool = False
    """It was kept, or what was written has released it: nothing is left to do at the end."""

    def settle(self) -> None:
        self.is_settled = True

    def is_idle(self, now: datetime, usual: timedelta) -> bool:
        """Nobody has said anything for so long, or for as long as this conversation may wait."""
        own = self.dialog.context.idle_seconds
        return now - self.conversation.last_active_at > (usual if own is None else timedelta(seconds=own))


class LeaseGuard:
    """`async with`: releases the lease in the end, whatever happens, unless it was kept or written as released. (A
    generator would cost more than all else in leasing.)"""

    def __init__(self, leases: Leases, wanted: ConversationRef) -> None:
        self._leases = leases
        self._wanted = wanted
        self._lease: Lease | None = None

    async def __aenter__(self) -> Lease | None:
        self._lease = await self._leases.acquire(self._wanted)
        return self._lease

    async def __aexit__(self, *_error: object) -> None:
        lease = self._lease
        try:
            if lease is not None and not lease.is_settled:
                await self._leases.release(lease)
        finally:
            self._leases.leave(self._wanted.id, lease)


class _Queue:
    """Turns of one conversation in this process."""

    __slots__ = ("lock", "waiting")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0


class Leases:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._signals = signals
        self._queues: dict[UUID, _Queue] = {}
        self._kept: OrderedDict[UUID, Lease] = OrderedDict()
        self._active: dict[UUID, Lease] = {}
        self._acquiring: dict[UUID, bool] = {}
        """Conversations that a turn here is about to get, and whether others want them too."""
        self._passed_on: set[UUID] = set()
        self._moving: OrderedDict[UUID, float] = OrderedDict()
        """Until when conversations that go from process to process are not kept."""
        self._tasks = Tasks()
        # When signals may have been missed, so may a request: nothing that is kept can be relied on.
        signals.subscribe(REQUESTED, self._requested, self._kept.clear)

    def hold(self, wanted: ConversationRef) -> LeaseGuard:
        """None when there is no such live conversation."""
        return LeaseGuard(self, wanted)

    async def acquire(self, wanted: ConversationRef) -> Lease | None:
        """The lease, when all turns before have ended. To be followed by `leave`, which `hold` sees to."""
        queue = self._queues.get(wanted.id)
        if queue is None:
            queue = self._queues[wanted.id] = _Queue()
        queue.waiting += 1
        try:
            await queue.lock.acquire()
        except BaseException:
            queue.waiting -= 1
            # Cancelled right after the turn before it left the queue to us: nobody else would forget it.
            if not queue.waiting and not queue.lock.locked():
                self._queues.pop(wanted.id, None)
                self._passed_on.discard(wanted.id)
            raise
        queue.waiting -= 1
        try:
            lease = self._reused(wanted) or await self._leased(wanted)
        # Also when the request was cancelled: whoever waits behind it must get the lock.
        except BaseException:
            self._leave(wanted.id, queue, None)
            raise
        if lease is not None:
            self._active[wanted.id] = lease
            lease.moves = wanted.id in self._moving and self._moving[wanted.id] > time.monotonic()
        return lease

    def leave(self, conversation: UUID, lease: Lease | None) -> None:
        self._active.pop(conversation, None)
        self._leave(conversation, self._queues[conversation], lease)

    def _leave(self, conversation: UUID, queue: _Queue, lease: Lease | None) -> None:
        if not queue.waiting:
            self._queues.pop(conversation, None)
        elif lease is not None and lease.is_wanted_elsewhere:
            self._passed_on.add(conversation)
        queue.lock.release()

    def keep(self, lease: Lease, live: LiveState, dialog: DialogState, at: datetime) -> None:
        """After a turn that was written with its lease: the next turn here starts from memory."""
        lease.settle()
        conversation = lease.conversation.after(live, at)
        kept = Lease(conversation, dialog, time.monotonic() + KEPT_SECONDS)
        if lease.is_wanted_elsewhere:  # another process asked while the turn was being written
            self._tasks.start(self.release(kept), "release of a lease")
            return
        self._kept[conversation.id] = kept
        self._kept.move_to_end(conversation.id)
        # Without a query: its lease runs out, or is released when another process asks (`_release_owned`).
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def put_back(self, lease: Lease) -> None:
        """No turn was taken after all. What was kept before stays so; else the lease is released as usual."""
        if lease.until > time.monotonic() and not lease.is_wanted_elsewhere:
            lease.settle()
            self._kept[lease.conversation.id] = Lease(lease.conversation, lease.dialog, lease.until)

    def peek(self, wanted: ConversationRef) -> Lease | None:
        """What is kept, without taking it: only to be looked at."""
        lease = self._kept.get(wanted.id)
        return None if lease is None or lease.until < time.monotonic() or not self._signals.is_trusted else lease

    async def release(self, lease: Lease) -> None:
        """Without a database nothing can be released; the lease runs out by itself."""
        with suppress(DatabaseUnavailable):
            async with self._db.connection() as connection:
                await lease_store.release_lease(connection, lease.conversation.id, lease.conversation.lease)

    async def renew(self) -> None:
        """To be called every RENEW_SECONDS: a turn that takes long keeps its conversation."""
        if held := [(each.conversation.id, each.conversation.lease) for each in self._active.values()]:
            await lease_store.renew_leases(self._db, held, LEASE_SECONDS)

    async def forget_idle(self) -> None:
        """Dialog states that nobody came back for leave memory; their leases run out by themselves."""
        now = time.monotonic()
        for conversation in [key for key, lease in self._kept.items() if lease.until < now]:
            del self._kept[conversation]

    def _reused(self, wanted: ConversationRef) -> Lease | None:
        lease = self._kept.pop(wanted.id, None)
        # Without signals nobody could have told us that another process wants it, or has it.
        if lease is None or lease.until < time.monotonic() or not self._signals.is_trusted:
            return None
        known = lease.conversation
        if wanted.project_id in (None, known.project_id) and wanted.environment in (None, known.environment):
            return lease
        # Asked for with a key of another project or environment: the next turn of its own must not pay for that.
        self._kept[wanted.id] = lease
        return None

    async def _leased(self, wanted: ConversationRef) -> Lease | None:
        if wanted.id in self._passed_on:  # the other process gets its turn before we take our next one
            self._passed_on.discard(wanted.id)
            await asyncio.sleep(2 * POLL_SECONDS)
        self._acquiring[wanted.id] = False
        try:
            conversation = await self._wait_for_lease(wanted)
            if conversation is None:
                return None
            return Lease(conversation, dialog_of(conversation.live), is_wanted_elsewhere=self._acquiring[wanted.id])
        finally:
            del self._acquiring[wanted.id]

    async def _wait_for_lease(self, wanted: ConversationRef) -> LiveConversation | None:
        give_up = time.monotonic() + PATIENCE_SECONDS
        requested_at, pause = float("-inf"), FIRST_POLL_SECONDS
        while True:
            # The token is a UUIDv7: a release that is on its way can tell older leases from this one.
            leased = await lease_store.acquire_lease(self._db, wanted, uuid7(), LEASE_SECONDS, self._signals.identity)
            # Asked only after a failure: nearly always the lease is free, and one statement is enough.
            if leased is not None or not await lease_store.is_live(self._db, wanted):
                return leased
            now = time.monotonic()
            if now > give_up:
                raise ConversationBusy
            if now - requested_at > REQUEST_AGAIN_SECONDS:
                await self._signals.broadcast(self._db, REQUESTED, f"{self._signals.identity} {wanted.id}")
                requested_at = now
                self._mark_moving(wanted.id)
            await asyncio.sleep(pause)
            pause = min(2 * pause, POLL_SECONDS)

    def _requested(self, payload: str) -> None:
        """Another process wants a conversation: it gets it now, or right after the turn under way."""
        process, _, requested = payload.partition(" ")
        if process == str(self._signals.identity):
            return
        conversation = UUID(requested)
        if conversation in self._active or conversation in self._kept:
            self._mark_moving(conversation)
        if (active := self._active.get(conversation)) is not None:
            active.is_wanted_elsewhere = True
        elif conversation in self._acquiring:
            self._acquiring[conversation] = True
        elif (kept := self._kept.pop(conversation, None)) is not None:
            self._tasks.start(self.release(kept), "release of a lease")
        else:  # evicted from memory, perhaps, with a lease that still stands in our name
            self._tasks.start(self._release_owned(conversation, uuid7()), "release of a lease")

    def _mark_moving(self, conversation: UUID) -> None:
        self._moving[conversation] = time.monotonic() + MOVING_SECONDS
        self._moving.move_to_end(conversation)
        while len(self._moving) > MOVING:
            self._moving.popitem(last=False)

    async def _release_owned(self, conversation: UUID, before: UUID) -> None:
        """A lease of ours that has left memory but not yet the database; none that was acquired since `before`."""
        with suppress(DatabaseUnavailable):
            await lease_store.release_owned_lease(self._db, conversation, self._signals.identity, before)
