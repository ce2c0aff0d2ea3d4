"""Whatever is killed, the next start finds the data whole."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from parley.storage.embedded import EmbeddedPostgres, ForeignServer, process
from parley.storage.embedded.account import account_for
from parley.storage.embedded.binaries import find_binaries
from parley.storage.embedded.folder_access import allow_path
from parley.storage.embedded.layout import layout_of
from parley.storage.embedded.postmaster_pid import read_postmaster
from parley.storage.embedded.process import is_alive
from parley.storage.embedded.stale_processes import find_stale_processes

pytestmark = pytest.mark.io

Ask = Callable[[str, str], Awaitable[Any]]
Eventually = Callable[[Callable[[], object]], Awaitable[None]]
Own = Callable[[Path], "subprocess.Popen[str]"]

SECRET = "my card number is 4929"


def postmaster_of(data: Path) -> int:
    return int((data / "postgres/postmaster.pid").read_text().split()[0])


def processes_in(data: Path) -> list[int]:
    uid = (data / "postgres").stat().st_uid
    return [found.pid for found in find_stale_processes(layout_of(data), uid)]


async def ready(owner: subprocess.Popen[str]) -> None:
    assert owner.stdout is not None
    assert await asyncio.to_thread(owner.stdout.readline) == "ready\n"


async def test_a_killed_postmaster_is_noticed_and_started_again(server: EmbeddedPostgres, data: Path, ask: Ask) -> None:
    await ask(server.dsn, "INSERT INTO note VALUES ('committed')")
    os.kill(postmaster_of(data), signal.SIGKILL)
    assert await server.wait() == -signal.SIGKILL

    await server.start()

    assert await ask(server.dsn, "SELECT count(*) FROM note") == 2


async def test_children_that_outlive_a_killed_postmaster_are_ended(data: Path, ask: Ask) -> None:
    async with EmbeddedPostgres(data, grace=0.2) as server:
        connection = await asyncpg.connect(server.dsn)
        stopped = await connection.fetchval("SELECT pg_backend_pid()")
        os.kill(stopped, signal.SIGSTOP)
        os.kill(postmaster_of(data), signal.SIGKILL)
        await server.wait()
        assert is_alive(stopped)

        await server.start()

        assert not is_alive(stopped)
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"
        connection.terminate()


async def test_a_killed_session_costs_nobody_their_data_and_no_text_reaches_the_log(
    server: EmbeddedPostgres, ask: Ask
) -> None:
    connection = await asyncpg.connect(server.dsn)
    await connection.execute("INSERT INTO note VALUES ($1)", SECRET)
    for statement in ("INSERT INTO note VALUES ($1::text)", "SELECT CAST($1::text AS int)"):
        with pytest.raises(asyncpg.PostgresError):
            await connection.execute(statement, SECRET)
    with pytest.raises(asyncpg.PostgresError):
        await connection.execute(f"SELECT nonsense FROM '{SECRET}'")
    pid = await connection.fetchval("SELECT pg_backend_pid()")
    sleeping = asyncio.create_task(connection.execute(f"SELECT '{SECRET}', pg_sleep(60)"))
    asleep = f"SELECT count(*) FROM pg_stat_activity WHERE pid = {pid} AND wait_event = 'PgSleep'"
    await until(ask, server.dsn, asleep, 1)

    os.kill(pid, signal.SIGKILL)
    with pytest.raises((asyncpg.PostgresConnectionError, ConnectionError)):
        await sleeping
    await server.start()

    await until(ask, server.dsn, "SELECT count(*) FROM note", 2)
    log = server.log.read_text()
    assert "was terminated by signal 9" in log
    assert "card number" not in log


async def until(ask: Ask, dsn: str, statement: str, expected: int) -> None:
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(asyncpg.PostgresConnectionError, asyncpg.CannotConnectNowError, ConnectionError):
                if await ask(dsn, statement) == expected:
                    return
            await asyncio.sleep(0.01)


async def test_the_server_ends_with_its_owner(data: Path, own: Own, ask: Ask, eventually: Eventually) -> None:
    owner = own(data)
    await ready(owner)
    assert len(processes_in(data)) > 1

    owner.kill()

    await eventually(lambda: not processes_in(data))
    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"


async def test_a_start_right_after_the_owner_was_killed_waits_for_the_old_server(
    data: Path, own: Own, ask: Ask
) -> None:
    owner = own(data)
    await ready(owner)
    owner.kill()
    owner.wait()

    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"


async def test_a_server_that_outlived_its_owner_is_ended_first(data: Path, own: Own, ask: Ask) -> None:
    owner = own(data)
    await ready(owner)
    orphan = postmaster_of(data)
    os.kill(orphan, signal.SIGSTOP)
    owner.kill()
    owner.wait()
    assert is_alive(orphan)

    async with EmbeddedPostgres(data, grace=0.2) as server:
        assert not is_alive(orphan)
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"


@pytest.fixture
def foreign(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A server that an operator started by hand."""
    options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={data / 'run'}"]
    account = account_for(data / "postgres")
    identity: dict[str, Any] = {"user": account.uid, "group": account.gid} if account else {}
    if account is not None:
        allow_path(data / "postgres", account)
    command = [str(find_binaries().postgres), "-D", str(data / "postgres"), *options]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd="/", **identity) as running:
        yield running
        running.send_signal(process.SHUTDOWN_FAST)


