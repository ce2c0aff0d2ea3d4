"""Queued calls are taken while there is room for them, and no sooner."""

from __future__ import annotations

import asyncio

import pytest

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Encryption, queued
from parley.telephony.dialer import Dialer
from tests.make import Make
from tests.telephony.test_exchange import Desk, desk_with
from tests.waiting import until

pytestmark = pytest.mark.io


async def ask(desk: Desk) -> None:
    call = queued(desk.connector, "+493012345", desk.resources.clock.now(), Encryption.UDP_RTP, {})
    async with desk.resources.db.transaction() as tx:
        await calls.place(tx, call, 0)


async def test_a_call_waits_while_others_fill_the_process(make: Make) -> None:
    async with desk_with(make) as desk:
        looks = 0

        def room() -> int:
            nonlocal looks
            looks += 1
            return 1 - desk.exchange.came_in

        dialer = Dialer(desk.resources, desk.exchange.place, room)
        caller = await desk.call()
        await desk.until_turns(1)
        await ask(desk)
        dialling = asyncio.create_task(dialer.run())

        async def has_looked() -> bool:
            return looks > 0

        await until(has_looked)
        assert desk.stack.placed.empty()
        await caller.hang_up()
        _dialled, callee = await asyncio.wait_for(desk.stack.placed.get(), 10)
        await desk.until_turns(2)
        await callee.hang_up()
        await desk.until_over()
        dialer.stop()
        await dialling
        found = await desk.resources.db.fetch("select status from calls order by id")
        assert [row["status"] for row in found] == ["success", "success"]
