"""The list of conversations in the console: pages by every filter, exports, and what these take of memory."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import uvloop

from benchmarks.console_data import Samples, prepare
from benchmarks.processes import resident_mb
from benchmarks.records_data import kept_folder, wanted_count
from benchmarks.server import Connection, running
from benchmarks.table import Row

ROUNDS = 5
PAGE_MS, BEGIN_SECONDS = 150.0, 1.0


def filters(samples: Samples) -> dict[str, Mapping[str, Any]]:
    """Common values and rare ones, and such as nothing has: then everything has to be ruled out."""
    return {
        "none": {},
        "time": {"startTime": samples.week},
        "environment": {"environment": "live"},
        "channel": {"channel": "CHAT"},
        "variant": {"variantId": samples.variant},
        "running": {"inProgress": "true"},
        "handoff": {"handoff": "true"},
        "reason of a handoff": {"handoffReason": samples.reason},
        "reason that there is not": {"handoffReason": "none such"},
        "duration": {"minDuration": 60, "maxDuration": 120},
        "duration, rare": {"minDuration": 3600},
        "turns": {"minTurns": 8},
        "turns, none so few": {"maxTurns": 3},
        "silences": {"minSilences": 2},
        "misunderstood": {"minMisunderstood": 2},
        "errors": {"errors": "true"},
        "no errors": {"errors": "false"},
        "metric": {"metric": samples.metric},
        "metric and value": {"metric": f"{samples.metric}={samples.metric_value}"},
        "metric that there is not": {"metric": "NONE_SUCH"},
        "function": {"function": samples.function},
        "topic": {"topic": samples.topic},
        "topic that there is not": {"topic": "none such"},
        "tag": {"tag": samples.tag},
        "channel, handoff, turns, metric and time": {
            "channel": "WEBCHAT", "handoff": "true", "minTurns": 4, "metric": samples.metric, "startTime": samples.week,
        },
        "channel, misunderstood, function and errors": {
            "channel": "VOICE-SIP", "minMisunderstood": 1, "function": samples.function, "errors": "true",
        },
    }  # fmt: skip


async def _milliseconds(connection: Connection, path: str) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        await connection.send("GET", path)
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


async def _pages(connection: Connection, path: str, samples: Samples) -> list[Row]:
    rows = []
    for name, query in filters(samples).items():
        first = await _milliseconds(connection, f"{path}?{urlencode(query)}")
        deep = await _milliseconds(connection, f"{path}?{urlencode({**query, 'cursor': samples.deep})}")
        slower = max(first, deep)
        rows.append(Row(f"console: list by {name}", slower, min(first, deep), "ms", at_most=PAGE_MS))
    return rows


async def _export(port: int, path: str, key: str) -> tuple[float, float, float]:
    """Seconds until the first bytes, seconds in all, megabytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.perf_counter()
    writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: {key}\r\nconnection: close\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    await reader.readexactly(1)
    first, size = time.perf_counter() - begun, 1
    while part := await reader.read(1 << 16):
        size += len(part)
    writer.close()
    return first, time.perf_counter() - begun, size / 1e6


async def _exports(pid: int, port: int, path: str, key: str) -> list[Row]:
    rows = []
    for kind in ("csv", "ndjson"):
        before = resident_mb(pid)
        first, whole, megabytes = await _export(port, f"{path}/export.{kind}", key)
        rows += [
            Row(f"console: export as {kind}, until its first bytes", first, None, "s", at_most=BEGIN_SECONDS),
            Row(f"console: export as {kind}", megabytes / whole, None, "MB/s"),
            Row(f"console: memory after it, beside before ({kind})", resident_mb(pid), before, "MB", ratio_at_most=1.2),
        ]
    return rows


async def _measure() -> list[Row]:
    kept = kept_folder()
    async with running("benchmarks.console_server", kept=kept) as (pid, told):
        count = wanted_count()
        samples = await prepare(told["dsn"], told["listed"], "listed", count)
        connection = Connection(told["port"], {"x-api-key": told["key"]})
        path = f"/v1/agents/{told['listed']}/conversations"
        await _milliseconds(connection, path)
        return [
            Row("console: conversations of 8 turns in the list", count, None, ""),
            *await _pages(connection, path, samples),
            *await _exports(pid, told["port"], path, told["key"]),
        ]


def run() -> list[Row]:
    return uvloop.run(_measure())
