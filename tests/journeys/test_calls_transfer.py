"""Callers who are handed over: by REFER, by a bridge, by a farewell; and those who come back because it failed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.journeys.calls import Switchboard, until_loud
from tests.journeys.test_calls_outbound import CALLEES, lead_to
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sipp import called
from tests.telephony.peers.softphone import Softphone, softphone
from tests.telephony.peers.sound import pitch

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

DESK = "+493055500"
SORRY = "I'm sorry, I could not put you through. Is there anything else I can do for you?"


@pytest.fixture
async def caller(calls: Switchboard) -> AsyncIterator[Softphone]:
    async with softphone() as phone:
        yield phone


async def placed(calls: Switchboard, phone: Softphone, **handoff: Any) -> tuple[str, str]:
    """A call whose agent hands over as soon as it has said a word: the number that it went to, and its id."""
    number = next(CALLEES)
    await lead_to(calls, phone, number)
    wanted = json.dumps({"type": "desk", "reason": "asked", **handoff})
    return number, await calls.project(number, encryption="UDP/RTP", metadata={"X-Handoff": wanted})


async def handed_over(calls: Switchboard, number: str, method: str, code: str | None) -> dict[str, Any]:
    record = await calls.record(number)
    assert (record["handoff"], record["handoff_destination"], record["handoff_reason"]) == (True, "desk", "asked")
    metrics = record["metrics"]
    assert (metrics["TRANSFER_STATUS"], metrics["TRANSFER_METHOD"]) == ("Success", method)
    assert metrics.get("TRANSFER_SIP_CODE") == code
    return record


async def came_back(calls: Switchboard, phone: Softphone, number: str, call_sid: str, method: str, code: str) -> None:
    """The agent has the caller, says so, and goes on with them."""
    running = await calls.record(number, turns=2)
    assert running["in_progress"]
    assert [turn["agent_response"] for turn in running["turns"]] == ["One moment.", SORRY]
    await phone.press("9")
    await phone.event("CALL_CLOSED")
    assert await calls.until_status(call_sid, "success") == ""
    record = await calls.record(number)
    assert (record["handoff"], record["handoff_destination"]) == (False, "")
    metrics = record["metrics"]
    assert (metrics["TRANSFER_STATUS"], metrics["TRANSFER_METHOD"]) == ("Failed", method)
    assert metrics["TRANSFER_SIP_CODE"] == code
    assert record["turns"][2]["user_input_dtmf"] == "9"


async def test_refer(calls: Switchboard, caller: Softphone) -> None:
    async with called("answer") as desk:
        target = f"{DESK}@{LOOPBACK}:{desk.port}"
        number, call_sid = await placed(
            calls, caller, refer={"phone_number": target, "sip_headers": {"X-Queue": "night & day"}}
        )
        invite = await desk.one("INVITE")
        assert DESK in invite.start
        assert await calls.until_status(call_sid, "success") == ""
        await caller.command("hangup")
        await handed_over(calls, number, "refer", "200")


async def test_refer_carries_its_headers(calls: Switchboard) -> None:
    number = next(CALLEES)
    async with called("refer") as peer:
        await calls.change(calls.outbound, port=peer.port)
        handoff = {"type": "desk", "reason": "asked", "refer": {"phone_number": DESK, "sip_headers": {"X-Q": "a b"}}}
        await calls.project(number, encryption="UDP/RTP", metadata={"X-Handoff": json.dumps(handoff)})
        assert await peer.finished() == 0
        refer = await peer.one("REFER")
        assert (refer.header("Refer-To") or "").strip("<>") == f"sip:{DESK}@{LOOPBACK}:{peer.port}?X-Q=a%20b"
    await handed_over(calls, number, "refer", "200")


async def test_refer_to_somebody_who_is_busy(calls: Switchboard, caller: Softphone) -> None:
    async with called("busy") as desk:
        number, call_sid = await placed(calls, caller, refer={"phone_number": f"{DESK}@{LOOPBACK}:{desk.port}"})
        await came_back(calls, caller, number, call_sid, "refer", "486")


async def test_a_bridge(calls: Switchboard, caller: Softphone) -> None:
    async with softphone() as desk:
        number, call_sid = await placed(
            calls,
            caller,
            invite={"phone_number": "phone", "outbound_endpoint": f"{LOOPBACK}:{desk.port}"},
            outbound_encryption="UDP/RTP",
        )
        await desk.event("CALL_ESTABLISHED")
        record = await handed_over(calls, number, "invite", "200")
        assert await calls.status(call_sid) == ("calling", ""), "the line is still in use"
        before = len(caller.heard())
        await until_loud(caller.heard, before)
        await until_loud(desk.heard)
        assert pitch(desk.heard()[-8000:]) == pytest.approx(700, abs=20), "the caller's own tone"
        await desk.command("hangup")
        await caller.event("CALL_CLOSED")
        assert await calls.until_status(call_sid, "success") == ""
        assert len(record["turns"]) == 1


async def test_a_bridge_to_somebody_who_is_busy(calls: Switchboard, caller: Softphone) -> None:
    async with called("busy") as desk:
        number, call_sid = await placed(
            calls,
            caller,
            invite={"phone_number": DESK, "outbound_endpoint": f"{LOOPBACK}:{desk.port}"},
            outbound_encryption="UDP/RTP",
        )
        await came_back(calls, caller, number, call_sid, "invite", "486")


async def test_a_farewell_with_headers(calls: Switchboard) -> None:
    number = next(CALLEES)
    async with called("answer") as peer:
        await calls.change(calls.outbound, port=peer.port)
        handoff = {"type": "desk", "reason": "asked", "bye": {"sip_headers": {"X-Next": "desk 7"}}}
        await calls.project(number, encryption="UDP/RTP", metadata={"X-Handoff": json.dumps(handoff)})
        assert await peer.finished() == 0
        assert (await peer.one("BYE")).header("X-Next") == "desk 7"
    await handed_over(calls, number, "bye", None)
