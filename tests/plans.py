"""What the database does for a piece of code: every statement that it ran, and the plans that the server may make.

A statement that runs often is planned once and for all, without a look at its arguments; before that, for the arguments
at hand. Which of the two will be used is the server's choice, so both have to be good.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

import orjson

from parley.storage.db import Connection, Database

MODES = ("force_custom_plan", "force_generic_plan")


@dataclass(frozen=True, slots=True)
class Statement:
    query: str
    args: Sequence[Any]
    settings: Sequence[str]
    """What was set for the transaction before it."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One look at a table. Partitions and their indexes go by the names of those that they are part of."""

    table: str
    index: str
    """Empty: every row is looked at."""
    is_index_only: bool = False


class WatchedDatabase(Database):
    """Remembers what was asked of it."""

    statements: list[Statement]
    _notes: dict[int, Any]

    @classmethod
    async def watch(cls, dsn: str) -> Self:
        opened = await Database.open(dsn, connections=4)
        watched = cls(opened._pool, dsn)
        watched.statements = []
        watched._notes = {}
        return watched

    async def acquire(self) -> Connection:
        held = await super().acquire()
        settings: list[str] = []

        def note(asked: Any) -> None:
            if asked.query.startswith("set local"):
                settings.append(asked.query)
            elif asked.query.lstrip().startswith(("select", "with", "(")):
                self.statements.append(Statement(asked.query, asked.args, tuple(settings)))

        held.add_query_logger(note)
        self._notes[id(held)] = note
        return held

    async def release(self, held: Connection, *, is_sound: bool = True) -> None:
        await asyncio.sleep(0)  # notes are taken in the next round of the loop
        held.remove_query_logger(self._notes.pop(id(held)))
        await super().release(held, is_sound=is_sound)


@asynccontextmanager
async def undone(connection: Connection) -> AsyncIterator[Connection]:
    """Whatever is changed or set has never been."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        yield connection
    finally:
        await transaction.rollback()


async def scans(connection: Connection, statement: Statement, mode: str) -> list[Scan]:
    """Every look at a table or an index in the plan of a statement. How empty tables are looked at does not matter."""
    async with undone(connection) as tx:
        parents, owners, empty = await _parents(tx), await _owners(tx), await _empty(tx)
        for setting in (f"set local plan_cache_mode = {mode}", *statement.settings):
            await tx.execute(setting)
        explained = orjson.loads(await tx.fetchval(f"explain (format json) {statement.query}", *statement.args))
    found = []
    for node in _nodes(explained[0]["Plan"]):
        kind, index = node["Node Type"], node.get("Index Name", "")
        table = node.get("Relation Name") or owners.get(index, "")
        if table and table not in empty and kind != "Bitmap Heap Scan":  # its rows are found by a scan of the index
            is_index_only = kind == "Index Only Scan"
            found.append(Scan(parents.get(table, table), parents.get(index, index), is_index_only))
    return found


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


async def _parents(tx: Connection) -> dict[str, str]:
    rows = await tx.fetch(
        """
        select child.relname as child, parent.relname as parent
        from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
        """
    )
    return {row["child"]: row["parent"] for row in rows}


async def _owners(tx: Connection) -> dict[str, str]:
    rows = await tx.fetch("select indexrelid::regclass::text as name, indrelid::regclass::text as owner from pg_index")
    return {row["name"]: row["owner"] for row in rows}


async def _empty(tx: Connection) -> set[str]:
    rows = await tx.fetch("select relname from pg_class where relkind = 'r' and pg_relation_size(oid) = 0")
    return {row["relname"] for row in rows}
