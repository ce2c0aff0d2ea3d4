"""Read replicas: whether they answer, are copies of the database, and how far behind they are."""

from __future__ import annotations

import asyncio

import asyncpg

from parley.cli.doctor.finding import Finding, Level
from parley.kit.errors import ParleyError
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.replica_store import Position, read_position
from parley.storage.replicas import address_of, trouble_of

SECONDS = 10.0
MUCH = 16 << 20
"""Bytes of the log that a replica is behind: a whole file of it."""


async def examine(settings: Settings) -> list[Finding]:
    if settings.database_url is None or not settings.database_replica_urls:
        return []
    try:
        primary = await _position(settings.database_url)
    except (ParleyError, asyncpg.PostgresError, OSError, TimeoutError):
        return []  # what is wrong with the database itself is another finding
    return [await _examine(url, primary) for url in settings.database_replica_urls]


async def _examine(url: str, primary: Position) -> Finding:
    try:
        found = await _position(url)
    except (ParleyError, asyncpg.PostgresError, OSError, TimeoutError) as error:
        trouble = f"does not answer: {error.__cause__ or error or 'it takes too long'}"
    else:
        trouble = trouble_of(found, primary)
        if not trouble:
            return judge(address_of(url), primary.lsn - found.lsn)
    todo = "Check PARLEY_DATABASE_REPLICA_URLS, and that the server follows the primary."
    why = "The primary answers instead, which costs it what the replica was to spare it."
    return Finding("replica", address_of(url), trouble, Level.WARNING, why, todo)


def judge(name: str, behind: int) -> Finding:
    if behind <= 0:
        return Finding("replica", name, "has all that the primary had committed")
    what = f"{behind} bytes of the log behind the primary"
    if behind < MUCH:
        return Finding("replica", name, what)
    why = "Behind by more than PARLEY_DATABASE_REPLICA_LAG_SECONDS it answers nothing."
    return Finding("replica", name, what, Level.WARNING, why, "Look at its load and at pg_stat_wal_receiver.")


async def _position(url: str) -> Position:
    async with asyncio.timeout(SECONDS):
        db = await Database.open(url, connections=1, application="parley-doctor")
        try:
            return await read_position(db)
        finally:
            await db.aclose()
