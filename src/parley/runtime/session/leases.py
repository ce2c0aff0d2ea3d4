"""One writer a conversation: turns wait for each other, in the order of their arrival.

Inside a process a queue keeps the order. Across processes a claim in the database decides. After a turn the process
keeps its claim for a while, together with the mind, so that the next turn need not ask the database for either. Who
else wants the conversation says so, and gets it at once. A claim of a dead process is free: every process holds a lock
in the database that only its death (or the loss of its connection) opens.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from parley.domain.conversations import store
from parley.domain.conversations.model import ConversationBusy, ConversationRef, LiveConversation
from parley.domain.conversations.turns import HELD_SECONDS
from parley.kit.ids import uuid7
from parley.runtime.session.persistence import dialog_of
from parley.runtime.turn.dialog import DialogState
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.signals import Signals

LEASE_SECONDS = 60.0
RENEW_SECONDS = 20.0
PATIENCE_SECONDS = 60.0
FIRST_POLL_SECONDS = 0.004
POLL_SECONDS = 0.02
ASK_AGAIN_SECONDS = 0.2
"""A wish can get lost: whoever has the conversation may pass it on to a third, or take one more turn of its own."""
KEPT = 256
KEPT_SECONDS = HELD_SECONDS / 2
"""A claim is only reused well before it runs out, so that it cannot run out under a turn unnoticed."""

MOVING = 1024
MOVING_SECONDS = 60.0
"""How long a conversation that went from one process to another is given back after every turn, with the turn itself.
A client without lasting connections comes to another process half of the time: to claim what is free takes one
statement, to ask for what is kept takes several and a signal."""

WANTED = "parley_claims"


@dataclass(slots=True)
class Lease:
    """A claimed conversation and its mind."""

    claimed: LiveConversation
    dialog: DialogState
    until: float = 0.0
    wanted_elsewhere: bool = False
    moves: bool = False
    """It wanders between processes: none of them keeps it."""


class LeaseGuard:
    """`async with`: a turn's time with its conversation. (A generator would cost more than all else in claiming.)"""

    def __init__(self, claims: Leases, wanted: ConversationRef) -> None:
        self._claims = claims
        self._wanted = wanted
        self._held: Lease | None = None

    async def __aenter__(self) -> Lease | None:
        self._held = await self._claims.begin(self._wanted)
        return self._held

    async def __aexit__(self, *_error: object) -> None:
        self._claims.end(self._wanted, self._held)


