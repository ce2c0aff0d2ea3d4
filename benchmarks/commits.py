"""What it costs a commit to wake other processes: after it, inside it, and not at all."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.table import Row
from parley.storage.db import Connection, Database, wake
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.signals import notify

WRITERS = 16
SECONDS = 1.5
ROUNDS = 5
CHANNEL = "bench_commits"

Telling = Callable[[Connection], Awaitable[None]]


async def _nobody(tx: Connection) -> None:
    return


async def _after(tx: Connection) -> None:
    wake(tx, CHANNEL)


async def _inside(tx: Connection) -> None:
    await notify(tx, CHANNEL)


async def _commits_a_second(db: Database, tell: Telling) -> float:
    stop = time.monotonic() + SECONDS
    counts = await asyncio.gather(*(_write_until(db, tell, stop) for _ in range(WRITERS)))
    return sum(counts) / SECONDS


async def _write_until(db: Database, tell: Telling, stop: float) -> int:
    count = 0
    while time.monotonic() < stop:
        async with db.transaction() as tx:
            await tx.execute("insert into written (words) values ('something')")
            await tell(tx)
        count += 1
    return count


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="parley-bench-", ignore_cleanup_errors=True) as folder:
        async with EmbeddedPostgres(Path(folder) / "data") as server:
            db = await Database.open(server.dsn, connections=WRITERS)
            await db.fetch("create table written (id bigserial primary key, words text)")
            ways = (_nobody, _after, _inside)
            # In turn, so that what else the machine does falls on all of them.
            rounds = [[await _commits_a_second(db, tell) for tell in ways] for _ in range(ROUNDS)]
            await db.aclose()
    alone, after, inside = (statistics.median(each) for each in zip(*rounds, strict=True))
    return [
        Row(
            "commits: a second, others woken after them (beside nobody woken)", after, alone, "1/s", ratio_at_least=0.7
        ),
        Row("commits: a second, with NOTIFY inside (beside nobody woken)", inside, alone, "1/s"),
    ]


def run() -> list[Row]:
    return asyncio.run(_measure())
