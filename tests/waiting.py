"""Waiting for a condition, never for a time. The patience is that of a machine with much else to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import asyncpg


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 30.0) -> None:
    give_up = time.monotonic() + seconds
    while not await condition():
        assert time.monotonic() < give_up, f"{condition} did not come true within {seconds} s"
        await asyncio.sleep(0.01)


async def drop_database(dsn: str, name: str) -> None:
    """Waits for the server's own vacuum, which we may not end, to leave the database."""
    connection = await asyncpg.connect(dsn)

    async def is_gone() -> bool:
        try:
            await connection.execute(f"drop database {name} with (force)")
        except asyncpg.InsufficientPrivilegeError:
            return False
        return True

    try:
        await until(is_gone, seconds=30)
    finally:
        await connection.close()
