"""Chat turns: how many a second beside a floor that commits the same rows, what one costs, whether it stays so."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import uvloop

from benchmarks.server import Connection, cpu_seconds, running
from benchmarks.table import Row

CONVERSATIONS = 16
ROUND_SECONDS = 3.0
ROUNDS = 3


@dataclass(slots=True)
class Bench:
    pid: int
    chat: int
    floor: int
    headers: dict[str, str]
    prefix: str
    dsn: str

    async def started(self, count: int) -> list[str]:
        connection = Connection(self.chat, self.headers)
        path = f"{self.prefix}/create"
        return [json.loads(await connection.send("POST", path))["conversation_id"] for _ in range(count)]

    async def cpu(self) -> float:
        return await cpu_seconds(self.floor)

    async def load(self, port: int, path: str, conversations: list[str], seconds: float) -> tuple[float, float]:
        """(turns a second, CPU milliseconds of the server process a turn)."""
        end = time.monotonic() + seconds

        async def talk(conversation: str) -> int:
            connection, count = Connection(port, self.headers), 0
            while time.monotonic() < end:
                await connection.send("POST", path, {"conversation_id": conversation, "message": "add one please"})
                count += 1
            return count

        before, begun = await self.cpu(), time.monotonic()
        turns = sum(await asyncio.gather(*(talk(conversation) for conversation in conversations)))
        took = time.monotonic() - begun
        return turns / took, (await self.cpu() - before) * 1000 / turns


async def throughput(bench: Bench) -> list[Row]:
    """Alternating rounds in one run, medians of each: the machine may be busy with other things."""
    ours, theirs = await bench.started(CONVERSATIONS), await bench.started(CONVERSATIONS)
    path = f"{bench.prefix}/respond"
    await bench.load(bench.chat, path, ours, 1)
    await bench.load(bench.chat, path, theirs, 1)
    await Connection(bench.floor, {}).send("POST", "/prepare", theirs)
    chat, floor = [], []
    for _ in range(ROUNDS):
        chat.append(await bench.load(bench.chat, path, ours, ROUND_SECONDS))
        floor.append(await bench.load(bench.floor, "/turn", theirs, ROUND_SECONDS))
    rates = [statistics.median(rate for rate, _ in rounds) for rounds in (chat, floor)]
    costs = [statistics.median(cost for _, cost in rounds) for rounds in (chat, floor)]
    return [
        Row("chat: durable turns a second", rates[0], rates[1], "1/s", ratio_at_least=0.5),
        Row("chat: platform CPU a turn", costs[0], costs[1], "ms", at_most=1.5),
    ]


async def long_conversation(bench: Bench) -> list[Row]:
    """Turns 960 to 1,000 beside turns 5 to 45 of other conversations, by CPU of the server process, in turns."""
    connection, path = Connection(bench.chat, bench.headers), f"{bench.prefix}/respond"

    async def take(turns: int, conversations: list[str]) -> float:
        """CPU milliseconds a turn."""
        before = await bench.cpu()
        for _ in range(turns):
            for conversation in conversations:
                await connection.send("POST", path, {"conversation_id": conversation, "message": "add one please"})
        return (await bench.cpu() - before) * 1000 / (turns * len(conversations))

    old, new = await bench.started(4), await bench.started(4)
    await take(960, old)
    await take(5, new)
    costs = [(await take(5, old), await take(5, new)) for _ in range(8)]
    late, early = (statistics.median(each) for each in zip(*costs, strict=True))
    return [Row("chat: turn 1,000 beside turn 10", late, early, "ms", ratio_at_most=1.2)]


async def open_chats(bench: Bench) -> list[Row]:
    """Memory of the server process with ten open chats and with a thousand, once they are idle."""
    await bench.started(10)
    few = _resident_mb(bench.pid)
    await bench.started(1000)
    many = _resident_mb(bench.pid)
    return [Row("chat: memory with 1,000 open chats beside 10", many, few, "MB", ratio_at_most=1.1)]


def _resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


async def _measure() -> list[Row]:
    async with running("benchmarks.chat_server") as (pid, told):
        bench = Bench(pid, **told)
        return [*await throughput(bench), *await long_conversation(bench), *await open_chats(bench)]


def run() -> list[Row]:
    return uvloop.run(_measure())
