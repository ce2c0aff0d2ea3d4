"""schema.sql is what the migrations add up to, and migrating is safe whoever does it and however often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from uuid import uuid4

import asyncpg
import pytest

from parley.storage import migrate as migrating
from parley.storage import partitions
from parley.storage.db import Database
from parley.storage.migrate import DatabaseTooNew, MigrationChanged, all_migrations, migrate
from tests.waiting import drop_database

pytestmark = pytest.mark.io

CATALOG = {
    "columns": """
        select table_name, column_name, data_type, udt_name, is_nullable, column_default
        from information_schema.columns where table_schema = 'public'
    """,
    "constraints": """
        select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
    """,
    "indexes": "select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'",
    "storage": """
        select attrelid::regclass::text, attname, attstorage::text from pg_attribute
        join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
            and relkind in ('r', 'p')
    """,
    "tables": """
        select relname, relkind::text, reloptions::text, pg_get_partkeydef(oid) from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    """,
    "code": """
        select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
        union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    """,
}
OURS_ONLY = ("schema_migrations",)


@asynccontextmanager
async def empty_database(postgres: str) -> AsyncIterator[str]:
    name = f"empty_{uuid4().hex}"
    address, _, query = postgres.partition("?")
    administrator = await asyncpg.connect(postgres)
    await administrator.execute(f"create database {name} template template0")
    try:
        yield f"{address.rpartition('/')[0]}/{name}?{query}"
    finally:
        await administrator.close()
        await drop_database(postgres, name)


async def catalog(dsn: str) -> dict[str, list[tuple[str, ...]]]:
    """Everything that the schema says, but for the monthly partitions, which time makes."""
    connection = await asyncpg.connect(dsn)
    try:
        partitions = {row[0] for row in await connection.fetch("select inhrelid::regclass::text from pg_inherits")}
        hidden = partitions | set(OURS_ONLY)
        return {
            name: sorted(
                tuple(map(str, row))
                for row in await connection.fetch(query)
                if not any(row[0] == table or str(row[0]).startswith(f"{table}_") for table in hidden)
            )
            for name, query in CATALOG.items()
        }
    finally:
        await connection.close()


async def test_the_schema_is_the_sum_of_the_migrations(postgres: str) -> None:
    async with empty_database(postgres) as migrated, empty_database(postgres) as written:
        db = await Database.open(migrated, connections=1)
        await migrate(db)
        await db.aclose()
        connection = await asyncpg.connect(written)
        await connection.execute((files("parley.storage") / "schema.sql").read_text())
        await connection.close()
        first, second = await catalog(migrated), await catalog(written)
    assert first["columns"], "there is a schema to compare"
    assert first == second


async def test_many_at_once_migrate_once(postgres: str) -> None:
    async with empty_database(postgres) as dsn:
        applied: list[str] = []
        databases = [await Database.open(dsn, connections=1) for _ in range(4)]
        await asyncio.gather(*(migrate(db, applied.append) for db in databases))
        for db in databases:
            await db.aclose()
    assert applied == [migration.name for migration in all_migrations()]


async def test_an_older_database_gets_a_month_of_finishes_for_every_month_of_conversations(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A conversation may end long after it began, and what its end function did has to have a place."""
    async with empty_database(postgres) as dsn:
        db = await Database.open(dsn, connections=1)
        with monkeypatch.context() as before:
            before.setattr(migrating, "all_migrations", lambda: all_migrations()[:8])
            before.setattr(partitions, "TABLES", ("conversations", "turns"))
            await migrate(db)
            async with db.transaction() as tx:
                await partitions.ensure_between(tx, datetime(2024, 2, 1, tzinfo=UTC), datetime(2024, 4, 1, tzinfo=UTC))
        await migrate(db)
        rows = await db.fetch("select relname, pg_get_expr(relpartbound, oid) as bound from pg_class")
        await db.aclose()
    found = {row["relname"]: row["bound"] for row in rows if row["bound"] is not None}
    months = {name.removeprefix("conversations_"): bound for name, bound in found.items() if name.startswith("conv")}
    assert {"2024_02", "2024_03"} < months.keys()
    assert {name: found.get(f"finishes_{name}") for name in months} == months


async def test_an_edited_migration_is_refused(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = all_migrations()
    monkeypatch.setattr(migrating, "all_migrations", lambda: [replace(first, sql=first.sql + "-- edited"), *rest])
    with pytest.raises(MigrationChanged, match=first.name):
        await migrate(db)


async def test_a_newer_database_is_refused(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "all_migrations", lambda: all_migrations()[:1])
    with pytest.raises(DatabaseTooNew):
        await migrate(db)


@pytest.mark.parametrize(
    ("sql", "works"),
    [("create table later (id int)", True), ("alter table keys rename column hint to tip", False)],
)
async def test_the_release_before_starts_where_only_something_was_added(
    db: Database, monkeypatch: pytest.MonkeyPatch, sql: str, works: bool
) -> None:
    known = all_migrations()
    later = replace(known[-1], number=9999, name="9999_later", sql=sql)
    with monkeypatch.context() as newer:
        newer.setattr(migrating, "all_migrations", lambda: [*known, later])
        await migrate(db)
    if works:
        await migrate(db)
    else:
        with pytest.raises(DatabaseTooNew):
            await migrate(db)


async def test_a_failing_migration_leaves_nothing_behind(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    known = all_migrations()
    broken = replace(known[-1], number=9999, name="9999_broken", sql="create table half (id int); select 1/0;")
    monkeypatch.setattr(migrating, "all_migrations", lambda: [*known, broken])
    with pytest.raises(asyncpg.DivisionByZeroError):
        await migrate(db)
    row = await db.fetchrow("select to_regclass('half') as half")
    assert row is not None
    assert row["half"] is None
