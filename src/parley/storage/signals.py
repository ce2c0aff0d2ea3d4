"""Signals between processes over LISTEN/NOTIFY, with proof that none was missed.

One connection listens. Every half second it also runs a query: as long as answers come, notifications come too, in
order and on the same connection, so that caches fed by them may be trusted. When the connection breaks, trust ends at
once, and every subscriber is reset as soon as the next connection listens.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import asyncpg

from parley.kit.ids import random_bits
from parley.kit.log import logger
from parley.storage.db import BUSY, GONE, REFUSED, Connection, Database, pooled
from parley.storage.pooler import PoolerInTheWay, is_pooled

log = logger(__name__)

HEARTBEAT_SECONDS = 0.5
TRUST_SECONDS = 1.5
"""A cache may be this old at most: a change works everywhere within two seconds, even when news is lost."""

ANSWER_SECONDS = 2.0
POOLED_SECONDS = 5.0
"""Until the address is looked at again: only the operator can change where it leads."""

Receive = Callable[[str], None]


class Signals:
    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._receivers: dict[str, list[Receive]] = {}
        self._resets: list[Callable[[], None]] = []
        self._proven_at = float("-inf")
        self.identity = random_bits(62)
        """This process, to others: it holds a lock of this number as long as it lives and listens."""

    @classmethod
    def beside(cls, db: Database, direct_url: str | None = None) -> Signals:
        """What that database's transactions notify others of is heard here without the way over the server.
        `direct_url`: past the pooler that the database is behind."""
        signals = cls(direct_url or db.dsn)
        db.hear_own(signals.receive)
        return signals

    @property
    def is_trusted(self) -> bool:
        return time.monotonic() - self._proven_at < TRUST_SECONDS

    def subscribe(self, channel: str, receive: Receive, reset: Callable[[], None]) -> None:
        """`receive` gets each payload; `reset` is called whenever news may have been missed."""
        self._receivers.setdefault(channel, []).append(receive)
        self._resets.append(reset)

    async def run(self) -> None:
        while True:
            try:
                await self._listen()
            except PoolerInTheWay as error:
                log.error("signals_pooled", error=str(error))
                await asyncio.sleep(POOLED_SECONDS)
            except (TimeoutError, *GONE, *BUSY, *REFUSED) as error:
                self._distrust()
                log.warning("signals_lost", error=type(error).__name__)
                await asyncio.sleep(0.1)

    async def _listen(self) -> None:
        connection = await asyncpg.connect(self._dsn, timeout=5, server_settings={"application_name": "parley-signals"})
        connection.add_termination_listener(self._distrust)
        try:
            if await is_pooled(connection):
                raise PoolerInTheWay
            listening: set[str] = set()
            has_lock = False
            while True:
                asked_at = time.monotonic()
                async with asyncio.timeout(ANSWER_SECONDS):
                    if missing := self._receivers.keys() - listening:
                        for channel in missing:
                            await connection.add_listener(channel, self._receive)
                        listening |= missing
                        for reset in self._resets:
                            reset()
                    # Not waited for: a server may not know for hours that our last connection, which has it, is dead.
                    has_lock = has_lock or await connection.fetchval("select pg_try_advisory_lock($1)", self.identity)
                    await connection.fetchval("select true")
                # The moment of asking, not of the answer: what was sent after it may still be on its way to us.
                self._proven_at = asked_at
                await asyncio.sleep(HEARTBEAT_SECONDS)
        finally:
            # A polite end would wait for a server that may be gone.
            connection.terminate()

    async def broadcast(self, db: Database, channel: str, payload: str) -> None:
        """To every listening process, outside any transaction."""
        async with db.connection() as connection:
            await notify(connection, channel, payload)

    def _distrust(self, _connection: object = None) -> None:
        self._proven_at = float("-inf")

    def receive(self, channel: str, payload: str) -> None:
        for receive in self._receivers.get(channel, ()):
            receive(payload)

    def _receive(self, _connection: Any, _pid: int, channel: str, payload: object) -> None:
        self.receive(channel, str(payload))


async def notify(tx: Connection, channel: str, payload: str = "") -> None:
    """Told to every listening process when the transaction commits, to this one first (`Database.hear_own`)."""
    pooled(tx).notified[channel, payload] = None
    await tx.execute("select pg_notify($1, $2)", channel, payload)
