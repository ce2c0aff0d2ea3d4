"""What the HTTP benchmarks share: a server in a process of its own, started and run, and a client as thin as can be."""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp

from parley.kit import garbage_collection
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate
from parley.web.serve import bind, quiet_server, stop_requested


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
        assert answer.startswith(b"http/1.1 20"), received
        return received


async def cpu_seconds(port: int) -> float:
    """CPU time of the server process, asked of the server itself."""
    return float(await Connection(port, {}).send("GET", "/cpu"))


def cpu_used() -> Response:
    """What a server answers to that."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return Response(str(usage.ru_utime + usage.ru_stime))


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


@asynccontextmanager
async def opened(data: Path) -> AsyncIterator[Resources]:
    """In that process: what it holds, on a database of its own, ready to serve."""
    async with EmbeddedPostgres(data) as database, opened_on(database.dsn, data) as resources:
        yield resources


@asynccontextmanager
async def opened_on(dsn: str, data: Path) -> AsyncIterator[Resources]:
    """The same on a database that others use, too."""
    db = await Database.open(dsn, connections=1)
    await migrate(db)
    await db.aclose()
    async with open_resources(Settings(database_url=dsn, data=data), "bench") as resources:
        garbage_collection.tune()
        while not await resources.is_ready():  # noqa: ASYNC110 the database answers when it answers
            await asyncio.sleep(0.02)
        yield resources


async def serve(apps: Mapping[str, ASGIApp], about: Mapping[str, object]) -> None:
    """In that process: every app on a port of its own, until it is asked to stop. Prints the ports by the names of the
    apps, and what else there is to know."""
    listeners = [bind("127.0.0.1", 0) for _ in apps]
    servers = [quiet_server(app, 1) for app in apps.values()]
    ports = {name: listener.getsockname()[1] for name, listener in zip(apps, listeners, strict=True)}
    print(json.dumps({**ports, **about}), flush=True)
    serving = [
        asyncio.create_task(server.serve(sockets=[listener]))
        for server, listener in zip(servers, listeners, strict=True)
    ]
    await stop_requested().wait()
    for server in servers:
        server.should_exit = True
    await asyncio.gather(*serving)
