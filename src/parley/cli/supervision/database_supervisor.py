"""Keeps the embedded server running: one that ended is started again, one that does not answer is ended first."""

from __future__ import annotations

import asyncio
import time

from parley.kit.log import logger
from parley.storage.embedded import EmbeddedError, EmbeddedPostgres

log = logger(__name__)

LOOK_SECONDS = 2.0
HUNG_FACTOR = 5
"""It is given this much longer than our own processes: its death costs every request a recovery."""


async def restart_when_ended(server: EmbeddedPostgres) -> None:
    while True:
        status = await server.wait()
        log.warning("postgres_died", status=status)
        while not await _started_again(server):  # noqa: ASYNC110 nobody tells us when a disk has room again
            await asyncio.sleep(1)


async def _started_again(server: EmbeddedPostgres) -> bool:
    try:
        await server.start()
    except (EmbeddedError, OSError) as error:
        log.error("postgres_not_started", error=str(error))
        return False
    return True


async def kill_when_hung(server: EmbeddedPostgres, hung_seconds: float) -> None:
    """Only while it is asked and does not answer does time count; 0: it may be silent for ever."""
    silent, allowed = 0.0, hung_seconds * HUNG_FACTOR
    while allowed > 0:
        asked_at = time.monotonic()
        is_silent = await server.is_silent(LOOK_SECONDS)
        # No more than two looks at a time: a machine that slept must not count its sleep as silence of the server.
        silent = silent + min(time.monotonic() - asked_at, 2 * LOOK_SECONDS) if is_silent else 0.0
        if silent > allowed:
            log.error("postgres_hung", silent=round(silent, 1))
            server.kill()
            silent = 0.0
        await asyncio.sleep(0 if is_silent else LOOK_SECONDS)
