"""As root the server runs as an account without rights; as an ordinary user, as that user."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parley.storage.embedded import ClusterUnusable, EmbeddedPostgres, FoldersClosed
from parley.storage.embedded import account as accounts
from parley.storage.embedded.account import Account, system_account
from parley.storage.embedded.binaries import Binaries
from parley.storage.embedded.folder_access import allow_binaries, allow_path
from parley.storage.embedded.layout import layout_of

pytestmark = [pytest.mark.io, pytest.mark.skipif(os.geteuid() != 0, reason="only root can run as others")]

Ask = Callable[[str, str], Awaitable[Any]]


@pytest.fixture
def account() -> Account:
    return system_account()


def as_account(account: Account, work: Callable[[], object]) -> int:
    """Runs `work` in a forked child of that user; an interpreter under /root could not be started by it."""
    child = os.fork()
    if child == 0:
        code = 1
        with contextlib.suppress(BaseException):
            os.setgroups([])
            os.setresgid(account.gid, account.gid, account.gid)
            os.setresuid(account.uid, account.uid, account.uid)
            work()
            code = 0
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.fixture
def home(tmp_path: Path, account: Account) -> Path:
    """A folder of that user which it can reach by itself."""
    os.chown(tmp_path, account.uid, account.gid)
    return tmp_path


async def test_root_hands_the_server_to_the_account(standing: EmbeddedPostgres, account: Account) -> None:
    pid = (standing.log.parent / "postgres/postmaster.pid").read_text().split()[0]
    status = dict(line.split(":\t", 1) for line in (Path("/proc") / pid / "status").read_text().splitlines())

    assert status["Uid"].split() == [str(account.uid)] * 4
    assert status["Gid"].split() == [str(account.gid)] * 4
    assert status["Groups"].split() == []
    assert status["CapEff"].strip("0") == ""


async def test_closed_folders_are_opened_to_the_account_alone(
    data: Path, tmp_path: Path, account: Account, ask: Ask
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    shutil.move(data, closed / "data")
    async with EmbeddedPostgres(closed / "data") as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"

    assert closed.stat().st_mode & 0o007 == 0
    assert as_account(account, lambda: os.stat(closed / "data")) == 0
    assert as_account(account, lambda: os.listdir(closed)) == 1
    assert as_account(Account("somebody", account.uid + 1, account.gid + 1), lambda: os.stat(closed / "data")) == 1


def test_a_filesystem_without_acls_is_said_to_be_one(
    tmp_path: Path, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "")

    monkeypatch.setattr(os, "setxattr", refuse)
    (tmp_path / "closed").mkdir(mode=0o700)

    with pytest.raises(
        FoldersClosed, match=r"may not enter .* \(Operation not supported\): use a data folder elsewhere"
    ):
        allow_path(tmp_path / "closed" / "data", account)


def test_a_package_installed_with_a_strict_umask_can_be_run(tmp_path: Path, account: Account) -> None:
    package = tmp_path / "package"
    (package / "bin").mkdir(parents=True)
    program, library = package / "bin/postgres", package / "library"
    program.write_text("#!/bin/sh\n")
    library.write_text("")
    for path, mode in ((program, 0o700), (library, 0o600), (package / "bin", 0o700), (package, 0o700)):
        path.chmod(mode)

    allow_binaries(Binaries(package / "bin", 18, (package,)), account)

    assert as_account(account, lambda: subprocess.run([program], check=True)) == 0
    assert as_account(account, library.read_text) == 0
    assert as_account(account, lambda: library.write_text("")) == 1
    assert library.stat().st_mode & 0o007 == 0


# `template` has imported what is imported late, which the child of another user may not be able to read.
@pytest.mark.usefixtures("template")
async def test_an_ordinary_user_needs_no_root(home: Path, account: Account, ask: Ask) -> None:
    async def live() -> None:
        for _ in range(2):
            async with EmbeddedPostgres(home / "data") as server:
                assert await ask(server.dsn, "SELECT current_user") == "parley"

    assert as_account(account, lambda: asyncio.run(live())) == 0
    assert (home / "data/postgres").stat().st_uid == account.uid


@pytest.mark.usefixtures("template")
async def test_root_may_look_into_a_users_data_and_leaves_it_to_the_user(
    home: Path, account: Account, ask: Ask
) -> None:
    async def live() -> None:
        async with EmbeddedPostgres(home / "data") as server:
            await ask(server.dsn, "CREATE TABLE IF NOT EXISTS note ()")

    assert as_account(account, lambda: asyncio.run(live())) == 0
    await live()
    assert {path.stat().st_uid for path in (home / "data").rglob("*")} == {account.uid}
    assert as_account(account, lambda: asyncio.run(live())) == 0


async def test_a_user_is_told_whose_cluster_it_is(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)

    with pytest.raises(ClusterUnusable, match="run Parley as that user, or as root"):
        accounts.account_for(layout_of(data).cluster)


async def test_a_cluster_that_root_copied_is_handed_over(data: Path, account: Account, ask: Ask) -> None:
    accounts.chown_tree(data / "postgres", Account("root", 0, 0))

    async with EmbeddedPostgres(data) as server:
        assert await ask(server.dsn, "SELECT text FROM note") == "kept"
    assert {path.lstat().st_uid for path in (data / "postgres").rglob("*")} == {account.uid}


def test_without_an_account_the_last_resort_is_said_aloud(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(accounts, "SYSTEM_ACCOUNT", "parley-missing")
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)

    assert system_account().name == "nobody"
    assert "runs as nobody, which other services may share" in caplog.text


LOOK = """
import os, sys
from pathlib import Path
from parley.storage.embedded.layout import layout_of
from parley.storage.embedded.stale_processes import find_stale_processes

layout = layout_of(Path(sys.argv[1]))
postmaster = int((layout.cluster / "postmaster.pid").read_text().split()[0])
try:
    os.readlink(f"/proc/{postmaster}/cwd")
except PermissionError:
    found = find_stale_processes(layout, layout.cluster.stat().st_uid)
    started = [leftover.pid for leftover in found if leftover.was_started_for(layout)]
    children = [leftover for leftover in found if leftover.pid != postmaster]
    print(started == [postmaster], len(children) > 1, all(child.is_child_of(layout) for child in children))
"""
LIBC = ctypes.CDLL(None)
PR_CAPBSET_DROP, CAP_SYS_PTRACE = 24, 19


def look_without_the_right(data: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", LOOK, data],
        preexec_fn=lambda: LIBC.prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


async def test_root_in_a_container_without_the_right_to_look_still_knows_its_own(standing: EmbeddedPostgres) -> None:
    assert look_without_the_right(standing.log.parent) == "True True True\n"
