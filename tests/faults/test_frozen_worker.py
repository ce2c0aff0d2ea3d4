"""A worker that is frozen for longer than its lease: another one does the job, and the first cannot do it again."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from parley.storage import queue
from parley.storage.db import Database
from tests.faults.labourer import PATIENT, TABLES
from tests.journeys.instance import running
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

ROOT = Path(__file__).parents[2]
LABOURER = (sys.executable, "-m", "tests.faults.labourer")


async def test_the_job_is_taken_over_and_done_once(db: Database, dsn: str, data_folder: Path) -> None:
    for statement in TABLES:
        await db.fetch(statement)
    async with db.transaction() as tx:
        await queue.defer(tx, PATIENT, {"n": 1})
    env = {"PARLEY_DATABASE_URL": dsn, "PYTHONPATH": str(ROOT)}
    async with running(data_folder, env=env, command=LABOURER) as first:
        await until(lambda: has_begun(db, first.pid), 60)
        os.kill(first.pid, signal.SIGSTOP)
        async with running(data_folder, env=env, command=LABOURER) as second:
            await until(lambda: has_begun(db, second.pid), 60)
            await db.fetch("insert into fault_gate values (true)")
            await until(lambda: is_done(db), 60)
            os.kill(first.pid, signal.SIGCONT)
            await first.until_printed("lost")
            effects = await db.fetch("select n, pid from fault_effects")
            assert [(row["n"], row["pid"]) for row in effects] == [(1, second.pid)]
            assert "lost" not in second.stdout


async def has_begun(db: Database, pid: int) -> bool:
    return await db.fetchrow("select from fault_begun where pid = $1", pid) is not None


async def is_done(db: Database) -> bool:
    return await db.fetchrow("select from jobs where kind = $1", PATIENT) is None
