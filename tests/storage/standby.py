"""A streaming replica of the server of the tests: the same programs, a base backup, the log over the socket."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import asyncpg

from parley.storage.backup.server import Server, ended
from parley.storage.embedded import process
from parley.storage.embedded.account import Account, system_account
from parley.storage.embedded.binaries import find_binaries
from parley.storage.embedded.folder_access import allow_path
from tests.conftest import private_folder
from tests.fixtures import in_memory
from tests.waiting import until

PORT = 5433


@dataclass(slots=True)
class Standby:
    folder: Path
    dsn: str
    account: Account | None
    child: process.Child | None = None

    @property
    def cluster(self) -> Path:
        return self.folder / "cluster"

    async def start(self) -> None:
        options = {
            "config_file": self.cluster / "parley.conf",
            "hba_file": self.cluster / "parley_hba.conf",
            "unix_socket_directories": self.folder,
            "port": PORT,
            "cluster_name": "standby",
        }
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.child = process.spawn(
                [find_binaries().postgres, "-D", self.cluster, *flags],
                account=self.account,
                folder=self.folder,
                when_we_die=process.SHUTDOWN_FAST,
                output=log.fileno(),
            )
        await until(self.answers)

    async def answers(self) -> bool:
        try:
            link = await asyncpg.connect(self.dsn, timeout=5)
        except (OSError, asyncpg.PostgresError):
            return False
        link.terminate()
        return True

    async def stop(self) -> None:
        if self.child is not None:
            self.child.send_signal(process.SHUTDOWN_FAST)
            await process.wait_for_exit(self.child)
            self.child = None

    def delay(self, span: str) -> None:
        """What is committed from now on is replayed so much later."""
        assert self.child is not None, "it runs"
        with (self.cluster / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"recovery_min_apply_delay = '{span}'\n")
        self.child.send_signal(signal.SIGHUP)

    async def promote(self) -> None:
        assert self.child is not None, "it runs"
        (self.cluster / "promote").touch()
        self.child.send_signal(signal.SIGUSR1)

        async def leads() -> bool:
            link = await asyncpg.connect(self.dsn)
            try:
                return not await link.fetchval("select pg_is_in_recovery()")
            finally:
                await link.close()

        await until(leads)


@asynccontextmanager
async def standby(primary: str) -> AsyncIterator[Standby]:
    """Of the server at that address, and with the address of the same database there."""
    with private_folder(in_memory()) as folder:
        account = system_account() if os.geteuid() == 0 else None
        found = Standby(folder, _address(primary, folder), account)
        with Server(primary, find_binaries().folder).start(
            "pg_basebackup", ["--pgdata", found.cluster, "--checkpoint=fast", "--write-recovery-conf"]
        ) as running:
            assert await ended(running) == 0, running.printed()
        if account is not None:
            allow_path(folder, account)
            for each in [folder, *folder.rglob("*")]:
                shutil.chown(each, account.uid, account.gid)
        await found.start()
        try:
            yield found
        finally:
            await found.stop()


def _address(primary: str, folder: Path) -> str:
    parts = urlsplit(primary)
    assert "host" in parse_qs(parts.query), "the server of the tests listens on a socket"
    return f"postgresql://{parts.netloc.split('@')[0]}@{parts.path}?host={quote(str(folder))}&port={PORT}"
