"""From host names to addresses, by the system's resolver, in threads of its own.

However many requests to a host wait, its name is looked up once at a time: one whose name server hangs keeps one thread
busy, and the others have theirs.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

Resolve = Callable[[str], Awaitable[list[str]]]

THREADS = 16


class Resolver:
    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "names")
        self._lookups: dict[str, asyncio.Future[list[str]]] = {}

    async def __call__(self, host: str) -> list[str]:
        """Its addresses, the best first. Raises `OSError`."""
        lookup = self._lookups.get(host)
        if lookup is None:
            lookup = asyncio.get_running_loop().run_in_executor(self._threads, _look_up, host)
            self._lookups[host] = lookup
            lookup.add_done_callback(lambda done: self._answered(host, done))
        return await asyncio.shield(lookup)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _answered(self, host: str, done: asyncio.Future[list[str]]) -> None:
        del self._lookups[host]
        if not done.cancelled():
            done.exception()  # whoever asked may not be waiting any more


def _look_up(host: str) -> list[str]:
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))
