"""A process that owns the server of a data folder, to be killed by tests: `python owner.py DATA`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from parley.storage.embedded import EmbeddedPostgres


async def own(data: Path) -> None:
    server = EmbeddedPostgres(data)
    await server.start()
    print("ready", flush=True)
    await server.wait()


asyncio.run(own(Path(sys.argv[1])))
