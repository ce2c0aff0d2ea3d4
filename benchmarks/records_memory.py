"""Memory of the server process while many read large pages at once, some of them slowly."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from benchmarks.plot import Line, Plot, draw
from benchmarks.records_bench import Bench
from benchmarks.records_pages import LARGE
from benchmarks.table import Row

READERS = (1, 4, 16, 64, 128)
SLOW_PAUSE = 0.1
"""Seconds after every quarter of a megabyte: such a reader takes ten seconds for a page."""
LONGEST_SECONDS = 15.0
MOST_MB = 150


def resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


async def many_readers(bench: Bench) -> list[Row]:
    idle = resident_mb(bench.pid)
    peaks = [await _peak(bench, readers) for readers in READERS]
    line = Line("resident", list(zip(READERS, peaks, strict=True)))
    draw("memory", Plot(f"Memory of the server while limit={LARGE} is read", "readers at once", "MB", [line], MOST_MB))
    name = f"records: server memory, {READERS[-1]} large pages at once (beside idle)"
    return [Row(name, max(peaks), idle, "MB", at_most=MOST_MB)]


async def _peak(bench: Bench, readers: int) -> float:
    """Every other reader is slow. Those that are not done after a while go away, as clients do."""
    clients = [bench.client() for _ in range(readers)]
    reading = [
        asyncio.create_task(client.get({"limit": LARGE}, pause=SLOW_PAUSE * (number % 2)))
        for number, client in enumerate(clients)
    ]
    peak, end = 0.0, time.monotonic() + LONGEST_SECONDS
    unfinished = set(reading)
    while unfinished and time.monotonic() < end:
        peak = max(peak, resident_mb(bench.pid))
        _, unfinished = await asyncio.wait(unfinished, timeout=0.02)
    for task in unfinished:
        task.cancel()
    outcomes = await asyncio.gather(*reading, return_exceptions=True)
    for client in clients:
        client.close()
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
    return peak
