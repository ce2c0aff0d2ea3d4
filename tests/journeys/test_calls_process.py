"""The voice process dies, or is asked to stop, in the middle of calls."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from parley.domain.calls.model import PROCESS_DIED
from tests.journeys.calls import PATIENCE, Switchboard, assert_said
from tests.journeys.instance import parley
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sipp import called, calling
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]


async def until_another(calls: Switchboard, pid: int) -> None:
    """The voice process is not this one any more, and takes calls."""

    async def is_there() -> bool:
        return (await calls.voice()).get("pid") not in (None, pid) and await calls.instance.is_ready()

    await until(is_there, PATIENCE)


async def others(calls: Switchboard) -> dict[str, Any]:
    health = await calls.instance.health()
    return {name: (child["pid"], child["restarts"]) for name, child in health.items() if name != "voice"}


async def test_killed_in_the_middle_of_a_call(calls: Switchboard) -> None:
    narrow = await calls.connector(networks=[f"{LOOPBACK}/32"], maxCalls=1)
    number, before, pid = await calls.number(connectorId=narrow), await others(calls), (await calls.voice())["pid"]
    async with softphone() as phone, called("answer") as callee:
        await phone.dial(calls.uri(number))
        await calls.change(calls.outbound, port=callee.port)
        call_sid = await calls.project("+493099999", encryption="UDP/RTP")
        await calls.record(number, turns=1)
        await calls.record("+493099999", turns=1)
        os.kill(pid, signal.SIGKILL)
        assert (await calls.instance.agents()).status_code == 200
        assert (await calls.status(call_sid))[0] == "calling", "nobody knows yet"
        await until_another(calls, pid)
        record = await calls.record(number)
    assert (record["in_progress"], record["num_turns"]) == (False, 1)
    assert await calls.until_status(call_sid, "failure") == PROCESS_DIED
    shown = parley(calls.instance.data, "conversations", "show", record["id"], "--json")
    assert '"crash"' in shown.stdout
    assert await others(calls) == before
    async with calling("call", calls.port, "-d", "10", number=number) as sipp:
        assert await sipp.finished() == 0, "its slot is free"


async def test_asked_to_stop_while_somebody_talks(calls: Switchboard) -> None:
    number, before, pid = await calls.number(), await others(calls), (await calls.voice())["pid"]
    log = calls.instance.data / "logs" / "voice.log"
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await calls.record(number, turns=1)
        os.kill(pid, signal.SIGTERM)

        async def is_draining() -> bool:
            return "draining" in log.read_text()

        await until(is_draining, PATIENCE)
        async with calling("call_refused", calls.port, number=number) as sipp:
            assert await sipp.finished() == 0
            assert (await sipp.one("SIP/2.0 503")).header("Retry-After") == "5"
        await phone.press("5")
        await calls.record(number, turns=2)
        assert (await calls.voice())["pid"] == pid
        await phone.press("9")
        await phone.event("CALL_CLOSED")
    assert_said(await calls.record(number), "Hello.", "You pressed 5.", "Bye.")
    await until_another(calls, pid)
    assert await others(calls) == before
    later = await calls.number()
    async with calling("call", calls.port, "-d", "10", number=later) as sipp:
        assert await sipp.finished() == 0
    await calls.record(later)
