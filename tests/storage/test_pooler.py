"""Behind a real PgBouncer in transaction mode, where consecutive transactions of a client have other sessions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from parley.providers.llm.scripted import Say, ScriptedModel
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.pooler import DirectUrlPooled, PoolerInTheWay, is_pooled, refuse_pooler
from parley.storage.signals import Signals
from tests.conftest import private_folder
from tests.fixtures import fresh_database
from tests.journeys.installation import installed
from tests.storage.pgbouncer import pgbouncer
from tests.waiting import until

pytestmark = pytest.mark.io

CLIENTS = 12
AGENT = {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"}


@pytest.fixture(scope="module")
async def direct(postgres: str) -> AsyncIterator[str]:
    async with fresh_database(postgres) as address:
        yield address


@pytest.fixture(scope="module")
async def pooled(direct: str) -> AsyncIterator[str]:
    async with pgbouncer(direct) as address:
        yield address


@pytest.fixture
async def behind(pooled: str) -> AsyncIterator[Database]:
    db = await Database.open(pooled, connections=CLIENTS, behind_pooler=True)
    yield db
    await db.aclose()


async def test_statements_of_many_clients_share_few_sessions(behind: Database) -> None:
    async def ask(number: int) -> tuple[int, int]:
        row = await behind.fetchrow("select $1::int as number, pg_backend_pid() as session", number)
        assert row is not None
        return row["number"], row["session"]

    found = await asyncio.gather(*(ask(number) for number in range(20 * CLIENTS)))
    assert [number for number, _ in found] == list(range(20 * CLIENTS))
    assert 1 < len({session for _, session in found}) < CLIENTS


async def test_json_and_limits_are_those_of_a_direct_session(behind: Database) -> None:
    row = await behind.fetchrow("select $1::jsonb as value, current_setting('lock_timeout') as limit", {"a": [1, None]})
    assert row is not None
    assert (row["value"], row["limit"]) == ({"a": [1, None]}, "5s")


async def test_a_transaction_is_one_and_is_undone_as_a_whole(behind: Database) -> None:
    async with behind.transaction() as tx:
        await tx.execute("create table note (text text unique deferrable initially deferred)")
        await tx.execute("insert into note values ('kept')")
    with pytest.raises(asyncpg.UndefinedTableError):
        await _note_and_fail(behind)
    assert [row["text"] for row in await behind.fetch("select text from note")] == ["kept"]
    with pytest.raises(asyncpg.UniqueViolationError):
        await behind.fetch("insert into note values ('kept') returning text")
    assert await behind.is_up()


async def _note_and_fail(db: Database) -> None:
    async with db.transaction() as tx:
        await tx.execute("insert into note values ('gone')")
        await tx.execute("select from nowhere")


async def test_a_lost_session_is_told_as_one_that_is_not_there(behind: Database) -> None:
    with pytest.raises(DatabaseUnavailable):
        async with behind.connection() as held:
            await held.fetchval("select pg_terminate_backend(pg_backend_pid())")
    await until(behind.is_up)


async def test_a_pooler_is_known_and_refused_where_sessions_have_to_last(pooled: str, direct: str) -> None:
    link = await asyncpg.connect(pooled, statement_cache_size=0)
    assert await is_pooled(link)
    await link.close()
    await refuse_pooler(direct, is_direct=False)
    with pytest.raises(PoolerInTheWay, match="PARLEY_DATABASE_DIRECT_URL"):
        await refuse_pooler(pooled, is_direct=False)
    with pytest.raises(DirectUrlPooled):
        await refuse_pooler(pooled, is_direct=True)


async def test_signals_do_not_trust_a_pooler(pooled: str) -> None:
    signals = Signals(pooled)
    with pytest.raises(PoolerInTheWay):
        await signals._listen()
    assert not signals.is_trusted


async def test_chats_of_two_processes_go_through_it_and_signals_past_it(pooled: str, direct: str) -> None:
    """Either process takes any turn: leases, the lock of a living process and notifications work across both."""
    with private_folder() as folder:
        settings: dict[str, Any] = {"embeddings": "none", "works": False, "database_direct_url": direct}
        async with installed(pooled, folder, **settings) as one, installed(pooled, folder, **settings) as two:
            agent = await one.agent(AGENT)
            for each in (one, two):
                each.models[agent.project_info.id] = ScriptedModel([Say(f"answer {n}") for n in range(100)])
            talks = [await agent.open() for _ in range(6)]
            for _ in range(3):
                for installation in (one, two):
                    agent.installation = installation
                    heard = await asyncio.gather(*(talk.say("go on") for talk in talks))
                    assert all(each.text.startswith("answer") for each in heard)
            assert [len(await talk.turns()) for talk in talks] == [7] * len(talks)
