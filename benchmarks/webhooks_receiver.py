"""The receiver of the webhook benchmark: answers 204 to everything. What it costs is not measured, but it shares the
machine, so it is as thin as can be."""

from __future__ import annotations

import asyncio
import json
import re
from typing import cast

import uvloop

from parley.web.serve import stop_requested

ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


class Receiver(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._held = b""

    def data_received(self, data: bytes) -> None:
        self._held += data
        head, end, body = self._held.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if end and length and len(body) >= int(length[1]):
            self._held = b""
            self._transport.write(ANSWER)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Receiver, "127.0.0.1", 0)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await stop_requested().wait()


if __name__ == "__main__":
    uvloop.run(main())
