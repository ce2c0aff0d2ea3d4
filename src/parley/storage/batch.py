"""Gathers what many callers want done into few calls: while one call is under way, the next batch collects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import asyncpg

from parley.kit.tasks import Tasks

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST = 64
PATIENCE_SECONDS = 0.02


class Batch(Generic[Item, Result]):
    """`work` gets up to `largest` items and gives one result each. A lone item never waits for company. One call at a
    time does most for the least; another lane opens when a call takes so long that what waits loses patience. When the
    database refuses a batch, its items are tried one by one, so that only the guilty one fails."""

    def __init__(
        self, work: Callable[[Sequence[Item]], Awaitable[Sequence[Result]]], largest: int = LARGEST, lanes: int = 2
    ) -> None:
        self._work = work
        self._largest = largest
        self._lanes = self._free_lanes = lanes
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._tasks = Tasks()
        self._begun = 0
        self._watch: asyncio.TimerHandle | None = None

    async def add(self, item: Item) -> Result:
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, result))
        if self._free_lanes == self._lanes:
            self._open_lane()
        elif self._free_lanes and self._watch is None:
            self._keep_watch()
        return await result

    def _keep_watch(self) -> None:
        self._watch = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._look, self._begun)

    def _look(self, begun: int) -> None:
        self._watch = None
        if not self._waiting or not self._free_lanes:
            return
        if self._begun == begun:
            self._open_lane()
        else:
            self._keep_watch()

    def _open_lane(self) -> None:
        self._free_lanes -= 1
        self._tasks.start(self._run(), "batch")

    async def _run(self) -> None:
        """The lane is free at the very moment at which nothing waits any more. The task is over some rounds of the loop
        later: who came in between and found the lane taken would wait until somebody else came."""
        try:
            await self._work_off()
        finally:
            self._free_lanes += 1

    async def _work_off(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
            self._begun += 1
            try:
                await self._do(batch)
            except asyncpg.PostgresError as error:
                if len(batch) == 1:
                    _fail(batch, error)
                else:
                    self._waiting = [*batch, *self._waiting]
                    await self._one_by_one(len(batch))

    async def _one_by_one(self, count: int) -> None:
        for _ in range(count):
            alone, self._waiting = self._waiting[:1], self._waiting[1:]
            try:
                await self._do(alone)
            except asyncpg.PostgresError as error:
                _fail(alone, error)

    async def _do(self, batch: Sequence[tuple[Item, asyncio.Future[Result]]]) -> None:
        try:
            results = await self._work([item for item, _ in batch])
        except asyncpg.PostgresError:
            raise
        except BaseException as error:
            _fail(batch, error)
            if isinstance(error, Exception):
                return
            raise
        for (_, waiting), result in zip(batch, results, strict=True):
            if not waiting.done():
                waiting.set_result(result)


def _fail(batch: Sequence[tuple[Item, asyncio.Future[Result]]], error: BaseException) -> None:
    for _, waiting in batch:
        if not waiting.done():
            waiting.set_exception(error)
