"""What uvicorn waits for in a WebSocket, each for one that waits. A queue and an event of asyncio do the same for many,
and hold 760 bytes for every list of them, empty or not: ten thousand idle sockets are four such lists each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Gate:
    """An `asyncio.Event` that is set at first, and hardly ever waited for."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] | None = None
        """None: it is open."""

    def is_set(self) -> bool:
        return self._waiting is None

    def set(self) -> None:
        waiting, self._waiting = self._waiting, None
        for each in waiting or ():
            if not each.done():
                each.set_result(None)

    def clear(self) -> None:
        if self._waiting is None:
            self._waiting = []

    async def wait(self) -> None:
        if self._waiting is not None:
            opened = asyncio.get_running_loop().create_future()
            self._waiting.append(opened)
            await opened


class Inbox(Generic[Item]):
    """An `asyncio.Queue` with one reader."""

    __slots__ = ("_items", "_news")

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._news: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._items

    def put_nowait(self, item: Item) -> None:
        self._items.append(item)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    def take(self, is_wanted: Callable[[Item], bool]) -> list[Item]:
        """Those, which nobody gets any more."""
        taken = [item for item in self._items if is_wanted(item)]
        self._items = [item for item in self._items if not is_wanted(item)]
        return taken

    async def get(self) -> Item:
        while not self._items:
            self._news = asyncio.get_running_loop().create_future()
            try:
                await self._news
            finally:
                self._news = None
        return self._items.pop(0)
