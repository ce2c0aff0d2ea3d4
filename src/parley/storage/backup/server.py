"""The PostgreSQL that is backed up: any, by its address, and the programs that speak the replication protocol."""

from __future__ import annotations

import re
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import unquote, urlsplit, urlunsplit

import asyncpg

from parley.storage.backup.errors import BackupError, MayNotReplicate, ProgramFailed, ProgramMissing
from parley.storage.backup.server_store import Link, ServerIdentity, read_identity
from parley.storage.embedded import process

_LINES = 12
_NO_LOGIN = re.compile(r"no pg_hba\.conf entry|must be superuser or|permission denied", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Running:
    child: process.Child
    name: str
    errors: IO[bytes]

    def printed(self) -> str:
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").splitlines()
        return "\n".join(lines)

    def failed(self) -> ProgramFailed:
        """Its last words; addresses hold no password."""
        return ProgramFailed(self.name, "; ".join(self.printed().splitlines()[-_LINES:]))


@dataclass(frozen=True, slots=True)
class Server:
    dsn: str
    programs: Path
    """The folder of pg_basebackup and the like."""

    @asynccontextmanager
    async def link(self) -> AsyncIterator[Link]:
        # A backup may wait long for a checkpoint, or for a slow repository.
        settings = {"application_name": "parley-backup", "statement_timeout": "0", "lock_timeout": "5s"}
        connection = await asyncpg.connect(self.dsn, timeout=10, server_settings=settings)
        try:
            yield connection
        finally:
            # A polite end would wait for a server that may be gone.
            connection.terminate()

    async def identity(self) -> ServerIdentity:
        async with self.link() as link:
            found = await read_identity(link)
        if not found.segment:
            raise BackupError("This server is a standby: back up the one that it follows.")
        if not found.may_replicate:
            raise MayNotReplicate(urlsplit(self.dsn).username or "of this address")
        return found

    @contextmanager
    def start(self, name: str, arguments: Sequence[str | Path], output: int = subprocess.DEVNULL) -> Iterator[Running]:
        """It has ended when the block has, and with us however we end."""
        program = self.programs / name
        if not program.is_file():
            raise ProgramMissing(name, self.programs)
        address, password = without_password(self.dsn)
        with tempfile.TemporaryFile() as errors:
            child = process.spawn(
                [program, "--dbname", address, "--no-password", *arguments],
                account=None,
                folder=Path("/"),
                when_we_die=signal.SIGKILL,
                output=output,
                errors=errors.fileno(),
                # Not on the command line, which everybody on the machine can read.
                environment={"PGPASSWORD": password} if password else {},
            )
            try:
                yield Running(child, name, errors)
            finally:
                if child.poll() is None:
                    child.kill()
                child.wait()

    def explained(self, failed: ProgramFailed) -> BackupError:
        """What the program said, or what to do about it where that is known."""
        return MayNotReplicate(urlsplit(self.dsn).username or "?") if _NO_LOGIN.search(str(failed)) else failed


def without_password(dsn: str) -> tuple[str, str]:
    parts = urlsplit(dsn)
    password = unquote(parts.password or "")
    user, _, host = parts.netloc.rpartition("@")
    netloc = f"{user.partition(':')[0]}@{host}" if user else host
    return urlunsplit(parts._replace(netloc=netloc)), password


async def ended(running: Running) -> int:
    return await process.wait_for_exit(running.child)
