"""A process knows whether it can write: read-only, full and absent databases, and back again."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from parley.resources import Resources
from parley.storage import write_probe
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.write_probe import WriteProbe
from tests.conftest import private_folder
from tests.contract import ContractClient
from tests.waiting import until

pytestmark = pytest.mark.io

SECONDS = 30.0
FULL_DISK_BYTES = 160 << 20
READY, NOT_READY = (200, {"status": "ready"}), (503, {"status": "not ready"})


@asynccontextmanager
async def probing(db: Database) -> AsyncIterator[WriteProbe]:
    probe = WriteProbe(db)
    running = asyncio.create_task(probe.run())
    try:
        await until(writes(probe), SECONDS)
        yield probe
    finally:
        running.cancel()


def writes(probe: WriteProbe, wanted: bool = True) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return probe.is_writable is wanted

    return check


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_probe, "PROBE_SECONDS", 0.1)
    monkeypatch.setattr(write_probe, "HOLD_SECONDS", 0.5)


async def everybody_out(db: Database, default: str) -> None:
    """The database's default becomes this for new sessions, and nobody has an old one."""
    server = await asyncpg.connect(db.dsn)
    try:
        await server.execute("set default_transaction_read_only = off")
        name = await server.fetchval("select current_database()")
        await server.execute(f"alter database {name} set default_transaction_read_only = {default}")
        others = "datname = current_database() and pid <> pg_backend_pid()"
        await server.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")
    finally:
        await server.close()


async def test_ready_is_said_only_while_writes_work(
    quickly: None, platform: ContractClient, resources: Resources
) -> None:
    assert resources.write_probe.is_writable
    assert resources.health()["writable"] is True

    async def answers(expected: tuple[int, dict[str, str]]) -> bool:
        answer = await platform.get("/readyz")
        return (answer.status_code, answer.json()) == expected

    await until(lambda: answers(READY), SECONDS)
    await everybody_out(resources.db, "on")
    await until(lambda: answers(NOT_READY), SECONDS)
    await until(lambda: is_trusted(resources), SECONDS)
    assert await answers(NOT_READY), "signals arrive again, reading works, and writing does not"
    assert await resources.db.fetch("select true")
    await everybody_out(resources.db, "off")
    await until(lambda: answers(READY), SECONDS)


async def is_trusted(resources: Resources) -> bool:
    return resources.signals.is_trusted


async def test_a_write_that_is_refused_is_unavailable_and_its_session_is_not_used_again(db: Database) -> None:
    async with db.connection() as held:
        await held.execute("set default_transaction_read_only = on")
        pid = held.get_server_pid()
    with pytest.raises(DatabaseUnavailable):
        async with db.transaction() as tx:
            await tx.execute("create table t (n int)")
    assert time.monotonic() - db.write_failed_at < SECONDS
    async with db.transaction() as tx:
        assert tx.get_server_pid() != pid
        await tx.execute("create table t (n int)")


async def test_one_write_without_room_counts_for_a_while(quickly: None, db: Database) -> None:
    async with probing(db) as probe:
        with pytest.raises(DatabaseUnavailable):
            await db.fetch("do $$ begin raise exception 'no room' using errcode = '53100'; end $$")
        assert not probe.is_writable
        await until(writes(probe), SECONDS)


async def test_a_database_that_is_gone_is_not_writable(quickly: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_probe, "FRESH_SECONDS", 1.0)
    with private_folder() as folder:
        server = EmbeddedPostgres(folder)
        await server.start()
        db = await Database.open(server.dsn, connections=2)
        async with probing(db) as probe:
            await server.stop()
            await until(writes(probe, False), SECONDS)
            await server.start()
            await until(writes(probe), SECONDS)
        await db.aclose()
        await server.stop()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of its own with little room, or none to be had without the right to mount one."""
    with private_folder() as folder:
        options = ["-t", "tmpfs", "-o", f"size={FULL_DISK_BYTES},mode=0711", "parley-test"]
        made = subprocess.run(["mount", *options, str(folder)], check=False, capture_output=True)
        if made.returncode != 0:
            pytest.skip("only root may mount a small file system")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_full_disk_is_not_writable_and_an_emptied_one_is_again(quickly: None, small_disk: Path) -> None:
    server = EmbeddedPostgres(small_disk)
    await server.start()
    db = await Database.open(server.dsn, connections=2)
    try:
        async with probing(db) as probe:
            filler = small_disk / "filler"
            fill(filler)
            await until(writes(probe, False), SECONDS)
            assert await db.fetch("select true"), "reading goes on"
            filler.unlink()
            await until(writes(probe), SECONDS)
    finally:
        await db.aclose()
        await server.stop()


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as out, suppress(OSError):
        for size in (1 << 20, 4096):
            with suppress(OSError):
                while True:
                    out.write(os.urandom(size))