async def test_a_server_that_somebody_else_started_is_not_touched(
    data: Path, foreign: subprocess.Popen[bytes], eventually: Eventually
) -> None:
    await eventually(lambda: processes_in(data))

    with pytest.raises(ForeignServer, match=f"pid {foreign.pid}"):
        await EmbeddedPostgres(data).start()

    assert foreign.poll() is None


@pytest.fixture
def stranger(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Somebody's process that has nothing to do with PostgreSQL, but happens to be in its folder."""
    with subprocess.Popen(["sleep", "60"], cwd=data / "postgres") as running:
        yield running
        running.kill()


@pytest.mark.parametrize(
    "content", ["", "12", "garbage\n", "{stranger}\n{cluster}\n1790000000\n5432\n/nowhere\n\n\nready\n"]
)
async def test_a_stale_or_truncated_pid_file_is_no_obstacle(
    data: Path, content: str, stranger: subprocess.Popen[bytes], ask: Ask
) -> None:
    text = content.format(stranger=stranger.pid, cluster=data / "postgres")
    (data / "postgres/postmaster.pid").write_text(text)

    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"

    assert stranger.poll() is None


@pytest.mark.parametrize(
    "reached", ["postgres.new-*", "postgres.new-*/base/1/1255", "postgres.new-*/base/5", "postgres"]
)
async def test_an_owner_killed_while_it_makes_the_cluster(
    tmp_path: Path, reached: str, own: Own, ask: Ask, eventually: Eventually
) -> None:
    data = tmp_path / "data"
    owner = own(data)
    await eventually(lambda: any(data.glob(reached)) or owner.poll() is not None)
    owner.kill()
    owner.wait()

    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT current_database()") == "parley"
    assert not list(data.glob("postgres.new-*"))


async def test_an_owner_killed_during_recovery(data: Path, own: Own, ask: Ask, eventually: Eventually) -> None:
    server = EmbeddedPostgres(data)
    await server.start()
    await ask(server.dsn, "CREATE TABLE many AS SELECT n, md5(n::text) FROM generate_series(1, 100000) n")
    killed = postmaster_of(data)
    os.kill(killed, signal.SIGKILL)
    await server.wait()
    await server.stop()
    owner = own(data)
    await eventually(lambda: (found := read_postmaster(data / "postgres/postmaster.pid")) and found.pid != killed)

    owner.kill()
    owner.wait()

    async with EmbeddedPostgres(data) as after:
        assert await ask(after.dsn, "SELECT count(*) FROM many") == 100000


async def test_a_start_that_is_cancelled_leaves_nothing_behind(
    tmp_path: Path, eventually: Eventually, ask: Ask
) -> None:
    data = tmp_path / "data"
    starting = asyncio.create_task(EmbeddedPostgres(data).start())
    await eventually(lambda: any(data.glob("postgres.new-*/base")))

    starting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await starting
    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT 1") == 1
