"""Background tasks that neither die silently nor outlive their owner."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from parley.kit.log import logger, where

log = logger(__name__)


class Tasks:
    """A set of tasks that end together; a crash is logged, never swallowed."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def aclose(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task_crashed", task=task.get_name(), error=type(error).__name__, at=where(error))


async def every(seconds: float, work: Callable[[], Awaitable[object]], expected: type[Exception]) -> None:
    """Repeats `work` for ever; errors of the expected kind are logged and the next round comes as usual."""
    while True:
        try:
            await work()
        except expected as error:
            log.warning("round_failed", work=getattr(work, "__qualname__", str(work)), error=type(error).__name__)
        await asyncio.sleep(seconds)
