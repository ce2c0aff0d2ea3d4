"""Messaging: messages a second with each on disk, beside a bare echo; the first chunk; idle sockets; reconnects."""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvloop

from benchmarks.server import Connection, cpu_seconds, running
from benchmarks.table import Row

SOCKETS = 800
EACH = 36
"""Messages of a socket in a round: fewer than it may send at once."""
ROUNDS = 3
TURNS = 40
IDLE = 10_000
CLIENTS = 2
RECONNECTS = 2_000


@dataclass(slots=True)
class Bench:
    messaging: int
    control: int
    echo: int
    token: str

    async def sessions(self, count: int, kind: str = "sessions") -> list[str]:
        found: list[str] = json.loads(await Connection(self.control, {}).send("GET", f"/{kind}/{count}"))
        return found

    async def memory(self) -> float:
        return float(await Connection(self.control, {}).send("GET", "/memory"))

    async def cpu(self) -> float:
        return await cpu_seconds(self.control)

    async def ask(self, what: str, sessions: list[str], *, is_echo: bool = False, **more: Any) -> dict[str, Any]:
        """One process of clients, to its end."""
        async with self.crowd(what, sessions, is_echo=is_echo, **more) as process:
            assert process.stdout is not None
            found: dict[str, Any] = json.loads(await process.stdout.readline())
        return found

    @asynccontextmanager
    async def crowd(
        self, what: str, sessions: list[str], *, is_echo: bool = False, **more: Any
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "benchmarks.messaging_client",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        port = self.echo if is_echo else self.messaging
        wanted = {"what": what, "port": port, "token": self.token, "sessions": sessions, "is_echo": is_echo, **more}
        process.stdin.write(json.dumps(wanted).encode() + b"\n")
        await process.stdin.drain()
        try:
            yield process
        finally:
            process.stdin.close()
            await process.wait()


async def throughput(bench: Bench) -> list[Row]:
    """Alternating rounds in one run, medians of each: the machine may be busy with other things."""
    ours, theirs, costs, floors = ([0.0] * 0 for _ in range(4))
    for _ in range(ROUNDS):
        sessions = await bench.sessions(SOCKETS, "persons")
        for rates, cpu, is_echo in ((ours, costs, False), (theirs, floors, True)):
            before = await bench.cpu()
            rates.append((await bench.ask("rate", sessions, is_echo=is_echo, each=EACH))["rate"])
            cpu.append((await bench.cpu() - before) * 1000 / (SOCKETS * EACH))
    rate, floor, cost, bare = map(statistics.median, (ours, theirs, costs, floors))
    return [
        Row("messaging: durable messages a second, beside a bare echo", rate, floor, "1/s", ratio_at_least=0.6),
        Row("messaging: CPU of the node a message, connecting included", cost, bare, "ms"),
    ]


async def first_chunk(bench: Bench) -> list[Row]:
    found = (await bench.ask("chunks", await bench.sessions(4), each=TURNS))["took"]
    found.sort()
    return [
        Row(
            "messaging: model's first piece to client's first chunk, median",
            statistics.median(found),
            None,
            "ms",
            at_most=5,
        ),
        Row("messaging: the same, 95th percentile", found[int(len(found) * 0.95)], None, "ms"),
    ]


async def idle_sockets(bench: Bench) -> list[Row]:
    sessions = await bench.sessions(IDLE)
    share = IDLE // CLIENTS
    before = await bench.memory()
    async with (
        bench.crowd("idle", sessions[:share]) as one,
        bench.crowd("idle", sessions[share:]) as two,
    ):
        connected = 0
        for process in (one, two):
            assert process.stdout is not None
            connected += json.loads(await process.stdout.readline())["connected"]
        each = (await bench.memory() - before) * 1024 / connected
    return [
        Row("messaging: idle sockets on one node", connected, None, "", at_least=IDLE),
        Row("messaging: memory of an idle socket", each, None, "KB", at_most=25),
    ]


async def reconnects(bench: Bench) -> list[Row]:
    found = await bench.ask("reconnect", await bench.sessions(RECONNECTS))
    return [
        Row(f"messaging: of {RECONNECTS:,} reconnects within a second, errors", found["errors"], None, "", at_most=0),
        Row("messaging: until the last of them has its events", found["took"], None, "s"),
    ]


async def _measure() -> list[Row]:
    rows: list[Row] = []
    async with running("benchmarks.messaging_server") as (_pid, told):
        bench = Bench(**told)
        for part in (idle_sockets, throughput, first_chunk, reconnects):
            print(f"  {part.__name__} …", file=sys.stderr, flush=True)
            rows += await part(bench)
    return rows


def run() -> list[Row]:
    return uvloop.run(_measure())
