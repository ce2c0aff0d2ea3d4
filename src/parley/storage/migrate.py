"""Brings a database up to date: numbered .sql files, each applied once, in order, under one lock."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from parley.kit.errors import ParleyError
from parley.storage import partitions
from parley.storage.db import Connection, Database, lock_until_commit

LOCK = 0x7061726C6579
"""One migration at a time over all processes (an arbitrary number: "parley")."""


class MigrationChanged(ParleyError):
    """A migration that was already applied has changed since. Migrations are never edited: add a new one."""


class DatabaseTooNew(ParleyError):
    """The database was migrated by a newer Parley than this one."""


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def all_migrations() -> list[Migration]:
    folder = files("parley.storage") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [Migration(int(name[:4]), name.removesuffix(".sql"), (folder / name).read_text()) for name in names]


async def migrate(db: Database, applied: Callable[[str], object] = lambda _name: None) -> None:
    """Applies what is missing, in one transaction: all of it or nothing."""
    async with db.transaction() as tx:
        # Processes that start together all come here: those behind the first wait for its migration.
        await tx.execute("set local lock_timeout = '60s'")
        await tx.execute("set local statement_timeout = 0")  # rewriting a large table takes as long as it takes
        await lock_until_commit(tx, LOCK)
        done = await _applied(tx)
        migrations = all_migrations()
        if done and max(done) > migrations[-1].number:
            raise DatabaseTooNew
        for migration in migrations:
            if (checksum := done.get(migration.number)) is None:
                await _apply(tx, migration)
                applied(migration.name)
            elif checksum != migration.checksum:
                raise MigrationChanged(f"Migration {migration.name} has changed since it was applied.")
        # By the clock of the server, which all nodes share.
        await partitions.ensure(tx, await tx.fetchval("select now()"))


async def _applied(tx: Connection) -> dict[int, str]:
    await tx.execute(
        """
        create table if not exists schema_migrations (
            number int primary key,
            name text not null,
            checksum text not null,
            applied_at timestamptz not null default now()
        )
        """
    )
    return {row["number"]: row["checksum"] for row in await tx.fetch("select number, checksum from schema_migrations")}


async def _apply(tx: Connection, migration: Migration) -> None:
    await tx.execute(migration.sql)
    await tx.execute(
        "insert into schema_migrations (number, name, checksum) values ($1, $2, $3)",
        migration.number, migration.name, migration.checksum,
    )  # fmt: skip
