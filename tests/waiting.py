"""Waiting for a condition, never for a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = 10.0) -> None:
    give_up = time.monotonic() + seconds
    while not await condition():
        assert time.monotonic() < give_up, f"{condition} did not come true within {seconds} s"
        await asyncio.sleep(0.01)
