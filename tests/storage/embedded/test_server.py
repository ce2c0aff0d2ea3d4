from __future__ import annotations

import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from parley.storage.embedded import (
    ClusterUnusable,
    EmbeddedPostgres,
    NotRunning,
    StartFailed,
    UnsupportedSystem,
    VersionMismatch,
)
from parley.storage.embedded.layout import layout_of

pytestmark = pytest.mark.io

Ask = Callable[[str, str], Awaitable[Any]]


async def test_a_first_start_makes_everything_and_a_second_keeps_it(tmp_path: Path, ask: Ask) -> None:
    data = tmp_path / "new" / "data"
    async with EmbeddedPostgres(data) as server:
        await ask(server.dsn, "CREATE TABLE note AS SELECT 'kept' AS text")
        first = server.dsn
    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"
        assert server.dsn == first
    assert sorted(path.name for path in data.iterdir()) == [
        "postgres",
        "postgres.lock",
        "postgres.log",
        "postgres.password",
        "run",
    ]


async def test_the_settings_are_those_of_a_careful_server(standing: EmbeddedPostgres, ask: Ask) -> None:
    expected = {
        "data_checksums": "on",
        "fsync": "on",
        "full_page_writes": "on",
        "synchronous_commit": "on",
        "TimeZone": "UTC",
        "server_encoding": "UTF8",
        "listen_addresses": "",
        "max_connections": "200",
        "jit": "off",
    }
    assert {name: await ask(standing.dsn, f"SHOW {name}") for name in expected} == expected


async def test_words_of_every_language_are_words(standing: EmbeddedPostgres, ask: Ask) -> None:
    assert await ask(standing.dsn, "SELECT lower('ÀÉ ÑÜ ЖΣ')") == "àé ñü жσ"
    assert await ask(standing.dsn, "SELECT to_tsvector('Straße—ЖУК')::text") == "'straße':1 'жук':2"


async def test_changed_settings_are_written_anew_and_the_operators_are_kept(data: Path, ask: Ask) -> None:
    (data / "postgres/parley.conf").write_text("max_connections = 3\n")
    (data / "postgres/local.conf").write_text("work_mem = '23MB'\n")
    (data / "postgres/local.conf").chmod(0o644)

    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SHOW max_connections") == "200"
        assert await ask(server.dsn, "SHOW work_mem") == "23MB"


async def test_a_data_folder_can_be_too_long_for_a_socket(data: Path, ask: Ask) -> None:
    far = data.parent / ("long" * 20) / ("longer, " * 12) / "it's"
    far.parent.mkdir(parents=True)
    shutil.move(data, far)
    socket_folder = layout_of(far).socket_folder()
    try:
        async with EmbeddedPostgres(far) as server:
            assert await ask(server.dsn, "SELECT text FROM note") == "kept"
            assert socket_folder.stat().st_mode & 0o777 == 0o700
            assert far not in socket_folder.parents
    finally:
        shutil.rmtree(socket_folder)


async def test_a_socket_folder_that_somebody_else_put_there_is_refused(data: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    shutil.rmtree(data / "run")
    (data / "run").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(ClusterUnusable, match="is not a folder"):
        await EmbeddedPostgres(data).start()


async def test_a_dropped_database_is_made_again(data: Path, ask: Ask) -> None:
    async with EmbeddedPostgres(data) as server:
        await ask(server.dsn.replace("/parley?", "/postgres?"), "DROP DATABASE parley")
    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT current_database()") == "parley"


async def test_a_lost_password_is_set_anew(data: Path, ask: Ask) -> None:
    (data / "postgres.password").unlink()

    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"


async def test_a_wrong_password_says_how_to_get_a_new_one(data: Path) -> None:
    (data / "postgres.password").write_text("wrong")

    with pytest.raises(ClusterUnusable, match="remove the file and start again"):
        await EmbeddedPostgres(data).start()


async def test_nobody_comes_in_without_the_password_and_our_role_is_no_superuser(
    standing: EmbeddedPostgres, ask: Ask
) -> None:
    without = standing.dsn.split("@")[1]
    with pytest.raises(asyncpg.InvalidPasswordError):
        await ask(f"postgresql://parley:guess@{without}", "SELECT 1")
    with pytest.raises(asyncpg.InvalidAuthorizationSpecificationError):
        await ask(f"postgresql://postgres@{without}", "SELECT 1")
    assert await ask(standing.dsn, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False


async def test_the_password_is_private_and_on_no_command_line(standing: EmbeddedPostgres) -> None:
    data = standing.log.parent
    password = (data / "postgres.password").read_text()
    assert (data / "postgres.password").stat().st_mode & 0o777 == 0o600
    pid = int((data / "postgres/postmaster.pid").read_text().split()[0])
    assert password not in command_line_of(pid)


def command_line_of(pid: int) -> str:
    return Path("/proc", str(pid), "cmdline").read_text()


async def test_a_cluster_of_another_version_is_refused_by_name(data: Path) -> None:
    (data / "postgres/PG_VERSION").write_text("14\n")

    with pytest.raises(VersionMismatch, match=r"made by PostgreSQL 14.*are PostgreSQL \d\d:"):
        await EmbeddedPostgres(data).start()


async def test_a_folder_that_is_no_cluster_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres/thesis.txt").write_text("precious")

    with pytest.raises(ClusterUnusable, match="is not a PostgreSQL cluster"):
        await EmbeddedPostgres(tmp_path).start()
    assert (tmp_path / "postgres/thesis.txt").read_text() == "precious"


async def test_a_server_that_cannot_start_says_why_and_can_be_tried_again(data: Path, ask: Ask) -> None:
    local = data / "postgres/local.conf"
    local.write_text("shared_buffers = 'much'\n")
    local.chmod(0o644)
    server = EmbeddedPostgres(data)
    with pytest.raises(StartFailed, match=r"FATAL: .*contains errors"):
        await server.start()
    local.unlink()

    async with server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"


async def test_what_is_not_running_has_no_address(data: Path) -> None:
    server = EmbeddedPostgres(data)
    with pytest.raises(NotRunning):
        _ = server.dsn
    with pytest.raises(NotRunning):
        await server.wait()
    await server.start()
    await server.stop()
    assert await server.wait() == 0
    with pytest.raises(NotRunning):
        _ = server.dsn


async def test_other_systems_are_told_to_bring_their_own_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")

    with pytest.raises(UnsupportedSystem, match="PARLEY_DATABASE_URL"):
        EmbeddedPostgres(tmp_path)
