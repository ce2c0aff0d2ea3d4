"""Whether this process can write. A probe in the background finds out, so that readiness is answered at once.

Reading goes on working on a full disk or on a database that was made read-only, and every turn fails there.
"""

from __future__ import annotations

import asyncio
import time

import asyncpg
from prometheus_client import Gauge

from parley.kit.log import logger
from parley.storage.db import GONE, Database, DatabaseUnavailable

log = logger(__name__)

PROBE_SECONDS = 2.0
RETRY_SECONDS = 0.5
ANSWER_SECONDS = 5.0
FRESH_SECONDS = 10.0
"""Without a write that went well for this long we do not claim that writes work."""
HOLD_SECONDS = 5.0
"""How long one write that failed for want of room or of permission counts, whatever the probe says."""

# Half a megabyte that does not fit in memory goes to a file, which takes room on the disk; a message goes to the log.
WRITE = """
with wide as materialized (select repeat('x', 2000) as filler from generate_series(1, 256)),
     spilled as (select count(*) as lines from wide)
select current_setting('transaction_read_only') = 'on' and lines > 0
from spilled, (select pg_logical_emit_message(true, 'parley', 'probe')) as logged
"""

_writable = Gauge("parley_database_writable", "1 while this process can write to the database, else 0.")


class WriteProbe:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._proven_at = float("-inf")
        self._is_failing = False

    @property
    def is_writable(self) -> bool:
        now = time.monotonic()
        return (
            not self._is_failing
            and now - self._proven_at < FRESH_SECONDS
            and now - self._db.write_failed_at > HOLD_SECONDS
        )

    async def run(self) -> None:
        while True:
            asked_at = time.monotonic()
            reason = await self._failure()
            if not reason:
                self._proven_at = asked_at
            self._report(reason)
            await asyncio.sleep(RETRY_SECONDS if reason else PROBE_SECONDS)

    async def _failure(self) -> str:
        """Why nothing can be written; empty when it can."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._db.transaction() as tx:
                await tx.execute("set local work_mem = '64kB'")
                if await tx.fetchval(WRITE):
                    # Raised inside of the transaction, which drops the connection: its session would stay read-only.
                    raise asyncpg.ReadOnlySQLTransactionError("the session is read-only")
        except TimeoutError:
            return TimeoutError.__name__
        except (DatabaseUnavailable, asyncpg.PostgresError, *GONE) as error:
            # The cause tells the operator more: a full disk comes as DatabaseUnavailable.
            return type(error.__cause__ or error).__name__
        return ""

    def _report(self, reason: str) -> None:
        _writable.set(0 if reason else 1)
        if bool(reason) != self._is_failing:
            self._is_failing = bool(reason)
            if reason:
                log.error("writes_fail", error=reason)
            else:
                log.info("writes_work_again")
