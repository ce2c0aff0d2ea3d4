"""Writes that must not be lost: the end of a call and of its conversation, also while the database is away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from parley.domain.conversations.model import ConversationBusy
from parley.storage.db import DatabaseUnavailable

TRANSIENT = (DatabaseUnavailable, ConversationBusy)
RETRY_SECONDS = 1.0


async def write_durably(write: Callable[[], Awaitable[None]]) -> None:
    """Tries until it is written, however long that takes."""
    while True:
        try:
            await write()
        except TRANSIENT:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return
