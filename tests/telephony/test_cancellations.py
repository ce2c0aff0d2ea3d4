"""Calls that their clients do not want any more, whatever they are at."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Call, Encryption, Status, outbound_call
from parley.telephony.cancellations import Cancellations
from tests.make import Make
from tests.telephony.test_call_handler import Harness, call_harness

pytestmark = pytest.mark.io


async def queued(harness: Harness) -> Call:
    now = harness.resources.clock.now()
    call = outbound_call(harness.connector, "+493012345", now, Encryption.UDP_RTP, {})
    async with harness.resources.db.transaction() as tx:
        await calls.enqueue_call(tx, call, 0)
    return call


async def taken(harness: Harness) -> Call:
    call, resources = await queued(harness), harness.resources
    async with resources.db.transaction() as tx:
        (started,) = await calls.start_queued(
            tx, harness.connector.id, resources.signals.identity, resources.clock.now(), 1
        )
    assert started.id == call.id
    return started


async def cancel(harness: Harness, call_id: UUID) -> Call:
    async with harness.resources.db.transaction() as tx:
        return await calls.cancel_call(tx, harness.project_info.account_id, call_id, harness.resources.clock.now())


async def outcome(harness: Harness) -> tuple[str, str]:
    row = await harness.row()
    return row["status"], row["reason"]


async def test_one_that_rings_is_taken_back(make: Make) -> None:
    async with call_harness(make, ring_seconds=60.0) as harness:
        harness.stack.answering = lambda _: None
        call = await taken(harness)
        placing = asyncio.create_task(harness.handler.place_call(call))
        _request, far = await harness.stack.placed.get()
        assert (await cancel(harness, call.id)).status is Status.CALLING
        await asyncio.wait_for(far.wait_ended(), 10)
        await placing
        assert await outcome(harness) == ("failure", "cancelled")
        assert await harness.resources.db.fetch("select from conversations") == []


async def test_one_on_which_people_talk_is_hung_up_on(make: Make) -> None:
    async with call_harness(make) as harness:
        call = await taken(harness)
        placing = asyncio.create_task(harness.handler.place_call(call))
        _request, far = await harness.stack.placed.get()
        await harness.until_turns(1)
        for _ in range(2):
            await cancel(harness, call.id)
        assert (await asyncio.wait_for(far.wait_ended(), 10)).by_peer
        await placing
        assert await outcome(harness) == ("success", "cancelled")
        assert (await harness.conversation())["end_reason"] == "closed"


async def test_one_that_was_taken_from_the_queue_a_moment_ago_is_not_placed(make: Make) -> None:
    async with call_harness(make) as harness:
        call = await taken(harness)
        await cancel(harness, call.id)  # the signal comes while nobody looks after the call yet
        await harness.handler.place_call(call)
        assert harness.stack.placed.empty()
        assert await outcome(harness) == ("failure", "cancelled")


async def test_one_that_is_answered_at_that_moment_is_either_cancelled_or_answered(make: Make) -> None:
    async with call_harness(make) as harness:
        call = await taken(harness)
        async with harness.resources.db.transaction() as tx:
            await calls.cancel_call(tx, harness.project_info.account_id, call.id, harness.resources.clock.now())
            marking = asyncio.create_task(harness.handler._mark_connected(call))
            await asyncio.sleep(0)
        assert await marking is False
        assert (await harness.row())["connected_at"] is None


async def test_the_queue_and_a_cancel_at_the_same_moment(make: Make) -> None:
    async with call_harness(make) as harness:
        resources = harness.resources

        async def take() -> list[Call]:
            async with resources.db.transaction() as tx:
                return await calls.start_queued(tx, harness.connector.id, 1, resources.clock.now(), 1)

        for _ in range(10):
            call = await queued(harness)
            started, cancelled = await asyncio.gather(take(), cancel(harness, call.id))
            assert cancelled.status is (Status.CALLING if started else Status.FAILURE)
            async with resources.db.transaction() as tx:
                await calls.fail_call(tx, call.id, "cancelled", None, resources.clock.now())


async def test_news_that_were_lost_are_looked_up(make: Make) -> None:
    async with call_harness(make) as harness:
        call = await taken(harness)
        cancellations = Cancellations(harness.resources)
        async with cancellations.watch(call.id) as cancelled:
            async with harness.resources.db.transaction() as tx:
                await tx.execute("update calls set cancelled_at = now()")
            assert not cancelled.is_set()
            cancellations._look_up_all()
            await asyncio.wait_for(cancelled.wait(), 10)
        assert cancellations._watched == {}
