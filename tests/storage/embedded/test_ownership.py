"""One owner; everybody else is told who it is, or uses its server."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.storage.embedded import AlreadyRunning, EmbeddedPostgres, NotRunning, database, running_dsn

pytestmark = pytest.mark.io

Ask = Callable[[str, str], Awaitable[Any]]
Own = Callable[[Path], "subprocess.Popen[str]"]


async def test_a_second_owner_is_told_who_the_first_is(data: Path, own: Own, ask: Ask) -> None:
    owner = own(data)
    assert owner.stdout is not None
    await asyncio.to_thread(owner.stdout.readline)

    with pytest.raises(AlreadyRunning, match=rf"already running \(pid {owner.pid}\)") as refused:
        await EmbeddedPostgres(data).start()

    assert refused.value.pid == owner.pid
    assert await ask(running_dsn(data), "SELECT text FROM note") == "kept"


async def test_two_owners_in_one_process_are_two(standing: EmbeddedPostgres, ask: Ask) -> None:
    data = standing.log.parent
    with pytest.raises(AlreadyRunning, match=f"pid {os.getpid()}"):
        await EmbeddedPostgres(data).start()
    assert await ask(standing.dsn, "SELECT 1") == 1


async def test_a_patient_owner_takes_over_when_the_first_ends(data: Path, ask: Ask) -> None:
    first, second = EmbeddedPostgres(data), EmbeddedPostgres(data)
    await first.start()
    waiting = asyncio.create_task(second.start(patience=20))
    await first.stop()

    await waiting

    assert await ask(second.dsn, "SELECT text FROM note") == "kept"
    await second.stop()


async def test_many_who_come_at_once_share_a_server_and_none_ends_it_under_another(tmp_path: Path, ask: Ask) -> None:
    async def client_lock(seconds: float) -> Any:
        async with database(tmp_path / "data") as dsn:
            return await ask(dsn, f"SELECT current_database() FROM pg_sleep({seconds})")

    assert await asyncio.gather(*(client_lock(tenths / 10) for tenths in range(4))) == ["parley"] * 4
    with pytest.raises(NotRunning):
        running_dsn(tmp_path / "data")


async def test_an_operator_uses_the_running_server_and_leaves_it_running(standing: EmbeddedPostgres, ask: Ask) -> None:
    data = standing.log.parent
    async with database(data) as dsn:
        assert dsn == standing.dsn == running_dsn(data)
    assert await ask(standing.dsn, "SELECT 1") == 1


async def test_an_operator_starts_a_server_for_the_moment(data: Path, ask: Ask) -> None:
    with pytest.raises(NotRunning, match="parley up"):
        running_dsn(data)
    async with database(data) as dsn:
        assert await ask(dsn, "SELECT text FROM note") == "kept"
    with pytest.raises(NotRunning, match="parley up"):
        running_dsn(data)


async def test_a_folder_without_anything_has_nothing_running(tmp_path: Path) -> None:
    with pytest.raises(NotRunning):
        running_dsn(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


async def test_a_server_whose_postmaster_was_killed_is_not_running(server: EmbeddedPostgres, data: Path) -> None:
    os.kill(int((data / "postgres/postmaster.pid").read_text().split()[0]), 9)
    await server.wait()

    with pytest.raises(NotRunning, match="starting or ending"):
        running_dsn(data)
    with pytest.raises(NotRunning):
        async with database(data, patience=0):
            pytest.fail("there is no database")
    await server.start()
    assert running_dsn(data) == server.dsn


@pytest.fixture
def ghost(data: Path) -> Iterator[None]:
    """A forked child of a dead owner: holds the lock for a moment longer than its parent lived."""
    lock = data / "postgres.lock"
    dead = subprocess.Popen(["true"])
    dead.wait()
    lock.write_text(str(dead.pid))
    with subprocess.Popen(["flock", lock, "sh", "-c", "echo; exec sleep 0.3"], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        yield


@pytest.mark.usefixtures("ghost")
async def test_a_lock_that_a_dead_owners_child_still_holds_is_waited_for(data: Path, ask: Ask) -> None:
    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"
