"""What the records benchmark measures on: a folder filled once, and the same rows read without us, as floors."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import numpy as np

from benchmarks.records_server import RECORD, SLUG, page
from parley.domain.records.search.semantic.vectors import cosines
from parley.providers.embeddings.protocol import Vectors
from parley.storage.embedded.binaries import find_binaries
from parley.storage.partitions import first_id

DEFAULT_COUNT = 100_000
TURNS = 8


def wanted_count() -> int:
    return int(os.environ.get("PARLEY_BENCH_RECORDS", DEFAULT_COUNT))


def kept_folder() -> Path | None:
    """Where the data stays for another run; None: nowhere."""
    named = os.environ.get("PARLEY_BENCH_DATA")
    if named is None:
        return None
    folder = Path(named).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def fill(dsn: str, project: str, count: int, slug: str = SLUG, days: int = 365) -> float | None:
    """Adds what is missing, with the command that everyone has. Conversations a second; None: nothing was missing."""
    connection = await asyncpg.connect(dsn)
    have: int = await connection.fetchval(
        "select count(*) from conversations where project_id = $1 and environment = 'live'", project
    )
    await connection.close()
    if have >= count:
        return None
    missing = count - have
    arguments = ["seed-records", str(missing), "--account", SLUG, "--project", slug, "--turns", str(TURNS)]
    arguments += ["--days", str(days)]
    begun = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "parley.cli.main", *arguments, env={**os.environ, "PARLEY_DATABASE_URL": dsn}
    )
    if await process.wait() != 0:
        raise RuntimeError("seeding failed")
    return missing / (time.monotonic() - begun)


class Floors:
    """Bare SQL on one connection of its own."""

    def __init__(self, connection: asyncpg.Connection[asyncpg.Record], dsn: str, project: str) -> None:
        self._connection = connection
        self._dsn = dsn
        self._project = project

    async def first_page(self, limit: int = 5) -> None:
        await self._connection.fetch(page("$1", limit), self._project)

    async def newest(self, place: int) -> UUID:
        """The conversation at that place, counted from the newest on."""
        row = await self._connection.fetchrow(
            """
            select id from conversations where project_id = $1 and environment = 'live'
            order by id desc offset $2 limit 1
            """,
            self._project, place,
        )  # fmt: skip
        assert row is not None
        found: UUID = row["id"]
        return found

    async def states(self, before: datetime, count: int) -> list[Mapping[str, Any]]:
        """What the last conversations before that moment kept."""
        rows = await self._connection.fetch(
            """
            select state from conversations
            where project_id = $1 and environment = 'live' and id < $2 order by id desc limit $3
            """,
            self._project, first_id(before), count,
        )  # fmt: skip
        return [json.loads(row["state"]) for row in rows]

    async def records(self, ids: Sequence[UUID]) -> None:
        query = f"select {RECORD} from conversations as c join records as r on r.id = c.id where c.id = any($1::uuid[])"
        await self._connection.fetch(query, ids)

    async def hours(self, start: str, end: str) -> None:
        await self._connection.fetch(
            """
            select hour, peaks from concurrency_hours
            where project_id = $1 and environment = 'live' and facet = 'all' and hour between $2 and $3 order by hour
            """,
            self._project, datetime.fromisoformat(start), datetime.fromisoformat(end),
        )  # fmt: skip

    async def nearest(self, asked: Vectors, space: str, times: Mapping[str, str], count: int) -> list[set[UUID]]:
        """The conversations of that time that are nearest to each query, by all vectors there are."""
        best: list[list[tuple[float, UUID]]] = [[] for _ in asked]
        async with self._connection.transaction():
            rows = self._connection.cursor(
                """
                select v.id, v.vector from record_vectors as v join conversations as c on c.id = v.id
                where v.project_id = $1 and v.environment = 'live' and v.model = $2
                    and c.started_at >= $3 and c.started_at < $4
                """,
                self._project, space, *(datetime.fromisoformat(times[name]) for name in ("start_time", "end_time")),
            )  # fmt: skip
            cursor = await rows
            while found := await cursor.fetch(50_000):
                kept = b"".join([row["vector"] for row in found])
                for query, those in zip(asked, best, strict=True):
                    near = cosines(kept, query)
                    those += [(float(near[place]), found[place]["id"]) for place in np.argsort(-near)[:count]]
                    those[:] = sorted(those, reverse=True)[:count]
        return [{each for _, each in those} for those in best]

    async def psql_seconds(self, limit: int) -> float:
        """How long psql takes for the records of a page, without its own start: six times, less once."""
        once, more = await asyncio.to_thread(lambda: (self._psql(limit, 1), self._psql(limit, 6)))
        return (more - once) / 5

    def _psql(self, limit: int, times: int) -> float:
        query = page(f"'{self._project}'", limit)
        program = find_binaries().folder / "psql"
        path = str(program) if program.exists() else shutil.which("psql")
        if path is None:
            raise RuntimeError("there is no psql beside PostgreSQL's programs, and none in the path")
        begun = time.perf_counter()
        subprocess.run([path, "-XAtq", self._dsn, *["-c", query] * times], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun
