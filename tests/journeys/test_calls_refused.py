"""Who gets in, and what those hear who do not."""

from __future__ import annotations

import pytest

from tests.journeys.calls import PATIENCE, Switchboard
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sipp import Message, calling
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

STRANGER = "127.0.0.3"


async def refused(calls: Switchboard, number: str, code: int, *options: str) -> Message:
    async with calling("call_refused", calls.port, *options, number=number) as sipp:
        assert await sipp.finished() == 0
        return await sipp.one(f"SIP/2.0 {code}")


async def test_a_number_that_nobody_has(calls: Switchboard) -> None:
    await refused(calls, "+4420000000", 404)


async def test_a_number_of_another_trunk(calls: Switchboard) -> None:
    elsewhere = await calls.connector(networks=["203.0.113.0/24"])
    number = await calls.number(connectorId=elsewhere)
    await refused(calls, number, 404)


async def test_a_stranger_learns_nothing(calls: Switchboard) -> None:
    number = await calls.number()
    for dialled in (number, "+4420000000"):
        answer = await refused(calls, dialled, 403, "-i", STRANGER)
        assert answer.start == "SIP/2.0 403 Forbidden"
    assert await calls.records(number) == []


async def test_a_trunk_with_a_password(calls: Switchboard) -> None:
    guarded = await calls.connector(networks=[f"{LOOPBACK}/32"], inboundUser="alice", inboundPassword="wonder")
    number = await calls.number(connectorId=guarded)
    challenge = (await refused(calls, number, 401)).header("WWW-Authenticate")
    assert challenge is not None
    assert challenge.startswith("Digest ")
    async with calling("call_with_password", calls.port, number=number) as sipp:
        assert await sipp.finished() == 0
    record = await calls.record(number)
    assert record["turns"][0]["agent_response"] == "Hello."
    assert "Authorization" not in record["state"]["headers"]


async def test_a_wrong_password(calls: Switchboard) -> None:
    guarded = await calls.connector(networks=[f"{LOOPBACK}/32"], inboundUser="alice", inboundPassword="another")
    number = await calls.number(connectorId=guarded)
    async with calling("call_with_password", calls.port, number=number) as sipp:

        async def is_asked_again() -> bool:
            return any(answer.header("CSeq") == "2 INVITE" for answer in sipp.received("SIP/2.0 401"))

        await until(is_asked_again, PATIENCE)
        assert not sipp.received("SIP/2.0 200")
    assert await calls.records(number) == []


async def test_one_call_more_than_the_trunk_has(calls: Switchboard) -> None:
    narrow = await calls.connector(networks=[f"{LOOPBACK}/32"], maxCalls=1)
    number = await calls.number(connectorId=narrow)
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await calls.record(number, turns=1)
        await refused(calls, number, 486)
        await phone.command("hangup")
    await calls.record(number)
    assert len(await calls.records(number)) == 1
