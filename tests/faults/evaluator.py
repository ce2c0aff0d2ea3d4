"""A worker in a process of its own, `python -m tests.faults.evaluator`, that does nothing but evaluate alert rules."""

from __future__ import annotations

import asyncio

from parley.domain.alerts.jobs import EVALUATE_RULES
from parley.resources import open_resources
from parley.settings import Settings
from parley.web.serve import stop_requested
from parley.worker.registry import JOBS, JobKind
from parley.worker.run import Worker

LEASE_SECONDS = 0.6
KINDS = {EVALUATE_RULES: JobKind(EVALUATE_RULES, JOBS[EVALUATE_RULES].run, attempts=1000, lease_seconds=LEASE_SECONDS)}


async def main() -> None:
    async with open_resources(Settings(embeddings="none"), "evaluator") as resources:
        await Worker(resources, KINDS, lease_seconds=LEASE_SECONDS).run(stop_requested())


if __name__ == "__main__":
    asyncio.run(main())
