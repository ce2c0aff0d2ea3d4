"""What the benchmark of calls runs: processes of Parley, one of them on a core of its own, and sipp, which calls and is
called."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
import tempfile
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from benchmarks.calls_agent import Callee, create_callee
from benchmarks.calls_media import Sink
from parley.kit.encryption import Encryptor
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate

LOOPBACK = "127.0.0.1"
FOLDER = Path(__file__).parent
CALLERS = FOLDER / "calls_callers.xml"
CALLED = FOLDER.parent / "tests" / "telephony" / "peers" / "scenarios" / "hang_up.xml"
CALLS_A_SECOND = 10
PATIENCE_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class Site:
    db: Database
    callee: Callee
    folder: Path
    secret_key: bytes
    sip_port: int
    trunk_port: int

    @asynccontextmanager
    async def role(
        self, *command: str, cores: set[int], settings: Mapping[str, str] = MappingProxyType({})
    ) -> AsyncIterator[int]:
        """A process of Parley that uses these cores, once it is ready; its pid."""
        ops = free_port()
        env = {
            **os.environ,
            "PARLEY_DATABASE_URL": self.db.dsn,
            "PARLEY_DATA": str(self.folder),
            "PARLEY_SECRET_KEY": b64encode(self.secret_key).decode(),
            "PARLEY_EMBEDDINGS": "none",
            "PARLEY_SPEECH": "espeak",
            "PARLEY_SIP_PORT": str(self.sip_port),
            "PARLEY_SIP_TLS_PORT": "0",
            "PARLEY_VOICE_DRAIN_SECONDS": "0",
            "PARLEY_LOG_LEVEL": "error",
            **settings,
        }
        arguments = ("-m", "parley.cli.main", *command, "--ops-port", str(ops))
        with on_cores(cores):
            process = await asyncio.create_subprocess_exec(sys.executable, *arguments, env=env)
        try:
            await until(lambda: is_ready(ops))
            yield process.pid
        finally:
            with suppress(ProcessLookupError):  # it has ended by itself and said why
                process.terminate()
            await process.wait()

    @asynccontextmanager
    async def callers(self, number: str, sinks: Sequence[Sink]) -> AsyncIterator[asyncio.subprocess.Process]:
        """Calls a number, once for each of these sinks. Ends when all were hung up on."""
        listed = [f"{sink.port};+4420794{place:05}" for place, sink in enumerate(sinks)]
        options = ("-s", number, "-inf", "callers.csv", "-r", str(CALLS_A_SECOND), "-l", str(len(sinks)))
        target = f"{LOOPBACK}:{self.sip_port}"
        async with self._sipp(CALLERS, free_port(), len(sinks), *options, target, callers=listed) as process:
            yield process

    @asynccontextmanager
    async def called(self, calls: int) -> AsyncIterator[asyncio.subprocess.Process]:
        """Answers calls through the trunk and hangs up at once."""
        async with self._sipp(CALLED, self.trunk_port, calls, "-d", "0") as process:
            yield process

    @asynccontextmanager
    async def _sipp(
        self, scenario: Path, port: int, calls: int, *options: str, callers: Sequence[str] = ()
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name)
            (folder / "callers.csv").write_text("\n".join(("SEQUENTIAL", *callers, "")))
            common = ("-sf", str(scenario), "-i", LOOPBACK, "-p", str(port), "-m", str(calls), "-nostdin")
            with (folder / "out").open("wb") as out:
                process = await asyncio.create_subprocess_exec(
                    "sipp", *common, "-mi", LOOPBACK, *options, cwd=folder, stdout=out, stderr=out
                )
            try:
                yield process
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()


@asynccontextmanager
async def site() -> AsyncIterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="parley-bench-"))
    key, trunk_port = os.urandom(32), free_port()
    try:
        async with EmbeddedPostgres(folder) as database:
            db = await Database.open(database.dsn, connections=2)
            await migrate(db)
            callee = await create_callee(db, Encryptor(key), trunk_port)
            yield Site(db, callee, folder, key, free_port(), trunk_port)
            await db.aclose()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def on_cores(cores: set[int]) -> Iterator[None]:
    """What is started meanwhile uses these cores alone."""
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, ours)


def free_port() -> int:
    """One that nobody has, for UDP as well as for TCP, and that was not given out before."""
    while True:
        with (
            closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe,
            closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as other,
            suppress(OSError),
        ):
            probe.bind((LOOPBACK, 0))
            port = int(probe.getsockname()[1])
            other.bind((LOOPBACK, port))
            if port not in _given:
                _given.add(port)
                return port


_given: set[int] = set()


async def is_ready(ops_port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection(LOOPBACK, ops_port)
    except OSError:
        return False
    writer.write(b"GET /readyz HTTP/1.0\r\n\r\n")
    answer = await reader.readline()
    writer.close()
    return b" 200 " in answer


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = PATIENCE_SECONDS) -> None:
    """What others do is seen from outside."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 what is waited for is not one event
            await asyncio.sleep(0.02)
