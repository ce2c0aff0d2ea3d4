"""What must be written down, although the database is away at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from parley.domain.conversations.model import ConversationBusy
from parley.storage.db import DatabaseUnavailable

UNWRITTEN = (DatabaseUnavailable, ConversationBusy)
AGAIN_SECONDS = 1.0


async def write_durably(write: Callable[[], Awaitable[None]]) -> None:
    """Tries until it is written, however long that takes."""
    while True:
        try:
            await write()
        except UNWRITTEN:
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            return