class Leases:
    def __init__(self, db: Database, signals: Signals) -> None:
        self._db = db
        self._signals = signals
        self._queues: dict[UUID, asyncio.Lock] = {}
        self._kept: OrderedDict[UUID, Lease] = OrderedDict()
        self._active: dict[UUID, Lease] = {}
        self._claiming: dict[UUID, bool] = {}
        """Conversations that a turn here is about to get, and whether others want them too."""
        self._passed_on: set[UUID] = set()
        self._moving: OrderedDict[UUID, float] = OrderedDict()
        """Until when conversations that wander are not kept."""
        self._tasks: set[asyncio.Task[None]] = set()
        signals.subscribe(WANTED, self._asked_for, self._kept.clear)

    def hold(self, wanted: ConversationRef) -> LeaseGuard:
        """The claim on the next turn; None when there is no such live conversation. Afterwards call `keep` or
        `give_back`, or end the conversation, which gives it back too."""
        return LeaseGuard(self, wanted)

    async def begin(self, wanted: ConversationRef) -> Lease | None:
        queue = self._queues.get(wanted.id)
        if queue is None:
            queue = self._queues[wanted.id] = asyncio.Lock()
        await queue.acquire()
        try:
            held = self._reused(wanted) or await self._claim(wanted)
        except BaseException:
            self._leave(wanted.id, queue, None)
            raise
        if held is not None:
            self._active[wanted.id] = held
            held.moves = wanted.id in self._moving and self._moving[wanted.id] > time.monotonic()
        return held

    def end(self, wanted: ConversationRef, held: Lease | None) -> None:
        self._active.pop(wanted.id, None)
        self._leave(wanted.id, self._queues[wanted.id], held)

    def _leave(self, conversation: UUID, queue: asyncio.Lock, held: Lease | None) -> None:
        if not _has_waiters(queue):
            self._queues.pop(conversation, None)
        elif held is not None and held.wanted_elsewhere:
            self._passed_on.add(conversation)
        queue.release()

    def keep(self, claimed: LiveConversation, dialog: DialogState) -> None:
        """After a turn whose claim was kept in the database too: the next turn here starts from memory."""
        held = Lease(claimed, dialog, time.monotonic() + KEPT_SECONDS)
        if (active := self._active.get(claimed.id)) is not None and active.wanted_elsewhere:
            self._start(self._release(held))  # another process asked while the turn was being written
            return
        self._kept[claimed.id] = held
        self._kept.move_to_end(claimed.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def release(self, held: Lease) -> None:
        """For a turn that came to nothing."""
        async with self._db.connection() as connection:
            await store.release(connection, held.claimed.id, held.claimed.lease)

    async def renew(self) -> None:
        """To be called every RENEW_SECONDS: a turn that takes long keeps its conversation."""
        if held := [(each.claimed.id, each.claimed.lease) for each in self._active.values()]:
            await store.renew_leases(self._db, held, LEASE_SECONDS)

    async def forget_idle(self) -> None:
        """Minds that nobody came back for leave memory; their claims run out by themselves."""
        now = time.monotonic()
        for conversation in [key for key, held in self._kept.items() if held.until < now]:
            del self._kept[conversation]

    def _reused(self, wanted: ConversationRef) -> Lease | None:
        held = self._kept.pop(wanted.id, None)
        if held is None or held.until < time.monotonic() or not self._signals.is_trusted:
            return None
        claimed = held.claimed
        if wanted.project_id in (None, claimed.project_id) and wanted.environment in (None, claimed.environment):
            return held
        self._kept[wanted.id] = held
        return None

    async def _claim(self, wanted: ConversationRef) -> Lease | None:
        if wanted.id in self._passed_on:  # the other process gets its turn before we take our next one
            self._passed_on.discard(wanted.id)
            await asyncio.sleep(2 * POLL_SECONDS)
        self._claiming[wanted.id] = False
        try:
            claimed = await self._claimed(wanted)
            if claimed is None:
                return None
            return Lease(claimed, dialog_of(claimed.live), wanted_elsewhere=self._claiming[wanted.id])
        finally:
            del self._claiming[wanted.id]

    async def _claimed(self, wanted: ConversationRef) -> LiveConversation | None:
        give_up = time.monotonic() + PATIENCE_SECONDS
        asked_at, pause = float("-inf"), FIRST_POLL_SECONDS
        while True:
            claimed = await store.acquire_lease(self._db, wanted, uuid7(), LEASE_SECONDS, self._signals.identity)
            if claimed is not None or not await store.is_live(self._db, wanted):
                return claimed
            now = time.monotonic()
            if now > give_up:
                raise ConversationBusy
            if now - asked_at > ASK_AGAIN_SECONDS:
                await self._signals.broadcast(self._db, WANTED, f"{self._signals.identity} {wanted.id}")
                asked_at = now
                self._moves(wanted.id)
            await asyncio.sleep(pause)
            pause = min(2 * pause, POLL_SECONDS)

    def _asked_for(self, payload: str) -> None:
        """Another process wants a conversation: it gets it now, or right after the turn under way."""
        asker, _, asked_for = payload.partition(" ")
        if asker == str(self._signals.identity):
            return
        conversation = UUID(asked_for)
        if conversation in self._active or conversation in self._kept:
            self._moves(conversation)
        if (active := self._active.get(conversation)) is not None:
            active.wanted_elsewhere = True
        elif conversation in self._claiming:
            self._claiming[conversation] = True
        elif (held := self._kept.pop(conversation, None)) is not None:
            self._start(self._release(held))
        else:
            self._start(self._release_own(conversation, uuid7()))

    def _moves(self, conversation: UUID) -> None:
        self._moving[conversation] = time.monotonic() + MOVING_SECONDS
        self._moving.move_to_end(conversation)
        while len(self._moving) > MOVING:
            self._moving.popitem(last=False)

    async def _release(self, held: Lease) -> None:
        try:
            await self.release(held)
        except DatabaseUnavailable:
            return

    async def _release_own(self, conversation: UUID, asked_for: UUID) -> None:
        """A claim of ours that has left memory but not yet the database."""
        try:
            await store.release_owned_lease(self._db, conversation, self._signals.identity, asked_for)
        except DatabaseUnavailable:
            return

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _has_waiters(queue: asyncio.Lock) -> bool:
    return bool(getattr(queue, "_waiters", None))
