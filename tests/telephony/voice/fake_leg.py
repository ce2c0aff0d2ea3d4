"""A call whose other side is the test: what is written to it plays in the time of a simulated clock."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from parley.telephony.sip.protocol import RATE, CallGone, Ended

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


class FakeCall:
    """Plays what is written to it at the rate of a line; holds two seconds at most."""

    call_id = "fake"
    is_encrypted = False
    room = 2 * RATE * 2

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self._silent_from = self._loop.time()
        self._digits: list[Callable[[str], None]] = []
        self.written = bytearray()
        self.most_unheard = 0.0
        self.writes: list[float] = []

    def end(self) -> None:
        self._over.set()

    def key(self, key: str) -> None:
        for heard in self._digits:
            heard(key)

    def write(self, pcm: bytes) -> int:
        left = self.unheard()
        taken = pcm[: max(self.room - round(left * RATE) * 2, 0)]
        self._silent_from = self._loop.time() + left + len(taken) / (RATE * 2)
        self.written += taken
        self.writes.append(self._loop.time())
        self.most_unheard = max(self.most_unheard, self.unheard())
        return len(taken)

    def unheard(self) -> float:
        if self._over.is_set():
            raise CallGone
        left = self._silent_from - self._loop.time()
        return left if left > 1e-9 else 0.0

    def hush(self) -> None:
        self.unheard()
        self._silent_from = self._loop.time()

    def on_digit(self, heard: Callable[[str], None]) -> None:
        self._digits.append(heard)

    async def ended(self) -> Ended:
        await self._over.wait()
        return Ended(by_peer=True)

    async def connected(self, seconds: float) -> None: ...

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        self.end()

    async def refer(self, uri: str, seconds: float) -> int:
        return 200

    def read(self) -> bytes:
        return b""

    async def press(self, digits: str) -> None: ...
