"""Numbers of a pool: lent to one caller at a time, used by one call, free again when both are over."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from parley.domain.accounts.model import Scope
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import Connector
from parley.domain.reservations import actions, store
from parley.domain.reservations.jobs import FORGET_EXPIRED, forget_expired
from parley.domain.reservations.model import NoRouteAvailable, Pool, Reservation
from parley.kit.ids import uuid7
from parley.resources import Resources
from parley.storage import chunks, queue
from parley.storage.db import Database
from parley.worker.registry import JOBS
from tests.domain.reservations.pools import WINDOW, Numbers, minute, number
from tests.waiting import until

pytestmark = pytest.mark.io


def test_a_key_says_which_pool() -> None:
    scope = Scope("a", "p", environment="live", variant="harbour", connector_id="CONNECTOR-1")
    assert Pool.for_scope(scope) == Pool("p", "live", "harbour", "CONNECTOR-1")
    assert Pool.for_scope(Scope("a", "p", environment="sandbox")) == Pool("p", "sandbox", None, None)


async def test_a_reservation_keeps_what_the_caller_brings_along(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    attributes = {"customer": "C-17", "basket": [{"sku": 1}, None, True, 2.5], "": {}}
    made = await desk.reserve(0, attributes)
    assert made == Reservation(number(0), desk.project.id, "live", "", attributes, minute(0), minute(0) + WINDOW)
    used = await desk.dial(number(0), 14)
    assert used is not None
    assert made is not None
    assert used == replace(made, call_id=used.call_id)
    assert used.call_id is not None


async def test_only_free_numbers_are_lent(db: Database) -> None:
    desk = await Numbers.with_pool(db, 2)
    assert {await desk.reserved(), await desk.reserved()} == {number(0), number(1)}
    with pytest.raises(NoRouteAvailable, match="No route is available"):
        async with db.transaction() as tx:
            await actions.reserve(tx, desk.pool, {}, WINDOW, minute(14.999))
    assert await desk.reserve(15) is not None, "the window is over in this moment"


async def test_an_agent_without_a_pool_has_nothing_to_lend(db: Database) -> None:
    desk = await Numbers.with_pool(db, 0)
    await desk.add(number(1), is_dynamic=False)
    await desk.add(number(2), "sandbox")
    await (await Numbers.with_pool(db, 0)).add(number(3))
    assert await desk.reserve() is None


async def test_after_the_window_a_number_leads_nowhere(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    assert await desk.dial(number(0), 0) is None, "nobody has reserved it yet"
    await desk.reserved()
    assert await desk.dial(number(0), 15) is None
    assert await desk.dial(number(0), 14.99) is not None


async def test_a_second_call_leads_nowhere(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved()
    first = await desk.dial(number(0), 1)
    assert first is not None
    assert await desk.dial(number(0), 1) is None
    await desk.end(first.call_id, 2)
    assert await desk.dial(number(0), 3) is None, "not even in what would have been the rest of the window"


@pytest.mark.parametrize("release", [False, True])
async def test_a_number_is_busy_until_the_call_that_used_it_has_ended(db: Database, release: bool) -> None:
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved()
    used = await desk.dial(number(0), 1)
    assert used is not None
    assert await desk.reserve(600) is None, "long after the window"
    await desk.end(used.call_id, 5, release=release)
    assert await desk.reserve(5) is not None, "also within what would have been the window"


async def test_a_call_can_give_its_number_back_before_it_ends(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved()
    used = await desk.dial(number(0), 1)
    assert used is not None
    assert used.call_id is not None
    async with db.transaction() as tx:
        await actions.release(tx, used.call_id)
        await actions.release(tx, uuid7())
    assert await desk.reserve(1) is not None


async def test_a_call_that_is_forgotten_gives_its_number_back(db: Database) -> None:
    """With a window that is longer than ended calls are kept, too: it closed when the number was used."""
    desk = await Numbers.with_pool(db, 1)
    async with db.transaction() as tx:
        await actions.reserve(tx, desk.pool, {}, WINDOW * 100, minute(0))
    used = await desk.dial(number(0), 1)
    assert used is not None
    await desk.end(used.call_id, 5)
    async with db.transaction() as tx:
        await tx.execute("delete from calls")
    assert await desk.dial(number(0), 200) is None
    assert await desk.reserve(200) is not None


async def test_the_number_that_was_free_for_the_longest_time_is_lent_first(db: Database) -> None:
    desk = await Numbers.with_pool(db, 3)
    assert [await desk.reserved(at) for at in (0, 1)] == [number(0), number(1)]
    assert await desk.reserved(2) == number(2), "one that was never used comes before others"
    used = await desk.dial(number(0), 3)
    assert used is not None
    await desk.end(used.call_id, 60)
    assert [await desk.reserved(100 + at) for at in range(3)] == [number(1), number(2), number(0)]


async def test_a_key_of_a_connector_has_the_numbers_of_the_connector(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    async with db.transaction() as tx:
        trunk = Connector("CONNECTOR-1", desk.project.account_id, desk.project.id)
        await numbers.insert_connector(tx, trunk, minute(0))
    await desk.add(number(7), connector_id=trunk.id)
    bound = replace(desk.pool, connector_id=trunk.id)
    found = await desk.reserve(pool=bound)
    assert found is not None
    assert found.number == number(7)
    assert await desk.reserve(pool=bound) is None
    assert await desk.reserved() == number(0)


async def test_a_key_of_a_variant_has_numbers_that_lead_to_no_other(db: Database) -> None:
    desk = await Numbers.with_pool(db, 0)
    for index, variant in enumerate(("", "harbour", "city")):
        await desk.add(number(index), variant_id=variant)
    bound = replace(desk.pool, variant_id="harbour")
    found = [await desk.reserve(pool=bound) for _ in range(3)]
    assert [each and (each.number, each.variant_id) for each in found] == [
        (number(0), "harbour"),
        (number(1), "harbour"),
        None,
    ]
    last = await desk.reserve()
    assert last is not None
    assert (last.number, last.variant_id) == (number(2), "city")


async def test_attributes_never_reach_another_agent(db: Database) -> None:
    """A number that moved is held until the window ends, and leads nowhere so long."""
    desk, other = await Numbers.with_pool(db, 1), await Numbers.with_pool(db, 0)
    await desk.reserved(0, {"customer": "C-17"})
    async with db.transaction() as tx:
        await tx.execute(
            "update phone_numbers set account_id = $1, project_id = $2", other.project.account_id, other.project.id
        )
    assert await desk.dial(number(0), 1) is None
    assert await other.reserve(1) is None
    assert await other.reserved(15) == number(0)
    used = await other.dial(number(0), 16)
    assert used is not None
    assert (used.project_id, used.attributes) == (other.project.id, {})


@pytest.mark.parametrize("change", ["is_dynamic = false", "environment = 'sandbox'"])
async def test_a_number_that_left_the_pool_is_not_reserved_any_more(db: Database, change: str) -> None:
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved()
    async with db.transaction() as tx:
        await tx.execute(f"update phone_numbers set {change}")
    assert await desk.dial(number(0), 1) is None


async def test_a_number_is_found_whoever_it_belongs_to(db: Database) -> None:
    desk, other = await Numbers.with_pool(db, 1), await Numbers.with_pool(db, 0)
    await other.add("+442071234567", is_dynamic=False)
    found = [await numbers.find_route(db, each) for each in (number(0), "+442071234567", "+442071234568")]
    assert [each and (each.project_id, each.is_dynamic) for each in found] == [
        (desk.project.id, True),
        (other.project.id, False),
        None,
    ]


# Forgetting


async def test_what_a_caller_brings_along_is_gone_once_it_was_handed_over(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved(0, {"name": "Ann"})
    assert await desk.kept() == {number(0): {"name": "Ann"}}
    await desk.dial(number(0), 1)
    assert await desk.kept() == {}


async def test_what_nobody_came_for_is_forgotten(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 2)
    desk = await Numbers.with_pool(db, 6)
    for at in range(6):
        await desk.reserved(at, {"caller": at})
    assert await forget_expired(db, minute(14)) == 0
    assert await forget_expired(db, minute(19)) == 5
    assert await desk.kept() == {number(5): {"caller": 5}}
    assert await desk.reserved(19) == number(0), "which number has been free for the longest time is not forgotten"


async def test_forgetting_waits_for_nobody(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved(0, {"name": "Ann"})
    async with db.transaction() as tx:
        await tx.execute("select from dni_reservations for update")
        assert await forget_expired(db, minute(20)) == 0
    assert await forget_expired(db, minute(20)) == 1


async def test_a_worker_forgets_every_few_minutes(resources: Resources) -> None:
    assert JOBS[FORGET_EXPIRED].every_seconds == 300
    db = resources.db
    desk = await Numbers.with_pool(db, 1)
    async with db.transaction() as tx:
        await actions.reserve(tx, desk.pool, {"name": "Ann"}, WINDOW, resources.clock.now() - WINDOW)
        await queue.defer(tx, FORGET_EXPIRED, {})
        [job] = await queue.take(tx, [FORGET_EXPIRED], 1, 60)
    await JOBS[FORGET_EXPIRED].run(resources, job)
    assert await desk.kept() == {}
    assert await db.fetchrow("select from jobs where kind = $1", FORGET_EXPIRED) is None


# Races


async def test_many_at_once_never_share_a_number(dsn: str) -> None:
    """Whoever gets a number is the only one; nobody is sent away while one is free."""
    db = await Database.open(dsn, connections=16)
    desk = await Numbers.with_pool(db, 12)
    for round_ in range(8):
        found = await asyncio.gather(*(desk.reserve(round_ * 15) for _ in range(40)))
        lent = [each.number for each in found if each is not None]
        assert sorted(lent) == [number(index) for index in range(12)]
    await db.aclose()


async def test_nobody_waits_for_another(db: Database) -> None:
    desk = await Numbers.with_pool(db, 2)
    async with db.transaction() as tx:
        first = await actions.reserve(tx, desk.pool, {}, WINDOW, minute(0))
        assert (first.number, await desk.reserved()) == (number(0), number(1))
        assert await desk.reserve() is None


async def test_one_of_many_calls_gets_the_number(dsn: str) -> None:
    db = await Database.open(dsn, connections=16)
    desk = await Numbers.with_pool(db, 1)
    for round_ in range(5):
        await desk.reserved(round_ * 15)
        found = await asyncio.gather(*(desk.dial(number(0), round_ * 15 + 1) for _ in range(15)))
        [used] = [each for each in found if each is not None]
        await desk.end(used.call_id, round_ * 15 + 2)
    await db.aclose()


async def test_a_number_that_was_taken_in_between_is_not_taken_again(db: Database) -> None:
    desk = await Numbers.with_pool(db, 1)
    made = await desk.reserve(0, {"name": "Ann"})
    assert made is not None
    async with db.transaction() as tx:
        later = replace(made, attributes={"name": "Bob"}, reserved_at=minute(14), expires_at=minute(29))
        assert not await store.reserve(tx, later)
    assert await desk.kept() == {number(0): {"name": "Ann"}}


async def test_a_call_at_the_last_moment_keeps_its_number(db: Database) -> None:
    """Someone else looks for a number a moment later, before the call is written down."""
    desk = await Numbers.with_pool(db, 1)
    await desk.reserved()
    async with db.transaction() as tx:
        call = await desk.ring(tx, number(0), 14.99)
        used = await actions.use(tx, number(0), call, minute(14.99))
        looking = asyncio.create_task(desk.reserve(15))
        await until(lambda: tx.fetchval("select exists (select from pg_locks where not granted)"))
    assert used is not None
    assert await looking is None
    await desk.end(call, 16)
    assert await desk.reserve(16) is not None
