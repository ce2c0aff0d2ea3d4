from __future__ import annotations

import asyncio
import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from parley.storage.embedded import EmbeddedPostgres
from parley.storage.embedded.layout import layout_of
from parley.storage.embedded.stale_processes import find_stale_processes

OWNER = Path(__file__).with_name("owner.py")
MEMORY = Path("/dev/shm")
DEADLINE = 20.0


def copy_cluster(source: Path, target: Path) -> None:
    """Owners included, which Python's own copying leaves out."""
    subprocess.run(["cp", "-a", source, target], check=True)


def fast_place() -> Path | None:
    """In memory when there is room, for a cluster is copied for almost every test; None: where temporary files go."""
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2 << 30
    return MEMORY if has_room else None


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="parley-embedded-", dir=fast_place()))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Instead of pytest's own, above which every new run of pytest takes all rights from others, and so from servers.

    Emptied at once, too: a cluster takes 40 MB.
    """
    with private_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def shelf() -> Iterator[Path]:
    with private_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
async def template(shelf: Path) -> Path:
    """A data folder whose server was started and stopped, and in whose database there is a note."""
    data = shelf / "template"
    async with EmbeddedPostgres(data) as server:
        connection = await asyncpg.connect(server.dsn)
        await connection.execute("CREATE TABLE note (text text PRIMARY KEY)")
        await connection.execute("INSERT INTO note VALUES ('kept')")
        await connection.close()
    return data


@pytest.fixture
def data(template: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "data"
    copy_cluster(template, copy)
    return copy


@pytest.fixture(scope="session")
async def standing(template: Path, shelf: Path) -> AsyncIterator[EmbeddedPostgres]:
    """A server for tests that only look at it."""
    data = shelf / "standing"
    copy_cluster(template, data)
    async with EmbeddedPostgres(data) as running:
        yield running


@pytest.fixture
async def server(data: Path) -> AsyncIterator[EmbeddedPostgres]:
    async with EmbeddedPostgres(data) as running:
        yield running


@pytest.fixture
def ask() -> Callable[[str, str], Awaitable[Any]]:
    """The first value that a statement returns."""

    async def first_value(dsn: str, statement: str) -> Any:
        connection = await asyncpg.connect(dsn)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return first_value


@pytest.fixture
def eventually() -> Callable[[Callable[[], object]], Awaitable[None]]:
    async def wait_for(condition: Callable[[], object]) -> None:
        async with asyncio.timeout(DEADLINE):
            while True:
                if condition():
                    return
                await asyncio.sleep(0.001)

    return wait_for


@pytest.fixture
def own() -> Iterator[Callable[[Path], subprocess.Popen[str]]]:
    """Starts another process that owns the server of a data folder; it prints a line when the server is ready."""
    owners: list[tuple[subprocess.Popen[str], Path]] = []

    def start(data: Path) -> subprocess.Popen[str]:
        owner = subprocess.Popen([sys.executable, OWNER, data], stdout=subprocess.PIPE, text=True)
        owners.append((owner, data))
        return owner

    yield start
    for owner, data in owners:
        owner.kill()
        owner.communicate()
        wait_until_left(data)


def wait_until_left(data: Path) -> None:
    uid = (data / "postgres").stat().st_uid
    deadline = time.monotonic() + DEADLINE
    while find_stale_processes(layout_of(data), uid):
        assert time.monotonic() < deadline
