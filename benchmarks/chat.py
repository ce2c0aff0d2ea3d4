"""Chat turns: how many a second beside a floor that commits the same rows, what one costs, whether it stays so."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.table import Row

CONVERSATIONS = 16
ROUND_SECONDS = 3.0
ROUNDS = 3


class Connection:
    """A client as thin as can be: what it costs is not measured, but it shares the machine."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port = port
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: object = None) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(content)}\r\n"
        head += f"content-type: application/json\r\n{self._headers}\r\n"
        writer.write(head.encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        received = await reader.readexactly(size)
        assert answer.startswith(b"http/1.1 200"), received
        return received


@dataclass(slots=True)
class Bench:
    pid: int
    chat: int
    floor: int
    headers: dict[str, str]
    prefix: str

    async def started(self, count: int) -> list[str]:
        connection = Connection(self.chat, self.headers)
        path = f"{self.prefix}/create"
        return [json.loads(await connection.send("POST", path))["conversation_id"] for _ in range(count)]

    async def cpu(self) -> float:
        return float(await Connection(self.floor, {}).send("GET", "/cpu"))

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


@asynccontextmanager
async def server() -> AsyncIterator[Bench]:
    data = Path(tempfile.mkdtemp(prefix="parley-bench-"))
    arguments = (sys.executable, "-m", "benchmarks.chat_server", str(data))
    process = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        told: dict[str, Any] = json.loads(await process.stdout.readline())
        yield Bench(process.pid, **told)
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
        shutil.rmtree(data, ignore_errors=True)


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
    """Turn 1,000 beside turn 10, by CPU of the server process over windows of turns around them."""
    conversations = await bench.started(4)
    costs = {}
    done = 0
    connection = Connection(bench.chat, bench.headers)

    async def take(turns: int) -> None:
        for _ in range(turns):
            for conversation in conversations:
                body = {"conversation_id": conversation, "message": "add one please"}
                await connection.send("POST", f"{bench.prefix}/respond", body)

    for window, start in (("early", 5), ("late", 960)):
        await take(start - done)
        before = await bench.cpu()
        await take(40)
        costs[window] = (await bench.cpu() - before) * 1000 / (40 * len(conversations))
        done = start + 40
    return [Row("chat: turn 1,000 beside turn 10", costs["late"], costs["early"], "ms", ratio_at_most=1.2)]


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
    async with server() as bench:
        return [*await throughput(bench), *await long_conversation(bench), *await open_chats(bench)]


def run() -> list[Row]:
    return uvloop.run(_measure())
