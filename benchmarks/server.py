"""What the HTTP benchmarks share: a server in a process of its own, and a client as thin as can be."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any


class Connection:
    """What it costs is not measured, but it shares the machine."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self._port = port
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: object = None) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(content)}\r\n"
        head += f"content-type: application/json\r\n{self._headers}\r\n"
        writer.write(head.encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        received = await reader.readexactly(size)
        assert answer.startswith(b"http/1.1 200"), received
        return received


async def cpu_seconds(port: int) -> float:
    """CPU time of the server process, asked of the server itself."""
    return float(await Connection(port, {}).send("GET", "/cpu"))


@asynccontextmanager
async def running(module: str, *arguments: str, kept: Path | None = None) -> AsyncIterator[tuple[int, dict[str, Any]]]:
    """The pid of a server module's process and what it printed about itself. Its data is removed unless it is kept."""
    data = kept or Path(tempfile.mkdtemp(prefix="parley-bench-"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, str(data), *arguments, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        yield process.pid, json.loads(await process.stdout.readline())
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
        if kept is None:
            shutil.rmtree(data, ignore_errors=True)
