"""Records: pages, streams, searches, samples and concurrency over HTTP, beside the bare SQL of the same rows.

BENCH_RECORDS says how many conversations, BENCH_DATA where the data is kept for another run.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import asyncpg
import uvloop

from benchmarks import records_memory, records_pages, records_searches, records_writes
from benchmarks.records_bench import Bench
from benchmarks.records_data import TURNS, Floors, fill, kept_folder, wanted_count
from benchmarks.server import running
from benchmarks.table import Row

Measure = Callable[[Bench], Awaitable[list[Row]]]

MEASURES: tuple[Measure, ...] = (
    # Before searches, which load the embedding model into the same process.
    records_memory.many_readers,
    records_pages.first_page,
    records_pages.deep_pages,
    records_pages.large_page,
    records_searches.concurrency,
    records_writes.during_writes,
    records_searches.searches,
)


async def _measure() -> list[Row]:
    count = wanted_count()
    async with running("benchmarks.records_server", kept=kept_folder()) as (pid, told):
        rate = await fill(told["dsn"], told["project"], count)
        rows = [Row(f"records: conversations of {TURNS} turns", count, None, "")]
        if rate is not None:
            rows.append(Row("records: seeded", rate, None, "conversations a second"))
        connection = await asyncpg.connect(told["dsn"])
        try:
            bench = Bench(pid=pid, count=count, floors=Floors(connection, told["dsn"], told["project"]), **told)
            for measure in MEASURES:
                rows += await measure(bench)
        finally:
            await connection.close()
    return rows


def run() -> list[Row]:
    return uvloop.run(_measure())
