"""A read-through cache that signals invalidate: it is used only while no signal can have been missed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from parley.storage.signals import Signals

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class WatchedCache(Generic[K, V]):
    def __init__(
        self, signals: Signals, channel: str, load: Callable[[K], Awaitable[V | None]], size: int = 20_000
    ) -> None:
        self._signals = signals
        self._load = load
        self._size = size
        self._known: dict[K, V] = {}
        self._generation = 0
        signals.subscribe(channel, lambda _payload: self.forget(), self.forget)

    async def get(self, key: K) -> V | None:
        """What is stored under `key`: from memory while that is trustworthy, else from the database."""
        if self._signals.is_trusted and (known := self._known.get(key)) is not None:
            return known
        generation = self._generation
        found = await self._load(key)
        # A change announced while we were reading may not be in what we read: do not keep it.
        if found is not None and generation == self._generation:
            if len(self._known) >= self._size:
                self._known.clear()
            self._known[key] = found
        return found

    def forget(self) -> None:
        self._generation += 1
        self._known.clear()
