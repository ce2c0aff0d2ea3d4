"""A receiver of webhooks in a process of its own, `python -m tests.faults.recipient PORT FILE`. Each event's id is
written down before it is acknowledged: whatever kills the process, what it has said is true."""

from __future__ import annotations

import asyncio
import os
import sys

from parley.web.serve import stop_requested
from tests.receiver import OK, Received, receiving


async def main(port: int, file: str) -> None:
    log = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write_down(received: Received) -> bytes:
        os.write(log, received.headers["webhook-id"].encode() + b"\n")
        return OK

    async with receiving(write_down, port=port):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await stop_requested().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
