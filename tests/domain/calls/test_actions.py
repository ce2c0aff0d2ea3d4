"""The queue of calls on a real database: order, limits, endings."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import UUID

import asyncpg
import pytest

from parley.domain.calls import actions, store
from parley.domain.calls.jobs import expire_calls
from parley.domain.calls.model import KEPT_AFTER_END, NO_CONNECTOR, WAITED_TOO_LONG, Call, OutboundRateLimited, Status
from parley.domain.numbers.model import Connector
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.storage.chunks import CHUNK
from parley.storage.db import Database
from tests.domain.calls.trunk import NOW, changed, connector_with, inbound, placed, taken

pytestmark = pytest.mark.io

SECOND = timedelta(seconds=1)


async def status_of(db: Database, call: Call) -> tuple[str, str, int | None]:
    row = await db.fetchrow("select status, reason, sip_code from calls where id = $1", call.id)
    assert row is not None
    return row["status"], row["reason"], row["sip_code"]


async def is_told(db: Database, connector: Connector) -> tuple[asyncpg.Connection, asyncio.Queue[str]]:
    """A connection that hears of the connector's calls, to be closed."""
    heard: asyncio.Queue[str] = asyncio.Queue()
    listener = await asyncpg.connect(db.dsn)
    await listener.add_listener(actions.CHANGED, lambda *news: heard.put_nowait(str(news[3])))
    return listener, heard


async def test_the_oldest_calls_go_first_as_far_as_slots_are_free(db: Database) -> None:
    connector = await connector_with(db, max_calls=3)
    waiting = [await placed(db, connector, NOW + SECOND * n) for n in (4, 2, 0, 1, 3)]
    in_order = sorted(call.id for call in waiting)
    first = await taken(db, connector, most=2, by=7)
    assert [call.id for call in first] == in_order[:2]
    assert {(call.status, call.held_by, call.calling_at) for call in first} == {(Status.CALLING, 7, NOW)}
    assert first[0].metadata == {"plan": "gold"}
    assert [call.id for call in await taken(db, connector)] == in_order[2:3]
    assert await taken(db, connector) == []
    async with db.transaction() as tx:
        assert await actions.complete_call(tx, first[0].id, NOW)
    assert [call.id for call in await taken(db, connector)] == in_order[3:4]
    assert await store.list_connectors_with_queued(db) == [connector.id]


async def test_calls_of_both_directions_share_the_slots(db: Database) -> None:
    connector = await connector_with(db, max_calls=2)
    for _ in range(2):
        await placed(db, connector)
    first, second = inbound(connector), inbound(connector)
    async with db.transaction() as tx:
        assert await actions.take_slot(tx, first)
    assert len(await taken(db, connector)) == 1
    async with db.transaction() as tx:
        assert not await actions.take_slot(tx, second)
        assert await actions.fail_call(tx, first.id, "The caller gave up.", 487, NOW)
        assert await actions.take_slot(tx, second)
    assert await taken(db, connector) == []


async def test_limits_are_those_of_the_connector_at_that_moment(db: Database) -> None:
    connector = await connector_with(db, max_calls=1)
    for _ in range(3):
        await placed(db, connector)
    assert len(await taken(db, connector)) == 1
    await changed(db, connector, ConnectorUpdate(trunk={"max_calls": 2}))
    assert len(await taken(db, connector)) == 1
    for changes in (
        ConnectorUpdate({"outbound": False}, {"max_calls": 9}),
        ConnectorUpdate({"outbound": True}, {"host": ""}),
    ):
        await changed(db, connector, changes)
        assert await taken(db, connector) == [], "it places no calls at the moment"


async def test_connectors_do_not_wait_for_each_other(db: Database) -> None:
    one, other = await connector_with(db, max_calls=1), await connector_with(db, max_calls=1)
    await placed(db, one)
    await placed(db, other)
    assert len(await taken(db, one)) == len(await taken(db, other)) == 1
    assert await taken(db, Connector("CONNECTOR-0", "A", "P")) == []


async def test_what_has_ended_stays_as_it_is(db: Database) -> None:
    connector = await connector_with(db)
    done, busy, early = [await placed(db, connector, NOW + SECOND * n) for n in range(3)]
    await taken(db, connector, most=2, at=NOW + 3 * SECOND)
    async with db.transaction() as tx:
        assert not await actions.mark_connected(tx, early.id, NOW), "it is not being called yet"
        assert not await actions.complete_call(tx, early.id, NOW)
        assert await actions.mark_connected(tx, done.id, NOW)
        assert not await actions.mark_connected(tx, done.id, NOW)
        assert await actions.complete_call(tx, done.id, NOW)
        assert await actions.fail_call(tx, busy.id, "Busy Here", 486, NOW)
        assert await actions.fail_call(tx, early.id, "Shut down.", None, NOW)
        for call in (done, busy, early):
            assert not await actions.mark_connected(tx, call.id, NOW)
            assert not await actions.complete_call(tx, call.id, NOW)
            assert not await actions.fail_call(tx, call.id, "Too late", 500, NOW)
    await expire_calls(db, NOW + timedelta(hours=1))
    assert await status_of(db, done) == ("success", "", None)
    assert await status_of(db, busy) == ("failure", "Busy Here", 486)
    assert await status_of(db, early) == ("failure", "Shut down.", None)


