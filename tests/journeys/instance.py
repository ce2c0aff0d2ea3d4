"""A real `parley up` in processes of its own, started and stopped as a user does, with nothing left behind."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tests.waiting import until

MARK = "TEST_INSTANCE_OF_PARLEY"
ANY_PORTS = (
    "--platform-port",
    "0",
    "--build-port",
    "0",
    "--messaging-port",
    "0",
    "--sip-port",
    "0",
    "--sip-tls-port",
    "0",
)
PARLEY = (sys.executable, "-m", "parley.cli.main")
START_SECONDS = 120.0
STOP_SECONDS = 60.0
"""More than the longest drain and what the supervisor gives its children on top."""
QUICK_DRAIN = {"PARLEY_VOICE_DRAIN_SECONDS": "1"}
"""A call that a test leaves behind keeps nobody waiting."""
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


@dataclass(slots=True)
class Running:
    """A command in a process of its own. What it prints goes to files; its environment marks all that it starts."""

    process: subprocess.Popen[bytes]
    folder: Path
    mark: str
    _seen: dict[int, int] = field(default_factory=dict)
    """Processes that were ours when we looked, by their start: they stay ours when their parent dies."""

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def stdout(self) -> str:
        return (self.folder / f"{self.mark}.out").read_text()

    @property
    def stderr(self) -> str:
        return (self.folder / f"{self.mark}.err").read_text()

    @property
    def pid(self) -> int:
        return self.process.pid

    def processes(self) -> dict[int, str]:
        """Every living process of this one, however it was started, with its command line."""
        stats = {pid: stat for name in os.listdir("/proc") if name.isdigit() and (stat := stat_of(pid := int(name)))}
        ours = {pid for pid, stat in stats.items() if self._seen.get(pid) == stat.started or self._is_marked(pid)}
        while more := {pid for pid, stat in stats.items() if stat.parent in ours and pid not in ours}:
            ours |= more
        self._seen = {pid: stats[pid].started for pid in ours}
        return {pid: _command(pid) for pid in ours if stats[pid].lives}

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    async def until_ended(self, seconds: float = STOP_SECONDS) -> int:
        await until(_checking(self.has_ended), seconds)
        return self.process.wait()

    async def until_gone(self, seconds: float = 10.0) -> None:
        """Until the last process has ended, also those that nobody waits for."""
        await until(_checking(lambda: not self.processes()), seconds)

    async def until_true(self, condition: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        """While it runs; an end meanwhile fails the test."""

        async def check() -> bool:
            assert not self.has_ended(), f"it ended: {self.stdout} {self.stderr}"
            return condition()

        await until(check, seconds)

    async def until_printed(self, words: str) -> None:
        await self.until_true(lambda: words in self.stdout)

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return await self.until_ended()

    async def clear(self) -> None:
        """Whatever happened in the test, nothing of ours runs afterwards; one that does not stop when told fails it."""
        try:
            if not self.has_ended():
                await self.stop()
        finally:
            for pid in self.processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.wait()

    def _is_marked(self, pid: int) -> bool:
        try:
            if f"{MARK}={self.mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                return True
            return os.readlink(f"/proc/{pid}/cwd").startswith(str(self.data))
        except OSError:
            return False


@dataclass(slots=True)
class Instance(Running):
    """A `parley up` that has said that it is ready."""

    @property
    def credentials_file(self) -> Path:
        return self.data / "credentials.json"

    @property
    def credentials(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.credentials_file.read_bytes())
        return content

    @property
    def keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = self.credentials["keys"]
        return keys

    @property
    def secrets(self) -> list[str]:
        """Every key of the demo, one by one."""
        parts = (key.items() if isinstance(key, dict) else [("", key)] for key in self.keys.values())
        return [one for part in parts for name, one in part if name != "host"]

    @property
    def database_password(self) -> str:
        return (self.data / "postgres.password").read_text().strip()

    @property
    def postmaster(self) -> int:
        return int((self.data / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])

    async def health(self) -> dict[str, Any]:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            children: dict[str, Any] = (await client.get(f"{self.credentials['ops_url']}/healthz")).json()["children"]
        return children

    async def is_ready(self) -> bool:
        try:
            async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
                answer = await client.get(f"{self.credentials['ops_url']}/readyz")
        except (httpx.HTTPError, FileNotFoundError):
            return False
        return answer.status_code == 200

    async def agents(self, key: str | None = None) -> httpx.Response:
        """The simplest question that takes a key and the database: the agents of the demo account."""
        url = f"{self.credentials['build_url']}/v1/accounts/{self.credentials['account_id']}/agents"
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            return await client.get(url, headers={"x-api-key": key or self.keys["build"]})


def start(
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    command: Sequence[str] = PARLEY,
) -> Instance:
    """Starts `parley` with the arguments on the data folder in `folder`. Use `up` or `running`, which also end it."""
    mark = uuid4().hex
    with (folder / f"{mark}.out").open("wb") as out, (folder / f"{mark}.err").open("wb") as err:
        process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
            env={**plain_environment(), **QUICK_DRAIN, MARK: mark, **(env or {})},
            start_new_session=True,
            preexec_fn=_end_with_the_tests,
        )
    return Instance(process, folder, mark)


@asynccontextmanager
async def running(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None, command: Sequence[str] = PARLEY
) -> AsyncIterator[Instance]:
    """Any `parley` command that goes on until it is stopped; not yet waited for."""
    instance = start(folder, *arguments, env=env, command=command)
    try:
        yield instance
    finally:
        await instance.clear()


@asynccontextmanager
async def up(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None, command: Sequence[str] = PARLEY
) -> AsyncIterator[Instance]:
    """`parley up` on free ports, ready."""
    credentials = folder / "data" / "credentials.json"
    before = _version(credentials)
    options = ("up", "--data", str(folder / "data"), *ANY_PORTS, *arguments)
    async with running(folder, *options, env=env, command=command) as instance:
        await instance.until_true(lambda: _version(credentials) != before)
        await until(instance.is_ready, START_SECONDS)
        yield instance


def parley(
    data: Path | None, *arguments: str, env: Mapping[str, str] | None = None, seconds: float = 60
) -> subprocess.CompletedProcess[str]:
    """Runs an operator's command to its end."""
    where = ("--data", str(data)) if data is not None else ()
    return subprocess.run(
        [*PARLEY, *arguments, *where],
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
        env={**plain_environment(), **(env or {})},
    )


def plain_environment() -> dict[str, str]:
    """Ours without what would set up Parley."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PARLEY_")}


@dataclass(frozen=True, slots=True)
class Stat:
    parent: int
    started: int
    lives: bool
    """A process that has ended but that nobody has asked about does not live."""


def stat_of(pid: int) -> Stat | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return Stat(int(fields[1]), int(fields[19]), fields[0] not in ("Z", "X"))


def seconds_since(began: float) -> float:
    return time.monotonic() - began


def _checking(condition: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return condition()

    return check


def _version(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _end_with_the_tests() -> None:
    """Even when the tests themselves are killed."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
