"""One writer a conversation: turns wait for each other, in the order of their arrival.

Inside a process a queue keeps the order. Across processes a claim in the database decides; it is renewed while the turn
lasts and runs out by itself when a process dies.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from parley.domain.conversations import store
from parley.domain.conversations.model import Claimed, ConversationBusy, Wanted
from parley.kit.ids import uuid7
from parley.storage.db import Database, DatabaseUnavailable

LEASE_SECONDS = 15.0
RENEW_SECONDS = 5.0
PATIENCE_SECONDS = 60.0
POLL_SECONDS = 0.02


class Claims:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._queues: dict[UUID, asyncio.Lock] = {}

    @asynccontextmanager
    async def hold(self, wanted: Wanted) -> AsyncIterator[Claimed | None]:
        """The claim on the next turn; None when there is no such live conversation. Given back if nobody used it."""
        queue = self._queues.setdefault(wanted.id, asyncio.Lock())
        async with queue:
            claimed = await self._claim(wanted)
            renewing = asyncio.get_running_loop().call_later(RENEW_SECONDS, self._renew, claimed) if claimed else None
            try:
                yield claimed
            finally:
                if renewing is not None:
                    renewing.cancel()
                if not _has_waiters(queue):
                    self._queues.pop(wanted.id, None)

    async def give_back(self, claimed: Claimed) -> None:
        """For a turn that came to nothing."""
        async with self._db.connection() as connection:
            await store.release(connection, claimed.id, claimed.claim)

    async def _claim(self, wanted: Wanted) -> Claimed | None:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while True:
            claimed = await store.claim(self._db, wanted, uuid7(), LEASE_SECONDS)
            if claimed is not None or not await store.is_live(self._db, wanted):
                return claimed
            if time.monotonic() > give_up:
                raise ConversationBusy
            await asyncio.sleep(POLL_SECONDS)

    def _renew(self, claimed: Claimed) -> None:
        asyncio.get_running_loop().create_task(self._keep(claimed))

    async def _keep(self, claimed: Claimed) -> None:
        """Only long turns get here; it ends by itself once the claim is given back."""
        held = True
        while held:
            try:
                held = await store.keep_claim(self._db, claimed.id, claimed.claim, LEASE_SECONDS)
            except DatabaseUnavailable:
                return
            await asyncio.sleep(RENEW_SECONDS)


def _has_waiters(queue: asyncio.Lock) -> bool:
    return bool(getattr(queue, "_waiters", None))