async def test_any_reason_can_be_kept(db: Database) -> None:
    connector = await connector_with(db)
    call = await placed(db, connector)
    async with db.transaction() as tx:
        assert await actions.fail_call(tx, call.id, "Bu\0sy\r\n \udcffHere é" + "!" * 5000, 486, NOW)
    reason = (await status_of(db, call))[1]
    assert reason.startswith("Busy Here é!!")
    assert len(reason) < 300


async def test_calls_that_wait_too_long_fail(db: Database) -> None:
    connector = await connector_with(db, max_calls=1, queue_seconds=10)
    running, waiting = await placed(db, connector), await placed(db, connector, NOW + SECOND)
    await taken(db, connector)
    await expire_calls(db, NOW + timedelta(seconds=10.9))
    assert (await status_of(db, waiting))[0] == "queued"
    assert await taken(db, connector, at=NOW + timedelta(seconds=11)) == [], "nobody takes what is given up"
    await expire_calls(db, NOW + timedelta(seconds=11))
    assert await status_of(db, waiting) == ("failure", WAITED_TOO_LONG, None)
    assert (await status_of(db, running))[0] == "calling"


async def test_calls_without_a_connector_fail_at_once(db: Database) -> None:
    connector = await connector_with(db)
    call = await placed(db, connector)
    async with db.transaction() as tx:
        await tx.execute("delete from connectors where id = $1", connector.id)
    await expire_calls(db, NOW)
    assert await status_of(db, call) == ("failure", NO_CONNECTOR, None)


async def test_calls_are_forgotten_two_hours_after_their_end(db: Database) -> None:
    connector = await connector_with(db, queue_seconds=0)
    for _ in range(3):
        await placed(db, connector)
    await expire_calls(db, NOW)
    kept = await placed(db, connector, NOW + SECOND)
    await expire_calls(db, NOW + SECOND)
    await expire_calls(db, NOW + KEPT_AFTER_END)
    rows = await db.fetch("select id from calls")
    assert [row["id"] for row in rows] == [kept.id]
    assert await store.find_outbound(db, connector.account_id, kept.id, NOW + SECOND + KEPT_AFTER_END) is None
    just = NOW + SECOND + KEPT_AFTER_END - timedelta(microseconds=1)
    assert await store.find_outbound(db, connector.account_id, kept.id, just) is not None


async def test_many_old_calls_are_forgotten_in_one_go(db: Database) -> None:
    connector = await connector_with(db)
    await placed(db, connector)
    async with db.transaction() as tx:
        await tx.execute("update calls set status = 'failure', ended_at = $1", NOW)
        await tx.execute(
            "insert into calls select gen_random_uuid(), direction, account_id, project_id, connector_id, environment, "
            "variant_id, from_number, to_number, encryption, metadata, status, reason, sip_code, created_at, "
            "give_up_at, calling_at, connected_at, ended_at from calls, generate_series(1, $1)",
            2 * CHUNK + 5,
        )
    await expire_calls(db, NOW + KEPT_AFTER_END)
    assert await db.fetch("select from calls") == []


async def test_dialers_are_told_of_calls_and_of_free_slots(db: Database) -> None:
    connector = await connector_with(db)
    listener, heard = await is_told(db, connector)
    try:
        first = await placed(db, connector)
        assert await asyncio.wait_for(heard.get(), 30) == connector.id
        second = await placed(db, connector)
        assert await asyncio.wait_for(heard.get(), 30) == connector.id
        await taken(db, connector)
        async with db.transaction() as tx:
            await actions.complete_call(tx, first.id, NOW)
        assert await asyncio.wait_for(heard.get(), 30) == connector.id
        async with db.transaction() as tx:
            await actions.fail_call(tx, second.id, "Busy Here", 486, NOW)
        assert await asyncio.wait_for(heard.get(), 30) == connector.id
    finally:
        await listener.close()


async def test_an_account_has_so_many_calls_a_minute(db: Database) -> None:
    connector, other = await connector_with(db), await connector_with(db)
    late = NOW + timedelta(seconds=41.5)
    for _ in range(3):
        await placed(db, connector, late, per_minute=3)
    with pytest.raises(OutboundRateLimited) as refused:
        await placed(db, connector, late, per_minute=3)
    assert refused.value.headers == {"Retry-After": "19"}
    await placed(db, other, late, per_minute=3)
    await placed(db, connector, late, per_minute=0)
    for _ in range(3):
        await placed(db, connector, late + timedelta(seconds=19), per_minute=3)
    with pytest.raises(OutboundRateLimited):
        await placed(db, connector, late, per_minute=3)  # by the clock of a process that is behind
    rows = await db.fetch("select account_id, count(*) from calls group by account_id")
    assert {row["account_id"]: row["count"] for row in rows} == {connector.account_id: 7, other.account_id: 1}


async def test_raced_requests_are_counted_exactly(db: Database) -> None:
    connector = await connector_with(db)

    async def ask() -> UUID | None:
        try:
            return (await placed(db, connector, per_minute=5)).id
        except OutboundRateLimited:
            return None

    accepted = [found for found in await asyncio.gather(*(ask() for _ in range(20))) if found]
    assert len(accepted) == 5
    assert {row["id"] for row in await db.fetch("select id from calls")} == set(accepted)
