"""Caches that may be trusted only while no news can have been missed."""

from __future__ import annotations

import asyncio

import asyncpg

from parley.storage.cache import WatchedCache
from parley.storage.db import Database
from parley.storage.signals import Signals, notify
from tests.waiting import until

CHANNEL = "test_news"


class Source:
    def __init__(self) -> None:
        self.value = 1
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def load(self, _key: str) -> int:
        self.reads += 1
        value = self.value
        await self.gate.wait()
        return value


async def trusted(signals: Signals) -> None:
    async def is_trusted() -> bool:
        return signals.is_trusted

    await until(is_trusted)


async def test_a_cache_reads_once_until_told(dsn: str, db: Database) -> None:
    signals, source = Signals(dsn), Source()
    cache: WatchedCache[str, int] = WatchedCache(signals, CHANNEL, source.load)
    listening = asyncio.create_task(signals.run())
    try:
        await trusted(signals)
        assert [await cache.get("k") for _ in range(5)] == [1] * 5
        assert source.reads == 1
        source.value = 2
        async with db.transaction() as tx:
            await notify(tx, CHANNEL)

        async def is_new() -> bool:
            return await cache.get("k") == 2

        await until(is_new, seconds=2)
    finally:
        listening.cancel()


async def test_nothing_is_trusted_before_listening() -> None:
    signals, source = Signals("postgresql://nowhere.invalid/x"), Source()
    cache: WatchedCache[str, int] = WatchedCache(signals, CHANNEL, source.load)
    assert [await cache.get("k"), await cache.get("k")] == [1, 1]
    assert source.reads == 2


async def test_what_changed_while_it_was_read_is_not_kept() -> None:
    signals, source = Signals("postgresql://nowhere.invalid/x"), Source()
    cache: WatchedCache[str, int] = WatchedCache(signals, CHANNEL, source.load)
    source.gate.clear()
    reading = asyncio.create_task(cache.get("k"))
    await asyncio.sleep(0)
    cache.forget()
    source.gate.set()
    assert await reading == 1
    assert cache._known == {}


async def test_trust_ends_with_the_connection_and_comes_back_with_a_clean_slate(dsn: str) -> None:
    signals, resets = Signals(dsn), []
    signals.subscribe(CHANNEL, lambda _payload: None, lambda: resets.append(1))
    listening = asyncio.create_task(signals.run())
    try:
        await trusted(signals)
        assert len(resets) == 1
        administrator = await asyncpg.connect(dsn)
        await administrator.execute(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'parley-signals' and datname = current_database()
            """
        )
        await administrator.close()

        async def was_reset() -> bool:
            return len(resets) == 2 and signals.is_trusted

        await until(was_reset)
    finally:
        listening.cancel()
