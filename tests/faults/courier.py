"""The delivery loop of a worker in a process of its own, `python -m tests.faults.courier`, with short leases."""

from __future__ import annotations

import uvloop

from parley.resources import open_resources
from parley.settings import Settings
from parley.web.serve import stop_requested
from parley.worker.deliveries import DeliveryWorker


async def main() -> None:
    async with open_resources(Settings(embeddings="none"), "courier") as resources:
        await DeliveryWorker(resources, spare_seconds=1.0).run(stop_requested())


if __name__ == "__main__":
    uvloop.run(main())
