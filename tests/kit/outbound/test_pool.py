from __future__ import annotations

import asyncio

import pytest

from parley.kit.outbound import pool
from parley.kit.outbound.connection import Connection
from parley.kit.outbound.pool import ConnectionPool
from tests.waiting import until

pytestmark = pytest.mark.io
ORIGIN, OTHER = ("https", "a.example", 443), ("https", "b.example", 443)


def connection(age: float = 0.0) -> Connection:
    return Connection(asyncio.get_running_loop().time() - age)


async def test_the_last_one_kept_is_the_first_one_taken() -> None:
    connections = ConnectionPool()
    first, second = connection(), connection()
    for each in (first, second):
        connections.release(ORIGIN, each)
    assert connections.acquire(OTHER) is None
    assert connections.acquire(ORIGIN) is second
    first.close()
    assert connections.acquire(ORIGIN) is None, "a closed one is of no use"
    connections.close()


async def test_there_are_never_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LARGEST_POOL", 2)
    connections = ConnectionPool()
    kept = [connection() for _ in range(3)]
    for each in kept:
        connections.release(ORIGIN, each)
    assert [each.is_open for each in kept] == [True, True, False]
    connections.close()
    assert not any(each.is_open for each in kept)


async def test_an_old_one_is_not_kept() -> None:
    connections = ConnectionPool()
    connections.release(ORIGIN, old := connection(age=pool.LIFE_SECONDS + 1))
    assert not old.is_open
    assert len(connections) == 0


async def test_what_nobody_uses_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(pool, "IDLE_SECONDS", 0.1)
    connections = ConnectionPool()
    kept = connection()
    connections.release(ORIGIN, kept)

    async def is_closed() -> bool:
        return not kept.is_open

    await until(is_closed)
    assert len(connections) == 0
