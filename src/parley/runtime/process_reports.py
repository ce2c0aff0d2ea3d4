"""A process says what it is and does, every few seconds, so that admins see which live."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from pathlib import Path
from uuid import UUID

from prometheus_client import Gauge

from parley import __version__
from parley.agent_host.hosts import Hosts
from parley.domain.operations.model import REPORT_SECONDS, Process, WarmAgent
from parley.domain.operations.process_store import upsert_process
from parley.kit.clock import Clock
from parley.kit.tasks import every
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.signals import Signals

FIRST_AFTER_SECONDS = 1.0
"""Starting is work enough."""
UUID_LENGTH = 36
_children = Gauge("parley_agent_host_children", "Confined processes that this process keeps for functions of agents.")
_memory = Gauge("parley_agent_host_memory_bytes", "Memory of these processes, besides what they share.")


class ProcessReports:
    def __init__(self, db: Database, hosts: Hosts, clock: Clock, role: str, signals: Signals) -> None:
        self._db = db
        self._hosts = hosts
        self._role = role
        self._identity = signals.identity
        self._started_at = clock.now()
        self._cpu = CpuShare()

    async def run(self) -> None:
        await asyncio.sleep(FIRST_AFTER_SECONDS)
        await every(REPORT_SECONDS, self.write, DatabaseUnavailable)

    async def write(self) -> None:
        agents = self._warm_agents()
        _children.set(sum(agent.children for agent in agents))
        _memory.set(sum(agent.memory_bytes for agent in agents))
        process = Process(
            id=self._identity,
            role=self._role,
            node=socket.gethostname(),
            pid=os.getpid(),
            version=__version__,
            started_at=self._started_at,
            cpu=self._cpu.read(),
            memory_bytes=resident_bytes(),
            agents=agents,
        )
        async with self._db.connection() as connection:
            await upsert_process(connection, process)

    def _warm_agents(self) -> list[WarmAgent]:
        # The key of a host begins with its deployment; one that acts in another environment says that behind it.
        return [
            WarmAgent(
                UUID(key[:UUID_LENGTH]),
                status.children,
                status.busy,
                status.waiting,
                status.calls,
                sum(status.failures.values()),
                status.memory_bytes,
            )
            for key, status in self._hosts.status().items()
        ]


STATM = Path("/proc/self/statm")


class CpuShare:
    """Of one core, between two questions."""

    def __init__(self) -> None:
        self._last = time.monotonic(), time.process_time()

    def read(self) -> float:
        before, now = self._last, (time.monotonic(), time.process_time())
        self._last = now
        passed = now[0] - before[0]
        return (now[1] - before[1]) / passed if passed > 0 else 0.0


def resident_bytes() -> int:
    """0 where the system does not say."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
