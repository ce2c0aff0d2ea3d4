"""A worker in a process of its own, `python -m tests.faults.labourer`, whose jobs leave a trace in the database."""

from __future__ import annotations

import asyncio
import os
import sys

from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage import queue
from parley.storage.queue import Job, LeaseLost
from parley.web.serve import stop_requested
from parley.worker.registry import JobKind
from parley.worker.run import Worker
from tests.waiting import until

LEASE_SECONDS = 2.0
NOTE, PATIENT = "fault.note", "fault.patient"

TABLES = (
    "create table fault_writes (n int primary key)",
    "create table fault_effects (n int not null, pid int not null)",
    "create table fault_begun (n int not null, pid int not null)",
    "create table fault_gate (open bool not null)",
)


async def note(resources: Resources, job: Job) -> None:
    """One row, in the transaction that ends the job."""
    async with resources.db.transaction() as tx:
        await tx.execute("insert into fault_effects values ($1, $2)", job.args["n"], os.getpid())
        await queue.finish(tx, job)


async def is_open(resources: Resources) -> bool:
    return await resources.db.fetchrow("select from fault_gate where open") is not None


async def patient(resources: Resources, job: Job) -> None:
    """The same, but not before the gate is open."""
    async with resources.db.transaction() as tx:
        await tx.execute("insert into fault_begun values ($1, $2)", job.args["n"], os.getpid())
    try:
        await until(lambda: is_open(resources), 60)
        await note(resources, job)
    except (LeaseLost, asyncio.CancelledError):
        sys.stdout.write("lost\n")
        sys.stdout.flush()
        raise


KINDS = {name: JobKind(name, run, lease_seconds=LEASE_SECONDS) for name, run in ((NOTE, note), (PATIENT, patient))}


async def main() -> None:
    async with open_resources(Settings(embeddings="none"), "labourer") as resources:
        await Worker(resources, KINDS, at_once=4, lease_seconds=LEASE_SECONDS).run(stop_requested())


if __name__ == "__main__":
    asyncio.run(main())
