"""Callers who hang up, at every moment: no record stays open, no slot stays taken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from parley.storage.embedded import running_dsn
from tests.journeys.calls import PATIENCE, Switchboard, until_loud
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sipp import calling
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]


@pytest.fixture(scope="module")
async def narrow(calls: Switchboard) -> str:
    """A trunk with one slot: a call that is not over keeps everybody out."""
    return await calls.connector(networks=[f"{LOOPBACK}/32"], maxCalls=1)


async def left(calls: Switchboard, number: str) -> dict[str, Any]:
    """What is left of a call that is over, and the next caller gets in."""
    await calls.until_quiet()
    record = await calls.record(number)
    assert record["metrics"]["USER_HANGUP"] == "true"
    assert (await calls.detail(record["id"]))["inProgress"] is False
    async with calling("call", calls.port, "-d", "10", number=number) as sipp:
        assert await sipp.finished() == 0
    return record


async def test_during_the_greeting(calls: Switchboard, narrow: str) -> None:
    number = await calls.number(connectorId=narrow, variantId="wordy")
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await until_loud(phone.heard)
        await phone.command("hangup")
        began = asyncio.get_running_loop().time()
        await calls.until_quiet()
        assert asyncio.get_running_loop().time() - began < 3, "the greeting is not spoken to its end"
    assert (await left(calls, number))["num_turns"] == 1


async def test_while_a_slow_function_runs(calls: Switchboard, narrow: str) -> None:
    number = await calls.number(connectorId=narrow)
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await calls.record(number, turns=1)
        calls.model.requests.clear()
        await phone.press("2")

        async def is_asked() -> bool:
            return bool(calls.model.requests)

        await until(is_asked, PATIENCE)
        await phone.command("hangup")
        await phone.event("CALL_CLOSED")
    record = await left(calls, number)
    assert [turn["user_input_dtmf"] for turn in record["turns"]] == ["", "2"]


async def test_while_the_agent_waits(calls: Switchboard, narrow: str) -> None:
    number = await calls.number(connectorId=narrow)
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await calls.record(number, turns=1)
        await phone.press("5")
        await calls.record(number, turns=2)
        await phone.command("hangup")
        await phone.event("CALL_CLOSED")
    assert (await left(calls, number))["num_turns"] == 2


async def test_without_a_word(calls: Switchboard, narrow: str) -> None:
    """At once after the answer, before anything was said."""
    number = await calls.number(connectorId=narrow)
    async with calling("call", calls.port, "-d", "1", number=number) as sipp:
        assert await sipp.finished() == 0
    assert (await left(calls, number))["num_turns"] == 1


async def test_while_it_rings(calls: Switchboard, narrow: str) -> None:
    """Nobody answers while the trunk's slots are being counted; by then the caller has given up."""
    number = await calls.number(connectorId=narrow)
    async with counting(calls, narrow), calling("call_and_cancel", calls.port, number=number) as sipp:
        assert await sipp.finished() == 0
    await calls.until_quiet()
    async with calling("call", calls.port, "-d", "10", number=number) as sipp:
        assert await sipp.finished() == 0
    await calls.record(number)
    assert len(await calls.records(number)) == 1, "the first left none"


@asynccontextmanager
async def counting(calls: Switchboard, connector: str) -> AsyncIterator[None]:
    connection = await asyncpg.connect(running_dsn(calls.instance.data))
    try:
        async with connection.transaction():
            await connection.execute("select from connectors where id = $1 for update", connector)
            yield
    finally:
        await connection.close()
