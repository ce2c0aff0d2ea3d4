"""Webhooks: how many a second one worker delivers to a receiver on the same machine, every attempt on disk."""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import uvloop

from benchmarks.processes import cpu_seconds
from benchmarks.server import running
from benchmarks.table import Row
from parley.domain.accounts.actions import create_account
from parley.domain.webhooks import actions
from parley.kit.clock import SystemClock
from parley.kit.encryption import Encryptor
from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.client import OutboundClient, tls_context
from parley.kit.outbound.target import parse_target
from parley.storage.db import Connection, Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate

DELIVERIES = 2000
AT_ONCE = 64
ROUNDS = 3
EVENT = "alerts.triggered"
PAYLOAD = {
    "event_type": EVENT,
    "alert": {
        "id": "ar_4Zq0mXh2Ck8vTn6RbW1yLd",
        "name": "Slow answers",
        "project_id": "PROJECT-0123abcd",
        "metric": "latency_p95",
        "operator": "greater_than",
        "threshold_value": 2000,
        "current_value": 2750,
        "previous_state": "ok",
        "triggered_at": "2026-03-01T12:00:00.000Z",
    },
}


async def _measure() -> list[Row]:
    data = Path(tempfile.mkdtemp(prefix="parley-bench-"))
    try:
        async with EmbeddedPostgres(data) as database, running("benchmarks.webhooks_receiver") as (_, told):
            return await _deliver(database.dsn, f"http://127.0.0.1:{told['port']}/hook")
    finally:
        shutil.rmtree(data, ignore_errors=True)


async def _deliver(dsn: str, url: str) -> list[Row]:
    key = os.urandom(32)
    db = await Database.open(dsn, connections=2)
    await migrate(db)
    async with db.transaction() as tx:
        account = (await create_account(tx, "bench")).id
        fields = {"name": "Bench", "url": url, "event_types": [EVENT]}
        await actions.create_endpoint(tx, Encryptor(key), account, fields, SystemClock().now())
    rates, costs, floors = [], [], []
    async with _worker(dsn, key) as pid:
        await _all_delivered(db, account, 100)
        for _ in range(ROUNDS):
            floors.append(await _floor(url))
            before = cpu_seconds(pid)
            rates.append(await _all_delivered(db, account, DELIVERIES))
            costs.append((cpu_seconds(pid) - before) * 1000 / DELIVERIES)
    await db.aclose()
    rate, floor, cost = map(statistics.median, (rates, floors, costs))
    return [
        Row("webhooks: deliveries a second, one worker", rate, floor, "1/s", at_least=500),
        Row("webhooks: worker CPU a delivery", cost, None, "ms", at_most=1.0),
    ]


async def _all_delivered(db: Database, account: str, count: int) -> float:
    """Events that happen at once, until the last of them is delivered and logged; how many a second."""
    async with db.transaction() as tx:
        await _publish(tx, account, count)
    begun = time.monotonic()
    pending = "select from webhook_deliveries where status = 'pending' limit 1"
    while await db.fetch(pending):  # noqa: ASYNC110 the worker is another process: what it has done is seen in its rows
        await asyncio.sleep(0.01)
    return count / (time.monotonic() - begun)


async def _publish(tx: Connection, account: str, count: int) -> None:
    now = SystemClock().now()
    for _ in range(count):
        await actions.publish_event(tx, account, EVENT, PAYLOAD, now)


async def _floor(url: str) -> float:
    """The same number of requests by the same client, from this process, with nothing written down."""
    client = OutboundClient(Rules((ip_network("127.0.0.0/8"),), plain_http=True), tls_context())
    target, body = parse_target(url), b"x" * 300

    async def send(count: int) -> None:
        for _ in range(count):
            await client.post(target, {"Content-Type": "application/json"}, body, 5)

    begun = time.monotonic()
    await asyncio.gather(*(send(DELIVERIES // AT_ONCE) for _ in range(AT_ONCE)))
    took = time.monotonic() - begun
    client.close()
    return DELIVERIES // AT_ONCE * AT_ONCE / took


@asynccontextmanager
async def _worker(dsn: str, key: bytes) -> AsyncIterator[int]:
    env = {
        **os.environ,
        "PARLEY_DATABASE_URL": dsn,
        "PARLEY_SECRET_KEY": b64encode(key).decode(),
        "PARLEY_WEBHOOK_NETWORKS": "127.0.0.0/8",
        "PARLEY_WEBHOOK_PLAIN_HTTP": "true",
        "PARLEY_LOG_LEVEL": "error",
    }
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "parley.cli.main", "worker", env=env)
    try:
        yield process.pid
    finally:
        process.terminate()
        await process.wait()


def run() -> list[Row]:
    return uvloop.run(_measure())
