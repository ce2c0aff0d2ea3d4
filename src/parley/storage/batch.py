"""Batches what many callers want done into few calls: while one call is under way, the next batch collects. Nothing
waits for a batch to fill, so that a lone caller is as fast as without."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from typing import Generic, TypeVar

import asyncpg

from parley.kit.tasks import Tasks

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST = 64
PATIENCE_SECONDS = 0.02
"""After this a call that is under way counts as slow, and what waits behind it gets a lane of its own."""


class Batch(Generic[Item, Result]):
    """`work` gets up to `largest` items and gives one result each. One call at a time makes the largest batches, so a
    further lane opens only when a call is slow. When the database refuses a batch, its items are tried one by one: only
    the one at fault fails."""

    def __init__(
        self, work: Callable[[Sequence[Item]], Awaitable[Sequence[Result]]], largest: int = LARGEST, lanes: int = 2
    ) -> None:
        self._work = work
        self._largest = largest
        self._lanes = self._free_lanes = lanes
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._tasks = Tasks()
        self._begun = 0
        self._timer: asyncio.TimerHandle | None = None

    async def add(self, item: Item) -> Result:
        return await self.submit(item)

    def submit(self, item: Item) -> asyncio.Future[Result]:
        """For whoever has something to do when it is done, and no coroutine that waits."""
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, result))
        if self._free_lanes == self._lanes:
            self._open_lane()
        elif self._free_lanes and self._timer is None:
            self._start_timer()
        return result

    def _start_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._on_timer, self._begun)

    def _on_timer(self, begun: int) -> None:
        self._timer = None
        if not self._waiting or not self._free_lanes:
            return
        # Nothing has begun since the timer was set: the call under way is slow. Otherwise calls follow each other.
        if self._begun == begun:
            self._open_lane()
        else:
            self._start_timer()

    def _open_lane(self) -> None:
        self._free_lanes -= 1
        self._tasks.start(self._run(), "batch")

    async def _run(self) -> None:
        """Frees the lane at the very moment at which nothing waits any more. The task itself is over some rounds of the
        loop later: an item added in between, finding the lane taken, would wait until another one came."""
        try:
            await self._run_waiting()
        finally:
            self._free_lanes += 1

    async def _run_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
            self._begun += 1
            try:
                await self._call(batch)
            except asyncpg.PostgresError as error:
                if len(batch) == 1:
                    _fail(batch, error)
                else:
                    self._waiting = [*batch, *self._waiting]
                    await self._one_by_one(len(batch))

    async def _one_by_one(self, count: int) -> None:
        for _ in range(count):
            if not self._waiting:  # another lane has taken the rest
                return
            alone, self._waiting = self._waiting[:1], self._waiting[1:]
            try:
                await self._call(alone)
            except asyncpg.PostgresError as error:
                _fail(alone, error)

    async def _call(self, batch: Sequence[tuple[Item, asyncio.Future[Result]]]) -> None:
        try:
            results = await self._work([item for item, _ in batch])
        except asyncpg.PostgresError:
            raise
        # When the lane itself is cancelled its callers are told first, else they would wait for ever.
        except BaseException as error:
            _fail(batch, error)
            if isinstance(error, Exception):
                return
            raise
        # Who was cancelled meanwhile has a future that is done; what was asked for is done all the same.
        for (_, waiting), result in zip(batch, results, strict=True):
            if not waiting.done():
                waiting.set_result(result)


def distinct_rounds(keys: Sequence[Hashable]) -> Iterator[list[int]]:
    """The places of all keys, none twice in a round: for statements that change a row once. Nearly always one round
    holds all."""
    left = list(range(len(keys)))
    while left:
        first: dict[Hashable, int] = {}
        for place in left:
            first.setdefault(keys[place], place)
        chosen = set(first.values())
        yield sorted(chosen)
        left = [place for place in left if place not in chosen]


def _fail(batch: Sequence[tuple[Item, asyncio.Future[Result]]], error: BaseException) -> None:
    for _, waiting in batch:
        if not waiting.done():
            waiting.set_exception(error)
