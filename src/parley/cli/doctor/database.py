"""The database: whether it answers, keeps what it says it keeps, is up to date, and has room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

import asyncpg

from parley.cli.doctor.finding import Finding, Level
from parley.cli.operator import database_url
from parley.kit.errors import ParleyError
from parley.settings import Settings
from parley.storage import embedded
from parley.storage.db import Database
from parley.storage.migrate import all_migrations
from parley.storage.server_store import ServerFacts, read_facts

OLDEST = 15
SECONDS = 20.0
CLOCK_SECONDS = 2.0
FULL = 0.8
GIGABYTE = 1 << 30


async def examine(settings: Settings) -> list[Finding]:
    if settings.database_url is None and not embedded.exists(settings.data):
        what = f"none yet in {settings.data.absolute()}: the first `parley up` makes it"
        return [Finding("database", "data", what)]
    try:
        async with asyncio.timeout(SECONDS), database_url(settings) as dsn:
            db = await Database.open(dsn, connections=1, application="parley-doctor")
            try:
                async with db.connection() as connection:
                    facts = await read_facts(connection)
            finally:
                await db.aclose()
    except (ParleyError, embedded.EmbeddedError, asyncpg.PostgresError, OSError, TimeoutError) as error:
        why = "Nothing works without it."
        todo = "Check PARLEY_DATABASE_URL and that the server runs and lets this machine in."
        if settings.database_url is None:
            todo = f"Look at {settings.data.absolute() / 'postgres.log'}."
        reason = error.__cause__ or error
        return [
            Finding("database", "server", f"does not answer: {reason or 'it takes too long'}", Level.PROBLEM, why, todo)
        ]
    return list(judge(facts, datetime.now(UTC), {each.number for each in all_migrations()}))


def judge(facts: ServerFacts, now: datetime, known: set[int]) -> Iterator[Finding]:
    major = facts.version // 10_000
    if major < OLDEST:
        why = "Statements use what older ones do not have."
        yield Finding("database", "version", f"PostgreSQL {major}", Level.PROBLEM, why, f"Take {OLDEST} or newer.")
    else:
        yield Finding("database", "version", f"PostgreSQL {major}")
    yield from _migrations(facts.migrations, facts.breaking, known)
    yield from _durability(facts)
    used = f"{facts.in_use} of {facts.connections} connections in use, {facts.bytes_used / GIGABYTE:.2f} GB"
    if facts.in_use > facts.connections * FULL:
        why = "A process that gets no connection refuses requests."
        todo = "Raise max_connections, or lower PARLEY_DATABASE_CONNECTIONS."
        yield Finding("database", "room", used, Level.WARNING, why, todo)
    else:
        yield Finding("database", "room", used)
    apart = abs((facts.now - now).total_seconds())
    if apart > CLOCK_SECONDS:
        why = "Leases, signatures and times in records come from both clocks."
        what = f"{apart:.0f} s away from that of this machine"
        yield Finding("database", "clock", what, Level.WARNING, why, "Run a time service on both machines.")
    else:
        yield Finding("database", "clock", "that of this machine")


def _migrations(applied: frozenset[int], breaking: frozenset[int], known: set[int]) -> Iterator[Finding]:
    newer = applied - known
    if newer and not newer & breaking:
        what = f"{len(newer)} of a newer version, which this one works with"
        todo = "Start the newer version when the upgrade goes on."
        yield Finding("database", "migrations", what, Level.WARNING, "Not all processes have one version.", todo)
    elif newer:
        why = "This Parley is older than the one that migrated the database, and refuses to start."
        what = f"{len(newer)} that this version does not know"
        yield Finding("database", "migrations", what, Level.PROBLEM, why, "Start the newer version again.")
    elif missing := known - applied:
        why = "`parley up`, the services and `parley migrate` apply them at their start."
        what = f"{len(missing)} of {len(known)} to be applied"
        yield Finding("database", "migrations", what, Level.WARNING, why, "Run `parley migrate`, after a backup.")
    else:
        yield Finding("database", "migrations", f"all {len(known)} applied")


def _durability(facts: ServerFacts) -> Iterator[Finding]:
    lacking = [
        name for name in ("fsync", "synchronous_commit", "full_page_writes") if getattr(facts, name) in ("off", "local")
    ]
    if lacking:
        why = "What was answered as kept can be lost, or the database with it, when the machine loses power."
        todo = f"Switch {' and '.join(lacking)} on in postgresql.conf."
        yield Finding("database", "durability", f"{', '.join(lacking)} off", Level.PROBLEM, why, todo)
    else:
        yield Finding("database", "durability", "what is answered is on disk")
