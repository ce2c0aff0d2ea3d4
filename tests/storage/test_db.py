"""What callers see when the database is not as it should be: one error that says try again, or none at all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import asyncpg
import pytest

from parley.storage import db as storage
from parley.storage.db import Connection, Database, DatabaseRefused, DatabaseUnavailable
from tests.waiting import until

pytestmark = pytest.mark.io

KILL_ME = "select pg_terminate_backend(pg_backend_pid())"


@pytest.fixture
async def single(dsn: str) -> AsyncIterator[Database]:
    """With one connection, so that what happens to it is noticed."""
    database = await Database.open(dsn, connections=1)
    yield database
    await database.aclose()


async def in_transaction(db: Database, statement: str, *arguments: object) -> None:
    async with db.transaction() as tx:
        await tx.execute(statement, *arguments)


async def test_a_lost_connection_is_unavailable_once_and_then_replaced(single: Database) -> None:
    for _ in range(3):
        with pytest.raises(DatabaseUnavailable):
            await in_transaction(single, KILL_ME)
        with pytest.raises(DatabaseUnavailable):
            await single.fetch(KILL_ME)
        await in_transaction(single, "select 1")
    assert await single.is_up()


async def test_a_connection_that_died_while_nobody_used_it_is_not_noticed(single: Database, db: Database) -> None:
    [row] = await single.fetch("select pg_backend_pid() as pid")
    await db.fetch("select pg_terminate_backend($1, 5000)", row["pid"])
    await in_transaction(single, "select 1")


async def test_a_mistake_of_ours_is_not_taken_for_a_broken_database(single: Database) -> None:
    with pytest.raises(asyncpg.InterfaceError):
        await single.fetch("select $1::int")
    with pytest.raises(asyncpg.DataError):
        await single.fetch("select $1::int", "not a number")
    with pytest.raises(asyncpg.UndefinedTableError):
        await in_transaction(single, "select from nothing_of_the_kind")
    await in_transaction(single, "select 1")


async def test_an_error_rolls_everything_back(single: Database) -> None:
    with pytest.raises(asyncpg.DivisionByZeroError):
        await in_transaction(single, "insert into periods values ('x', now()); select 1/0")
    assert await single.fetch("select from periods") == []


async def test_a_lock_that_somebody_holds_too_long_is_try_again(single: Database, db: Database) -> None:
    async with db.transaction() as holder:
        await holder.execute("lock table periods")

        async def impatient() -> None:
            async with single.transaction() as tx:
                await tx.execute("set local lock_timeout = '50ms'")
                await tx.execute("select from periods")

        with pytest.raises(DatabaseUnavailable):
            await impatient()


async def test_one_of_two_that_wait_for_each_other_is_told_to_try_again(db: Database) -> None:
    await db.fetch("insert into periods values ('a', now()), ('b', now())")
    meeting = asyncio.Barrier(2)

    async def both(first: str, second: str) -> None:
        async with db.transaction() as tx:
            await touch(tx, first)
            await meeting.wait()
            await touch(tx, second)

    async def touch(tx: Connection, name: str) -> None:
        await tx.execute("update periods set next_at = now() where name = $1", name)

    results = await asyncio.gather(both("a", "b"), both("b", "a"), return_exceptions=True)
    assert sorted(map(type, results), key=str) == sorted([DatabaseUnavailable, type(None)], key=str)


async def test_that_a_task_was_cancelled_is_not_lost_with_the_connection(single: Database) -> None:
    begun = asyncio.Event()

    async def work() -> None:
        async with single.transaction() as tx:
            try:
                begun.set()
                await asyncio.sleep(60)
            finally:
                await tx.execute(KILL_ME)

    task = asyncio.create_task(work())
    await begun.wait()
    task.cancel()
    await asyncio.wait({task}, timeout=10)
    assert task.cancelled()
    await in_transaction(single, "select 1")


async def test_a_time_limit_around_a_lost_connection_is_still_a_time_limit(single: Database) -> None:
    async def work() -> None:
        async with asyncio.timeout(0.05), single.transaction() as tx:
            try:
                await asyncio.sleep(60)
            finally:
                await tx.execute(KILL_ME)

    with pytest.raises(TimeoutError):
        await work()


async def test_nobody_waits_for_a_connection_for_ever(single: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "PATIENCE_SECONDS", 0.2)
    async with single.transaction():
        with pytest.raises(DatabaseUnavailable):
            await in_transaction(single, "select 1")
    await in_transaction(single, "select 1")


@pytest.mark.parametrize(
    ("part", "instead"),
    [("://parley:", "://parley:x"), ("/test_", "/nothing_"), ("postgresql://", "mysql://"), ("port=", "port=x")],
)
async def test_a_wrong_address_is_said_at_once(
    dsn: str, part: str, instead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert part in dsn
    monkeypatch.setattr(storage, "PATIENCE_SECONDS", 120.0)
    wrong = await Database.open(dsn.replace(part, instead, 1), connections=1)
    async with asyncio.timeout(60):
        with pytest.raises(DatabaseRefused):
            await in_transaction(wrong, "select 1")
    assert not await wrong.is_up()
    await wrong.aclose()


async def test_a_server_that_is_not_there_yet_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "PATIENCE_SECONDS", 0.3)
    nowhere = await Database.open("postgresql://parley@/parley?host=/nonexistent", connections=1)
    began = time.monotonic()
    with pytest.raises(DatabaseUnavailable) as raised:
        await in_transaction(nowhere, "select 1")
    assert time.monotonic() - began > 0.29
    assert raised.value.headers == {"Retry-After": "1"}
    assert not await nowhere.is_up()
    await nowhere.aclose()


async def test_a_connection_goes_from_hand_to_hand(single: Database) -> None:
    """However many want it, everyone gets it, in turn, and it is the same one all the time."""

    async def backend() -> int:
        async with single.connection() as held:
            pid: int = await held.fetchval("select pg_backend_pid()")
            return pid

    assert len({await backend() for _ in range(3)} | set(await asyncio.gather(*(backend() for _ in range(50))))) == 1


async def test_who_breaks_off_leaves_no_answer_to_the_next(single: Database) -> None:
    for _ in range(20):
        asking = asyncio.create_task(single.fetchrow("select pg_sleep(10)"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        row = await single.fetchrow("select 42 as answer")
        assert row is not None
        assert row["answer"] == 42


async def test_what_was_at_hand_is_closed_at_the_end(dsn: str, db: Database) -> None:
    short_lived = await Database.open(dsn, connections=2, application="short lived")
    await asyncio.gather(*(short_lived.fetch("select pg_sleep(0.05)") for _ in range(2)))
    await short_lived.aclose()

    async def gone() -> bool:
        return not await db.fetch("select from pg_stat_activity where application_name = 'short lived'")

    await until(gone)
