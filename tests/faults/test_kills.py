"""Every process is killed in turn, under load: it comes back within seconds and no acknowledged write is lost."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from datetime import datetime
from pathlib import Path

import asyncpg
import pytest

from parley.storage.embedded import running_dsn
from tests.conftest import private_folder
from tests.faults.labourer import TABLES
from tests.faults.load import Load, steady_load
from tests.journeys.instance import Instance, running, up
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

ROOT = Path(__file__).parents[2]
LABOURER = (sys.executable, "-m", "tests.faults.labourer")
HEALED_SECONDS = 40.0
"""Some seconds where nothing else runs; the rest is for a machine that runs other tests as well."""


@pytest.fixture(scope="module")
async def instance() -> AsyncIterator[Instance]:
    with private_folder() as folder:
        async with up(folder, "--no-voice") as started:
            for statement in TABLES:
                await fetch(running_dsn(started.data), statement)
            yield started


async def test_everything_comes_back_and_nothing_acknowledged_is_lost(instance: Instance) -> None:
    dsn = running_dsn(instance.data)
    async with AsyncExitStack() as stack:
        labourers = [await stack.enter_async_context(labourer(instance)) for _ in range(2)]
        load = await stack.enter_async_context(steady_load(instance, dsn))
        await healed(instance, load, 0)
        for child in ("platform-1", "worker", "build"):
            await kill_child(instance, load, child)
        labourers[0].process.kill()
        await kill_postgres(instance, load, instance.postmaster)
        labourers[1].process.kill()
        await stack.enter_async_context(labourer(instance))
        await kill_postgres(instance, load, await a_backend(dsn))
    await no_acknowledged_write_is_lost(dsn, load)
    async with labourer(instance):
        await every_job_took_effect_once(dsn)


def labourer(instance: Instance) -> AbstractAsyncContextManager[Instance]:
    """Beside the instance: not one of its processes."""
    (folder := instance.folder / "labourers").mkdir(exist_ok=True)
    env = {"PARLEY_DATABASE_URL": running_dsn(instance.data), "PYTHONPATH": str(ROOT)}
    return running(folder, env=env, command=LABOURER)


async def kill_child(instance: Instance, load: Load, child: str) -> None:
    pid, began = (await instance.health())[child]["pid"], time.monotonic()
    os.kill(pid, signal.SIGKILL)

    async def back() -> bool:
        found = (await instance.health())[child]
        return found["status"] == "ok" and found["pid"] not in (None, pid)

    await until(back, HEALED_SECONDS)
    await healed(instance, load, began)
    errors = load.errors_since(began)
    if child == "build":
        assert len(errors) <= 2, f"only what was being answered at that moment is lost: {errors}"
    else:
        assert errors == [], f"who asks the build service does not notice that {child} died"


async def kill_postgres(instance: Instance, load: Load, pid: int) -> None:
    """Who asks waits for a server that is back soon, and may see no error at all: the server says that it restarted."""
    dsn, began = running_dsn(instance.data), time.monotonic()
    before = await backends(dsn)
    os.kill(pid, signal.SIGKILL)

    async def restarted() -> bool:
        try:
            return not before & await backends(dsn)
        except (OSError, asyncpg.PostgresError):
            return False

    await until(restarted, HEALED_SECONDS)
    await healed(instance, load, time.monotonic())
    assert {what for _, what in load.errors_since(began)} <= {"503"}, "an honest answer at every moment"


async def healed(instance: Instance, load: Load, began: float) -> None:
    async def flows() -> bool:
        return load.flows_since(began)

    await until(instance.is_ready, HEALED_SECONDS)
    await until(flows, HEALED_SECONDS)


async def no_acknowledged_write_is_lost(dsn: str, load: Load) -> None:
    assert len(load.acknowledged) > 50
    stored = {row["n"] for row in await fetch(dsn, "select n from fault_writes")}
    assert set(load.acknowledged) <= stored


async def every_job_took_effect_once(dsn: str) -> None:
    async def done() -> bool:
        return await fetch(dsn, "select from jobs where kind like 'fault.%' and failed_at is null limit 1") == []

    await until(done, HEALED_SECONDS)
    effects = [row["n"] for row in await fetch(dsn, "select n from fault_effects order by n")]
    assert effects == [row["n"] for row in await fetch(dsn, "select n from fault_writes order by n")]


async def backends(dsn: str) -> set[tuple[int, datetime]]:
    rows = await fetch(dsn, "select pid, backend_start from pg_stat_activity where pid <> pg_backend_pid()")
    return {(row["pid"], row["backend_start"]) for row in rows}


async def a_backend(dsn: str) -> int:
    """One that serves a process of ours."""
    (row,) = await fetch(dsn, "select pid from pg_stat_activity where application_name = 'parley-build' limit 1")
    return int(row["pid"])


async def fetch(dsn: str, query: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetch(query)
    finally:
        await connection.close()
