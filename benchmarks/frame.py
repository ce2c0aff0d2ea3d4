"""The frame itself: what routing, key check, validation and envelope add to a bare app in the same server."""

from __future__ import annotations

import asyncio
import statistics
import time

import uvloop

from benchmarks.frame_server import ANSWER
from benchmarks.server import Connection, cpu_seconds, running
from benchmarks.table import Row

CONNECTIONS = 16
ROUND_SECONDS = 2.0
ROUNDS = 5


async def _cost(port: int, cpu_port: int, headers: dict[str, str]) -> float:
    """CPU milliseconds of the server process a request."""
    end = time.monotonic() + ROUND_SECONDS

    async def ask() -> int:
        connection, count = Connection(port, headers), 0
        while time.monotonic() < end:
            await connection.send("POST", "/v1/echo", ANSWER)
            count += 1
        return count

    before = await cpu_seconds(cpu_port)
    requests = sum(await asyncio.gather(*(ask() for _ in range(CONNECTIONS))))
    return (await cpu_seconds(cpu_port) - before) * 1000 / requests


async def _measure() -> list[Row]:
    async with running("benchmarks.frame_server") as (_pid, told):
        headers = {"x-api-key": told["key"]}
        framed, bare = [], []
        for _ in range(ROUNDS):
            framed.append(await _cost(told["framed"], told["bare"], headers))
            bare.append(await _cost(told["bare"], told["bare"], {}))
    floor = statistics.median(bare)
    added = statistics.median(framed) - floor
    return [Row("frame: CPU added to a request", added, floor, "ms", at_most=0.25)]


def run() -> list[Row]:
    return uvloop.run(_measure())
