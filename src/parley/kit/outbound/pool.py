"""Connections that wait for their next request. Not for long: whoever answers may move, or want its sockets back."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from parley.kit.outbound.connection import Connection

Origin = tuple[str, str, int]

IDLE_SECONDS = 30.0
LIFE_SECONDS = 300.0
"""After this a name is looked up anew, however busy the connection is."""
SWEEP_SECONDS = 5.0
LARGEST_POOL = 256


class ConnectionPool:
    def __init__(self) -> None:
        self._by_origin: dict[Origin, list[Connection]] = defaultdict(list)
        self._sweep: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(map(len, self._by_origin.values()))

    def acquire(self, origin: Origin) -> Connection | None:
        connections = self._by_origin.get(origin, [])
        while connections:
            if (connection := connections.pop()).is_open:
                return connection
        return None

    def release(self, origin: Origin, connection: Connection) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if len(self) >= LARGEST_POOL or now - connection.made_at > LIFE_SECONDS:
            connection.close()
            return
        connection.idle_since = now
        self._by_origin[origin].append(connection)
        if self._sweep is None:
            self._sweep = loop.call_later(SWEEP_SECONDS, self._close_idle, loop)

    def close(self) -> None:
        if self._sweep is not None:
            self._sweep.cancel()
        for connections in self._by_origin.values():
            for connection in connections:
                connection.close()
        self._by_origin.clear()

    def _close_idle(self, loop: asyncio.AbstractEventLoop) -> None:
        oldest = loop.time() - IDLE_SECONDS
        for origin, connections in list(self._by_origin.items()):
            kept = [each for each in connections if each.is_open and each.idle_since >= oldest]
            for connection in connections:
                if connection not in kept:
                    connection.close()
            if kept:
                self._by_origin[origin] = kept
            else:
                del self._by_origin[origin]
        self._sweep = loop.call_later(SWEEP_SECONDS, self._close_idle, loop) if self._by_origin else None
