"""A tenant that floods: many conversations at once, each asking again as soon as it is answered, until it is ended.

`python -m tests.web.flood PORT PATH HEADERS CONVERSATIONS`, the last two as JSON. Prints a line once all have asked.
"""

from __future__ import annotations

import asyncio
import json
import sys


class Connection:
    """HTTP/1.1 with as little around it as can be: what it costs is taken from whoever is measured."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port = port
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(content)}\r\n"
        writer.write(f"{head}content-type: application/json\r\n{self._headers}\r\n".encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return int(answer[9:12]), await reader.readexactly(size)


async def flood(port: int, path: str, headers: dict[str, str], conversations: list[str]) -> None:
    begun = 0

    async def talk(conversation: str) -> None:
        nonlocal begun
        connection = Connection(port, headers)
        body = {"conversation_id": conversation, "message": "hello"}
        while True:
            begun += 1
            if begun == 3 * len(conversations):
                print("flooding", flush=True)
            await connection.send("POST", path, body)

    await asyncio.gather(*map(talk, conversations))


if __name__ == "__main__":
    asyncio.run(flood(int(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4])))
