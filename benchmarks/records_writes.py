"""Reading while others write."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from benchmarks.records_bench import Bench, alternately
from benchmarks.table import Row

RATE = 300


async def during_writes(bench: Bench) -> list[Row]:
    client = bench.client()
    reads = (lambda: client.get({"limit": 5}), lambda: client.get({"limit": 500}))
    before = await alternately(60, *reads)
    async with _writing(bench) as told:
        meanwhile = await alternately(60, *reads)
    after = await alternately(60, *reads)
    small, large = (max(pair) for pair in zip(before, after, strict=True))
    if told["turns_a_second"] < RATE * 0.95:
        raise RuntimeError(f"there were only {told['turns_a_second']:.0f} turns a second to measure beside")
    name = f"while {RATE} turns a second are written, beside without"
    return [
        Row(f"records: first page of 5 {name}", meanwhile[0], small, "ms", ratio_at_most=1.5),
        Row(f"records: page of 500 {name}", meanwhile[1], large, "ms", ratio_at_most=1.5),
    ]


@asynccontextmanager
async def _writing(bench: Bench) -> AsyncIterator[dict[str, float]]:
    """What it wrote is known when it is over."""
    told: dict[str, float] = {}
    arguments = (bench.dsn, bench.account, bench.project, str(RATE))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.records_writer", *arguments, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        told |= json.loads(await process.stdout.readline())
        yield told
    finally:
        process.send_signal(signal.SIGTERM)
        rest, _ = await process.communicate()
        told |= json.loads(rest or b"{}")
