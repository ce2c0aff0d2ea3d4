"""Acts on the requests of sessions, one after the other for each, and on those that a dead process has left."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from uuid import UUID

from parley.domain.messaging import session_store
from parley.domain.messaging.model import Request
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.runtime.messaging.verbs import StartFailed, Verbs
from parley.storage.db import Database, DatabaseUnavailable

log = logger(__name__)

SWEEP_SECONDS = 1.0
"""How often requests of dead processes are looked for."""
MOST_SWEPT = 100
AGAIN_SECONDS = (1.0, 2.0, 4.0, 8.0)
"""How long clients that cannot be served are told nothing: some ask again at once. After these it is for good."""
REMEMBERED = 10_000
DATABASE_AGAIN_SECONDS = 1.0


class Runner:
    def __init__(self, db: Database, verbs: Verbs, node: int) -> None:
        self._db = db
        self._verbs = verbs
        self._node = node
        self._running: dict[UUID, bool] = {}
        """Sessions whose requests are being acted on, and whether there may be more."""
        self._failures: OrderedDict[UUID, int] = OrderedDict()
        self._tasks = Tasks()
        self._idle = asyncio.Event()
        self._idle.set()

    def wake(self, session_id: UUID) -> None:
        """There are requests of that session which this process acts on."""
        if session_id in self._running:
            self._running[session_id] = True
            return
        self._running[session_id] = False
        self._idle.clear()
        self._tasks.start(self._run(session_id), "requests of a session")

    def wake_abandoned(self, session_id: UUID) -> None:
        """A client has come: what it asked of a process that died need not wait for the next sweep."""
        self._tasks.start(self._sweep_one(session_id), "abandoned requests of a session")

    async def _sweep_one(self, session_id: UUID) -> None:
        try:
            await self._take_over(session_id)
        except DatabaseUnavailable:
            log.warning("requests_left_to_the_sweep")

    async def sweep(self) -> None:
        """To be called every `SWEEP_SECONDS`, in some processes at least."""
        for session_id in await session_store.list_waiting(self._db, self._node, MOST_SWEPT):
            if session_id not in self._running:
                await self._take_over(session_id)

    async def _take_over(self, session_id: UUID) -> None:
        if await session_store.take_over(self._db, session_id, self._node):
            self.wake(session_id)

    async def drain(self, seconds: float) -> None:
        """What was begun is finished, as far as time allows; another process does the rest."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            log.warning("requests_left_to_others", sessions=len(self._running))

    async def aclose(self) -> None:
        await self._tasks.aclose()

    async def _run(self, session_id: UUID) -> None:
        try:
            while True:
                self._running[session_id] = False
                try:
                    request = await session_store.find_request(self._db, session_id, self._node)
                    if request is not None:
                        await self._act(request)
                        continue
                except DatabaseUnavailable:
                    await asyncio.sleep(DATABASE_AGAIN_SECONDS)
                    continue
                if not self._running[session_id]:
                    return
        finally:
            del self._running[session_id]
            if not self._running:
                self._idle.set()

    async def _act(self, request: Request) -> None:
        session_id = request.session.id
        try:
            await self._verbs.act(request)
        except StartFailed:
            failures = self._failures[session_id] = self._failures.get(session_id, 0) + 1
            self._failures.move_to_end(session_id)
            while len(self._failures) > REMEMBERED:
                self._failures.popitem(last=False)
            is_last = failures > len(AGAIN_SECONDS)
            await asyncio.sleep(AGAIN_SECONDS[min(failures, len(AGAIN_SECONDS)) - 1])
            await self._verbs.refuse_start(request, for_good=is_last)
        else:
            self._failures.pop(session_id, None)
