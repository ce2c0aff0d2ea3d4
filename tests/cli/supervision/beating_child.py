"""A child of a supervisor that has nothing but a heartbeat, and ways to lose it."""

from __future__ import annotations

import asyncio
import sys
import threading
import time

from parley.kit.heartbeat import HeartbeatSender, run_heartbeat

WAY, DESCRIPTOR = sys.argv[1], int(sys.argv[sys.argv.index("--heartbeat-fd") + 1])


async def main() -> None:
    beating = asyncio.create_task(run_heartbeat([HeartbeatSender(DESCRIPTOR)]))
    await asyncio.sleep(0.1)
    if WAY == "spins":
        while True:
            pass
    if WAY == "deadlocks":
        lock = threading.Lock()
        lock.acquire()
        lock.acquire()
    if WAY == "slow":  # late again and again, and alive
        while True:
            time.sleep(1.2)  # noqa: ASYNC251 that is the point
            await asyncio.sleep(0.01)
    await beating


if WAY == "never":
    time.sleep(3600)
asyncio.run(main())
