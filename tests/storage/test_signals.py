"""News between processes, and when it may be relied on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import asyncpg
import pytest

from parley.storage.db import Database
from parley.storage.signals import TRUST_SECONDS, Signals, notify
from tests.waiting import until

pytestmark = pytest.mark.io

CHANNEL = "test_news"
ITS_BACKEND = """
    select pid from pg_stat_activity where application_name = 'parley-signals' and datname = current_database()
"""


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
async def signals(dsn: str, heard: list[str]) -> AsyncIterator[Signals]:
    signals = Signals(dsn)
    signals.subscribe(CHANNEL, heard.append, lambda: heard.append("(reset)"))
    listening = asyncio.create_task(signals.run())
    await until(is_trusted(signals))
    heard.clear()
    yield signals
    listening.cancel()


def is_trusted(signals: Signals, wanted: bool = True) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return signals.is_trusted is wanted

    return check


async def test_news_comes_when_the_transaction_commits(db: Database, signals: Signals, heard: list[str]) -> None:
    async with db.transaction() as tx:
        await notify(tx, CHANNEL, "first")
        assert heard == []
    await until(lambda: asyncio.sleep(0, heard == ["first"]))


async def test_news_of_a_transaction_that_did_not_happen_does_not_come(
    db: Database, signals: Signals, heard: list[str]
) -> None:
    async def changes_its_mind() -> None:
        async with db.transaction() as tx:
            await notify(tx, CHANNEL, "never")
            await tx.execute("select 1/0")

    with pytest.raises(asyncpg.DivisionByZeroError):
        await changes_its_mind()
    async with db.transaction() as tx:
        await notify(tx, CHANNEL, "after")
    await until(lambda: asyncio.sleep(0, heard == ["after"]))


async def test_what_this_process_changed_is_heard_before_it_goes_on(db: Database, dsn: str) -> None:
    """Also while nothing comes from the server: nobody listens to it here."""
    told: list[str] = []
    deaf = Signals(dsn)
    deaf.subscribe(CHANNEL, told.append, lambda: None)
    db.hear_own(deaf.receive)
    async with db.transaction() as tx:
        await notify(tx, CHANNEL, "own")
        assert told == []
    assert told == ["own"]
    with suppress(asyncpg.DivisionByZeroError):
        async with db.transaction() as tx:
            await notify(tx, CHANNEL, "never")
            await tx.execute("select 1/0")
    async with db.transaction() as tx:
        await tx.execute("select 1")
    assert told == ["own"]


async def test_a_subscriber_that_comes_late_hears_from_then_on(db: Database, signals: Signals) -> None:
    late: list[str] = []
    signals.subscribe("test_other_news", late.append, lambda: late.append("(reset)"))
    await until(lambda: asyncio.sleep(0, late == ["(reset)"]))
    async with db.transaction() as tx:
        await notify(tx, "test_other_news", "heard")
    await until(lambda: asyncio.sleep(0, late == ["(reset)", "heard"]))


async def test_trust_ends_at_once_when_the_connection_is_cut(
    db: Database, signals: Signals, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not when it would have run out by itself, which is later here than anybody waits."""
    monkeypatch.setattr("parley.storage.signals.TRUST_SECONDS", 600.0)
    assert (await db.fetch(f"select pg_terminate_backend(pid) from ({ITS_BACKEND}) as its"))[0][0]
    await until(is_trusted(signals, False))
    await until(is_trusted(signals))
    assert heard == ["(reset)"]


async def test_trust_runs_out_when_the_server_no_longer_answers(
    db: Database, signals: Signals, heard: list[str]
) -> None:
    [row] = await db.fetch(ITS_BACKEND)
    os.kill(row["pid"], signal.SIGSTOP)
    try:
        await until(is_trusted(signals, False), TRUST_SECONDS + 1)
        async with db.transaction() as tx:
            await notify(tx, CHANNEL, "missed")
        await until(is_trusted(signals))
        assert heard == ["(reset)"], "what was missed is made up for by forgetting"
    finally:
        os.kill(row["pid"], signal.SIGCONT)


async def test_it_goes_on_trying_where_there_is_no_room_for_it(db: Database, dsn: str) -> None:
    [row] = await db.fetch("select current_database() as name")
    await db.fetch(f"alter database {row['name']} connection limit 0")
    signals = Signals(dsn)
    listening = asyncio.create_task(signals.run())
    try:
        with pytest.raises(asyncpg.TooManyConnectionsError):
            await asyncpg.connect(dsn)
        await db.fetch(f"alter database {row['name']} connection limit -1")
        await until(is_trusted(signals))
    finally:
        listening.cancel()
