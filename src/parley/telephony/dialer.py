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
"""How long the queue is left alone when no signal says that there is something in it."""

PlaceCall = Callable[[Call], Awaitable[None]]


class Dialer:
    """`capacity` says how many calls of ours this process can carry at the moment: the rest waits."""

    def __init__(self, resources: Resources, place_call: PlaceCall, capacity: Callable[[], int]) -> None:
        self._resources = resources
        self._place_call = place_call
        self._capacity = capacity
        self._running: set[asyncio.Task[None]] = set()
        self._tasks = Tasks()
        self._wake = asyncio.Event()
        self._is_stopped = False
        resources.signals.on(calls.CHANGED, lambda _connector: self._wake.set(), self._wake.set)

    async def run(self) -> None:
        """Until `stop`: what was taken from the queue is always begun."""
        while not self._is_stopped:
            # Before the look, not after: a signal that comes during it must not be lost.
            self._wake.clear()
            try:
                started = await self._start_queued()
            except DatabaseUnavailable:
                started = 0
            if not started:
                await self._wait_woken()

    def stop(self) -> None:
        self._is_stopped = True
        self._wake.set()

    async def _start_queued(self) -> int:
        """How many calls were begun."""
        started = 0
        for connector_id in await store.list_connectors_with_queued(self._resources.db):
            free = self._capacity() - len(self._running)
            if free <= 0:
                break
            async with self._resources.db.transaction() as tx:
                identity, now = self._resources.signals.identity, self._resources.clock.now()
                found = await calls.start_queued(tx, connector_id, identity, now, free)
            for call in found:
                self._start(call)
            started += len(found)
        return started

    def _start(self, call: Call) -> None:
        task = self._tasks.start(self._run_call(call), "outbound call")
        self._running.add(task)
        task.add_done_callback(self._call_ended)

    async def _run_call(self, call: Call) -> None:
        # A coroutine of its own: a task takes no other awaitable.
        await self._place_call(call)

    def _call_ended(self, task: asyncio.Task[None]) -> None:
        """There is room for another."""
        self._running.discard(task)
        self._wake.set()

    async def _wait_woken(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), IDLE_SECONDS)
