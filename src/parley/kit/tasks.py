"""Tasks that neither die silently nor outlive their owner. Nothing outside of this module starts one by itself:
`tests/test_shape.py` sees to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from types import coroutine
from typing import Any, TypeVar

from parley.kit.log import logger, where

T = TypeVar("T")

log = logger(__name__)


def start(work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
    """A task that its starter holds, and awaits or cancels. For one that nobody waits for see `Tasks`."""
    return asyncio.create_task(work, name=name)


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Returns when they have ended, in whatever way."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Tasks:
    """A set of tasks that end together; a crash is logged, never swallowed."""

    __slots__ = ("_tasks",)

    def __init__(self) -> None:
        # The event loop itself holds a task by a weak reference alone.
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        task = start(work, name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def start_eagerly(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Runs it at once, as far as it gets without waiting: what need not wait at all needs no task, which costs more
        than a short piece of work. Until it first waits it runs in the task of the caller: it must not begin with
        `asyncio.timeout`, which would cancel that one."""
        try:
            awaited = work.send(None)
        except StopIteration:
            return
        except Exception as error:  # noqa: BLE001 as of a task that crashed
            _report(name, error)
        else:
            self.start(_resume(work, awaited), name)

    def cancel(self) -> None:
        """Does not wait for their end."""
        for task in self._tasks:
            task.cancel()

    async def aclose(self) -> None:
        await cancel(*self._tasks)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _report(task.get_name(), error)


def _report(name: str, error: BaseException) -> None:
    log.error("task_crashed", task=name, error=type(error).__name__, at=where(error))


@coroutine
def _resume(work: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Goes on with what waits already, as its own `await` would."""
    while True:
        try:
            sent = yield awaited
        except BaseException as error:  # noqa: BLE001 a cancellation is for the work to see
            step = partial(work.throw, error)
        else:
            step = partial(work.send, sent)
        try:
            awaited = step()
        except StopIteration:
            return


async def every(seconds: float, work: Callable[[], Awaitable[object]], expected: type[Exception]) -> None:
    """Repeats `work` for ever; errors of the expected kind are logged and the next round comes as usual."""
    while True:
        try:
            await work()
        except expected as error:
            log.warning("round_failed", work=getattr(work, "__qualname__", str(work)), error=type(error).__name__)
        await asyncio.sleep(seconds)
