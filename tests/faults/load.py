"""A steady load, and an account of it: which questions failed when, and which writes were acknowledged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

import httpx

from parley.storage import queue
from parley.storage.db import Database, DatabaseUnavailable
from tests.faults.labourer import NOTE
from tests.journeys.instance import Instance

PAUSE = 0.01


@dataclass(slots=True)
class Load:
    good: list[float] = field(default_factory=list)
    """When each question was answered."""
    bad: list[tuple[float, str]] = field(default_factory=list)
    acknowledged: list[int] = field(default_factory=list)

    def errors_since(self, moment: float) -> list[tuple[float, str]]:
        return [(round(at - moment, 2), what) for at, what in self.bad if at >= moment]

    def flows_since(self, moment: float) -> bool:
        """A few good answers in a row, and none bad after them, and writes too."""
        last = max((at for at, _ in self.bad), default=moment)
        return sum(at > max(last, moment) for at in self.good) >= 10

    async def ask(self, instance: Instance) -> None:
        credentials = instance.credentials
        url = f"{credentials['build_url']}/v1/accounts/{credentials['account_id']}/agents"
        async with httpx.AsyncClient(
            trust_env=False, timeout=20, headers={"x-api-key": instance.keys["build"]}
        ) as http:
            while True:
                try:
                    status = (await http.get(url)).status_code
                except httpx.HTTPError as error:
                    self.bad.append((time.monotonic(), type(error).__name__))
                else:
                    if status == 200:
                        self.good.append(time.monotonic())
                    else:
                        self.bad.append((time.monotonic(), str(status)))
                await asyncio.sleep(PAUSE)

    async def write(self, dsn: str, numbers: count[int]) -> None:
        """A row and a job that belongs to it, in one transaction."""
        db = await Database.open(dsn, connections=1, application="load")
        try:
            while True:
                n = next(numbers)
                try:
                    async with db.transaction() as tx:
                        await tx.execute("insert into fault_writes values ($1)", n)
                        await queue.defer(tx, NOTE, {"n": n})
                    self.acknowledged.append(n)
                except DatabaseUnavailable:
                    pass  # not acknowledged: it may be there or not
                await asyncio.sleep(PAUSE)
        finally:
            await db.aclose()


@asynccontextmanager
async def steady_load(instance: Instance, dsn: str) -> AsyncIterator[Load]:
    load, numbers = Load(), count(1)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(load.ask(instance)) for _ in range(2)]
        tasks += [group.create_task(load.write(dsn, numbers)) for _ in range(2)]
        yield load
        for task in tasks:
            task.cancel()
