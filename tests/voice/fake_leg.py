"""A leg whose other side is the test: what is written to it plays in the time of a simulated clock."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from parley.voice.media_leg import RATE, CallEnded, HangupCause

T = TypeVar("T")


class _NoWaiting(selectors.DefaultSelector):
    """Waits for no time: the clock goes on by as much instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if timeout and not ready:
            self.now += timeout
        assert timeout is not None or ready, "everything waits for something that never comes"
        return ready


def in_virtual_time(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` on an event loop on which hours pass at once. Nothing in it may wait for threads or sockets."""
    selector = _NoWaiting()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(work)


class FakeLeg:
    """Plays what is written to it as fast as it lasts; holds two seconds at most."""

    room = 2 * RATE * 2

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self._silent_from = self._loop.time()
        self._digits: list[Callable[[str], None]] = []
        self.written = bytearray()
        self.most_queued = 0.0
        self.writes: list[float] = []

    def end(self) -> None:
        self._over.set()

    def key(self, key: str) -> None:
        for received in self._digits:
            received(key)

    def write_audio(self, pcm: bytes) -> int:
        left = self.queued_seconds()
        taken = pcm[: max(self.room - round(left * RATE) * 2, 0)]
        self._silent_from = self._loop.time() + left + len(taken) / (RATE * 2)
        self.written += taken
        self.writes.append(self._loop.time())
        self.most_queued = max(self.most_queued, self.queued_seconds())
        return len(taken)

    def queued_seconds(self) -> float:
        if self._over.is_set():
            raise CallEnded
        left = self._silent_from - self._loop.time()
        return left if left > 1e-9 else 0.0

    def clear_audio(self) -> None:
        self.queued_seconds()
        self._silent_from = self._loop.time()

    def read_audio(self) -> bytes:
        return b""

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._digits.append(received)

    async def send_dtmf(self, digits: str) -> None: ...

    async def wait_ended(self) -> HangupCause:
        await self._over.wait()
        return HangupCause(by_peer=True)

    async def hang_up(self) -> None:
        self.end()
