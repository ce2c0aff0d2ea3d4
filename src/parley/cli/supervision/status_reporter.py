"""What a running role tells those who look after it: the supervisor, or systemd."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from parley.kit.heartbeat import HeartbeatListener, HeartbeatSender, run_heartbeat
from parley.kit.service_manager import ServiceManager
from parley.kit.tasks import Tasks

LOOK_SECONDS = 0.05


class StatusReporter:
    """`async with`: the event loop of this process gives signs of life."""

    def __init__(self, service_manager: ServiceManager, heartbeat_fd: int | None = None) -> None:
        self._service_manager = service_manager
        self._heartbeat_fd = heartbeat_fd
        self._tasks = Tasks()

    async def __aenter__(self) -> StatusReporter:
        listeners: list[HeartbeatListener] = [self._service_manager.alive]
        if self._heartbeat_fd is not None:
            listeners.append(HeartbeatSender(self._heartbeat_fd))
        self._tasks.start(run_heartbeat(listeners), "heartbeat")
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._tasks.aclose()

    def follow(self, is_ready: Callable[[], Awaitable[bool]], stop: asyncio.Event) -> None:
        """Says when the role is ready for the first time, and when it was asked to stop."""
        self._tasks.start(self._follow(is_ready, stop), "presence")

    async def _follow(self, is_ready: Callable[[], Awaitable[bool]], stop: asyncio.Event) -> None:
        while not stop.is_set() and not await is_ready():  # noqa: ASYNC110 what it takes to be ready is not one event
            await asyncio.sleep(LOOK_SECONDS)
        if not stop.is_set():
            self._service_manager.ready()
        await stop.wait()
        self._service_manager.stopping()
