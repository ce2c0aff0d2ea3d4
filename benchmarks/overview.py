"""The overview of an agent over a quarter of a year: every grouping, comparison and metric."""

from __future__ import annotations

import statistics
import time
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import uvloop

from benchmarks.console_data import DAYS, prepare
from benchmarks.records_data import kept_folder, wanted_count
from benchmarks.server import Connection, running
from benchmarks.table import Row
from parley.domain.analytics.jobs import count_hours
from parley.domain.analytics.model import Dimension
from parley.storage.db import Database

ROUNDS = 5
MOST_MS = 300.0


async def _measure() -> list[Row]:
    kept, count = kept_folder(), wanted_count()
    async with running("benchmarks.console_server", kept=kept) as (_pid, told):
        samples = await prepare(told["dsn"], told["quarter"], "quarter", count)
        await _count(told["dsn"])
        asked: dict[str, dict[str, str]] = {
            "by day": {},
            "beside the time before": {"compare": "before"},
            "beside a week earlier": {"compare": "week"},
            "beside another variant": {"compare": f"variant={samples.variant}"},
            "of one channel": {"channel": "CHAT"},
            **{f"by {name}": {"groupBy": name, "step": "all"} for name in Dimension},
            "by day and variant": {"groupBy": "variant"},
            "with a metric": {"metric": samples.metric},
            "with a metric, beside a week earlier": {"metric": samples.metric, "compare": "week"},
            "all metrics": {},
        }
        connection = Connection(told["port"], {"x-api-key": told["key"]})
        end = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
        times = {"start": _iso(end - timedelta(days=DAYS)), "end": _iso(end)}
        rows = [Row("overview: conversations of a quarter of a year", count, None, "")]
        for name, query in asked.items():
            page = "analytics/metrics" if name == "all metrics" else "analytics"
            path = f"/v1/agents/{told['quarter']}/{page}?{urlencode({**times, **query})}"
            rows.append(Row(f"overview: {name}", await _milliseconds(connection, path), None, "ms", at_most=MOST_MS))
        return rows


async def _count(dsn: str) -> None:
    """As a worker does every few minutes."""
    db = await Database.open(dsn, connections=1)
    await count_hours(db, datetime.now(UTC))
    await db.aclose()


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


async def _milliseconds(connection: Connection, path: str) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        await connection.send("GET", path)
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def run() -> list[Row]:
    return uvloop.run(_measure())
