"""Brings a database up to date: numbered .sql files, each applied once, in order, under one lock."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.storage import partitions
from parley.storage.additive import breaking_statements
from parley.storage.db import Connection, Database, lock_until_commit

log = logger(__name__)

LOCK = 0x7061726C6579
"""One migration at a time over all processes (an arbitrary number: "parley")."""


class MigrationChanged(ParleyError):
    """A migration that was already applied has changed since. Migrations are never edited: add a new one."""


class DatabaseTooNew(ParleyError):
    """The database was migrated by a newer Parley than this one, in a way that this one cannot work with."""


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()

    @property
    def is_additive(self) -> bool:
        """The release before it works with what it leaves."""
        return not breaking_statements(self.sql)


@dataclass(frozen=True, slots=True)
class Applied:
    checksum: str
    is_additive: bool


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
        if newer := [number for number in done if number > migrations[-1].number]:
            if not all(done[number].is_additive for number in newer):
                raise DatabaseTooNew
            log.warning("database_newer", migrations=len(newer))
        for migration in migrations:
            if (found := done.get(migration.number)) is None:
                await _apply(tx, migration)
                applied(migration.name)
            elif found.checksum != migration.checksum:
                raise MigrationChanged(f"Migration {migration.name} has changed since it was applied.")
        # By the clock of the server, which all nodes share.
        await partitions.ensure(tx, await tx.fetchval("select now()"))


async def _applied(tx: Connection) -> dict[int, Applied]:
    await tx.execute(
        """
        create table if not exists schema_migrations (
            number int primary key,
            name text not null,
            checksum text not null,
            applied_at timestamptz not null default now()
        );
        alter table schema_migrations add column if not exists is_additive boolean not null default false
        """
    )
    rows = await tx.fetch("select number, checksum, is_additive from schema_migrations")
    return {row["number"]: Applied(row["checksum"], row["is_additive"]) for row in rows}


async def _apply(tx: Connection, migration: Migration) -> None:
    await tx.execute(migration.sql)
    await tx.execute(
        "insert into schema_migrations (number, name, checksum, is_additive) values ($1, $2, $3, $4)",
        migration.number, migration.name, migration.checksum, migration.is_additive,
    )  # fmt: skip
