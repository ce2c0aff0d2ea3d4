"""Several platform processes on one database: what a turn costs each part, as their number grows."""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import uvloop

from benchmarks.processes import cpu_seconds_of_all
from benchmarks.server import Connection, running
from benchmarks.table import Row
from parley.storage.embedded import EmbeddedPostgres

NODES = (1, 2, 4)
CONVERSATIONS = 16
ROUND_SECONDS = 3.0
ROUNDS = 4
IDLE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU milliseconds a turn: of the platform processes with their agent hosts, besides what they spend anyway, and of
    PostgreSQL with everything that it does."""

    platform: float
    database: float
    rate: float
    """Turns a second."""


@dataclass(slots=True)
class Bench:
    nodes: list[tuple[int, int]]
    """Process and port of each."""
    postmaster: int
    headers: dict[str, str]
    prefix: str
    idle: float = 0.0
    """CPU seconds of one platform process in a second without a turn."""

    async def rest(self) -> None:
        """Measures that."""
        before, begun = self._spent(self.nodes)[0], time.monotonic()
        await asyncio.sleep(IDLE_SECONDS)
        self.idle = (self._spent(self.nodes)[0] - before) / (time.monotonic() - begun) / len(self.nodes)

    async def measure(self, nodes: int, *, moving: bool = False) -> Cost:
        """`moving`: each turn of a conversation goes to the next node, as without lasting connections."""
        used = self.nodes[:nodes]
        ports = [port for _, port in used]
        open_ones = await asyncio.gather(*(self._open(ports[n % nodes]) for n in range(CONVERSATIONS)))
        await self._talk(ports, open_ones, moving, 0.5)
        before, begun = self._spent(used), time.monotonic()
        turns = await self._talk(ports, open_ones, moving, ROUND_SECONDS)
        took = time.monotonic() - begun
        platform, database = (now - then for now, then in zip(self._spent(used), before, strict=True))
        platform -= self.idle * nodes * took
        return Cost(platform * 1000 / turns, database * 1000 / turns, turns / took)

    async def _open(self, port: int) -> str:
        answer = await Connection(port, self.headers).send("POST", f"{self.prefix}/create")
        return str(json.loads(answer)["conversation_id"])

    async def _talk(self, ports: list[int], conversations: list[str], moving: bool, seconds: float) -> int:
        end = time.monotonic() + seconds

        async def talk(number: int, conversation: str) -> int:
            connections = [Connection(port, self.headers) for port in ports]
            body = {"conversation_id": conversation, "message": "add one please"}
            for turn in count():
                if time.monotonic() >= end:
                    return turn
                at = number + turn if moving else number
                await connections[at % len(ports)].send("POST", f"{self.prefix}/respond", body)
            raise AssertionError("counting has no end")

        return sum(await asyncio.gather(*(talk(*each) for each in enumerate(conversations))))

    def _spent(self, used: list[tuple[int, int]]) -> tuple[float, float]:
        return sum(cpu_seconds_of_all(pid) for pid, _ in used), cpu_seconds_of_all(self.postmaster)


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="parley-bench-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        async with EmbeddedPostgres(data) as server, AsyncExitStack() as stack:
            started = []
            for number in range(max(NODES)):
                node = running("benchmarks.nodes_server", server.dsn, *(() if number else ("first",)), kept=data)
                started.append(await stack.enter_async_context(node))
            told = started[0][1]
            postmaster = int((data / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])
            nodes = [(pid, about["chat"]) for pid, about in started]
            bench = Bench(nodes, postmaster, told["headers"], told["prefix"])
            ways = [(nodes, False) for nodes in NODES] + [(NODES[1], True)]
            # In turn, so that what else the machine does falls on all of them.
            rounds, idle = [], []
            for _ in range(ROUNDS):
                await bench.rest()
                idle.append(bench.idle)
                rounds.append([await bench.measure(nodes, moving=moving) for nodes, moving in ways])
    by_way = zip(ways, zip(*rounds, strict=True), strict=True)
    return [
        *(row for way, costs in by_way for row in _rows(way, costs, rounds)),
        Row("nodes: a platform process without a turn, CPU a second", statistics.median(idle) * 1000, None, "ms"),
    ]


def _rows(way: tuple[int, bool], costs: tuple[Cost, ...], rounds: list[list[Cost]]) -> list[Row]:
    """Beside one process, round by round: the machine may be busy with other things."""
    nodes, moving = way
    name = f"nodes: {nodes} platform process{'es' if nodes > 1 else ''}{', each turn at the other' if moving else ''}"
    alone = [each[0] for each in rounds]
    platform, database = [each.platform for each in costs], [each.database for each in costs]
    floors = [statistics.median(of) for of in ([a.platform for a in alone], [a.database for a in alone])]
    rate = statistics.median(each.rate for each in costs)
    return [
        Row(f"{name}, CPU a turn", statistics.median(platform), floors[0], "ms", ratio_at_most=None if moving else 1.5),
        Row(f"{name}, CPU a turn of PostgreSQL", statistics.median(database), floors[1], "ms"),
        Row(f"{name}, turns a second on this machine", rate, None, "1/s"),
    ]


def run() -> list[Row]:
    return uvloop.run(_measure())
