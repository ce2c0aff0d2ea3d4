"""Takes queued calls as slots become free, and has them placed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from parley.domain.calls import actions as calls
from parley.domain.calls import store
from parley.domain.calls.model import Call
from parley.kit.tasks import Tasks
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable

IDLE_SECONDS = 1.0
"""How long the queue is left alone when nobody says that there is something in it."""

Place = Callable[[Call], Awaitable[None]]


class Dialer:
    """`room` says how many calls of ours this process can carry at the moment: the rest waits, here or elsewhere."""

    def __init__(self, resources: Resources, place: Place, room: Callable[[], int]) -> None:
        self._resources = resources
        self._place = place
        self._room = room
        self._running: set[asyncio.Task[None]] = set()
        self._tasks = Tasks()
        self._wake = asyncio.Event()
        self._is_stopped = False
        resources.signals.subscribe(calls.CHANGED, lambda _connector: self._wake.set(), self._wake.set)

    async def run(self) -> None:
        """Until `stop`: what was taken from the queue is always begun."""
        while not self._is_stopped:
            self._wake.clear()
            try:
                taken = await self._take()
            except DatabaseUnavailable:
                taken = 0
            if not taken:
                await self._rest()

    def stop(self) -> None:
        self._is_stopped = True
        self._wake.set()

    async def _take(self) -> int:
        """How many calls were begun."""
        taken = 0
        for connector_id in await store.connectors_with_queued(self._resources.db):
            free = self._room() - len(self._running)
            if free <= 0:
                break
            async with self._resources.db.transaction() as tx:
                identity, now = self._resources.signals.identity, self._resources.clock.now()
                found = await calls.take(tx, connector_id, identity, now, free)
            for call in found:
                self._start(call)
            taken += len(found)
        return taken

    def _start(self, call: Call) -> None:
        task = self._tasks.start(self._placed(call), "outbound call")
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def _placed(self, call: Call) -> None:
        await self._place(call)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """There is room for another."""
        self._running.discard(task)
        self._wake.set()

    async def _rest(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), IDLE_SECONDS)
