"""Queued calls are taken while there is room for them, and no sooner."""

from __future__ import annotations

import asyncio

import pytest

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Encryption, outbound_call
from parley.telephony.dialer import Dialer
from tests.make import Make
from tests.telephony.test_call_handler import Harness, call_harness
from tests.waiting import until

pytestmark = pytest.mark.io


async def enqueue(harness: Harness) -> None:
    call = outbound_call(harness.connector, "+493012345", harness.resources.clock.now(), Encryption.UDP_RTP, {})
    async with harness.resources.db.transaction() as tx:
        await calls.enqueue_call(tx, call, 0)


async def test_a_call_waits_while_others_fill_the_process(make: Make) -> None:
    async with call_harness(make) as harness:
        looks = 0

        def capacity() -> int:
            nonlocal looks
            looks += 1
            return 1 - harness.handler.inbound_count

        dialer = Dialer(harness.resources, harness.handler.place_call, capacity)
        caller = await harness.call()
        await harness.until_turns(1)
        await enqueue(harness)
        running = asyncio.create_task(dialer.run())

        async def has_looked() -> bool:
            return looks > 0

        await until(has_looked)
        assert harness.stack.placed.empty()
        await caller.hang_up()
        _dialled, callee = await asyncio.wait_for(harness.stack.placed.get(), 10)
        await harness.until_turns(2)
        await callee.hang_up()
        await harness.until_over()
        dialer.stop()
        await running
        found = await harness.resources.db.fetch("select status from calls order by id")
        assert [row["status"] for row in found] == ["success", "success"]
