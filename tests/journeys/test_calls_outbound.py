"""Calls that are placed through the API, from the queue to the record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.calls import PATIENCE, Switchboard, until_loud
from tests.telephony.peers.process import LOOPBACK, free_ports
from tests.telephony.peers.sipp import called
from tests.telephony.peers.softphone import Softphone, softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

CALLEES = iter(f"+4930{number:07}" for number in range(1, 1000))


@pytest.fixture(scope="module")
def certificate(calls: Switchboard) -> Path:
    return calls.authority.certificate(LOOPBACK)


@pytest.fixture
async def trunk(calls: Switchboard) -> AsyncIterator[Switchboard]:
    """With the trunk as it was afterwards."""
    yield calls
    await calls.change(calls.outbound, maxCalls=30, ringSeconds=45.0)


async def lead_to(calls: Switchboard, phone: Softphone, number: str, *, tls: bool = False, srtp: bool = False) -> None:
    """The trunk ends at this telephone, which answers under this number."""
    port, transport = (phone.tls_port, "tls") if tls else (phone.port, "udp")
    media = "mediaenc=srtp-mand" if srtp else "audio_codecs=pcmu,pcma"
    account = f"<sip:{number}@{LOOPBACK}:{port};transport={transport}>;regint=0;answermode=auto;auth_pass=none;{media}"
    await phone.command("uanew", account)
    await phone.command("uafind", f"sip:{number}@{LOOPBACK}:{port}")
    await calls.change(calls.outbound, port=phone.port, tlsPort=phone.tls_port)


@pytest.mark.parametrize("mode", ["TLS/SRTP", "TLS/RTP", "UDP/SRTP", "UDP/RTP"])
async def test_every_mode_to_a_telephone(trunk: Switchboard, certificate: Path, mode: str) -> None:
    number, tls, srtp = next(CALLEES), mode.startswith("TLS"), mode.endswith("SRTP")
    async with softphone(tls=tls, srtp=srtp, certificate=certificate) as phone:
        await lead_to(trunk, phone, number, tls=tls, srtp=srtp)
        call_sid = await trunk.project(number, encryption=mode, metadata={"X-Order": "o-7"})
        await until_loud(phone.heard)
        assert await trunk.status(call_sid) == ("calling", "")
        await trunk.record(number, turns=1)
        await phone.press("9")
        await phone.event("CALL_CLOSED")
    assert await trunk.until_status(call_sid, "success") == ""
    record = await trunk.record(number)
    assert (record["id"], record["channel"]) == (call_sid, "VOICE-SIP")
    assert (record["from_number"], record["to_number"]) == (number, "+442071230000")
    assert record["state"]["headers"] == {"X-Order": "o-7"}
    assert [turn["user_input_dtmf"] for turn in record["turns"]] == ["", "9"]


async def test_metadata_is_on_the_wire(trunk: Switchboard) -> None:
    number = next(CALLEES)
    async with called("hang_up", "-d", "50") as sipp:
        await trunk.change(trunk.outbound, port=sipp.port)
        call_sid = await trunk.project(number, encryption="UDP/RTP", metadata={"X-Customer-Id": "c 17", "plan": "gold"})
        assert await sipp.finished() == 0
        invite = await sipp.one("INVITE")
    assert invite.start == f"INVITE sip:{number}@{LOOPBACK}:{sipp.port};transport=udp SIP/2.0"
    assert (invite.header("X-Customer-Id"), invite.header("plan")) == ("c 17", "gold")
    assert "<sip:+442071230000@" in str(invite.header("From"))
    await trunk.until_status(call_sid, "success")
    record = await trunk.record(number)
    assert record["state"]["customer"] == "c 17"
    assert record["metrics"]["USER_HANGUP"] == "true"


@pytest.mark.parametrize(("theirs", "ours"), [(False, "UDP/SRTP"), (True, "UDP/RTP")])
async def test_a_mode_that_is_refused_is_not_replaced(trunk: Switchboard, theirs: bool, ours: str) -> None:
    number = next(CALLEES)
    async with softphone(srtp=theirs) as phone:
        await lead_to(trunk, phone, number, srtp=theirs)
        call_sid = await trunk.project(number, encryption=ours)
        assert "488" in await trunk.until_status(call_sid, "failure")
    assert await trunk.records(number) == []


async def test_a_server_that_nobody_vouches_for(trunk: Switchboard, tmp_path: Path) -> None:
    number = next(CALLEES)
    stranger = type(trunk.authority)(tmp_path).certificate(LOOPBACK)
    async with softphone(tls=True, srtp=True, certificate=stranger) as phone:
        await lead_to(trunk, phone, number, tls=True, srtp=True)
        call_sid = await trunk.project(number)
        assert await trunk.until_status(call_sid, "failure") != ""
        assert not phone.events
    assert await trunk.records(number) == []


async def test_busy(trunk: Switchboard) -> None:
    number = next(CALLEES)
    async with called("busy") as sipp:
        await trunk.change(trunk.outbound, port=sipp.port)
        call_sid = await trunk.project(number, encryption="UDP/RTP")
        assert await sipp.finished() == 0
    assert "(486)" in await trunk.until_status(call_sid, "failure")
    assert await trunk.records(number) == []


async def test_nobody_answers(trunk: Switchboard) -> None:
    number = next(CALLEES)
    async with called("ring") as sipp:
        await trunk.change(trunk.outbound, port=sipp.port, ringSeconds=2.0)
        call_sid = await trunk.project(number, encryption="UDP/RTP")
        assert await sipp.finished() == 0, "it is taken back"
    assert "no answer" in await trunk.until_status(call_sid, "failure")
    assert await trunk.records(number) == []


async def test_nobody_is_there(trunk: Switchboard) -> None:
    number, port = next(CALLEES), free_ports(2)
    await trunk.change(trunk.outbound, port=port, tlsPort=port + 1, ringSeconds=2.0)
    for encryption in ("UDP/RTP", "TLS/SRTP"):
        call_sid = await trunk.project(number, encryption=encryption)
        assert await trunk.until_status(call_sid, "failure") != ""
    assert await trunk.records(number) == []


async def test_one_after_the_other_in_order(trunk: Switchboard) -> None:
    numbers = [next(CALLEES) for _ in range(3)]
    async with called("hang_up", "-d", "200", calls=3) as sipp:
        await trunk.change(trunk.outbound, port=sipp.port, maxCalls=1)
        sids = [await trunk.project(number, encryption="UDP/RTP") for number in numbers]
        assert (await trunk.status(sids[2]))[0] == "queued"
        assert await sipp.finished() == 0
        seen = [one.start.split()[:2] for one in sipp.messages() if one.start.startswith(("INVITE ", "BYE "))]
    assert [verb for verb, _ in seen] == ["INVITE", "BYE"] * 3
    assert [where for verb, where in seen if verb == "INVITE"] == [
        f"sip:{number}@{LOOPBACK}:{sipp.port};transport=udp" for number in numbers
    ]
    for sid in sids:
        await trunk.until_status(sid, "success")


async def test_a_retry_places_no_second_call(trunk: Switchboard) -> None:
    number = next(CALLEES)

    async def ask() -> dict[str, Any]:
        answer = await trunk.platform(
            "POST",
            "/v1/outbound-calling",
            "outbound",
            headers={"Idempotency-Key": "retry-1"},
            json={"to_number": number, "encryption": "UDP/RTP"},
        )
        assert answer.status_code == 200
        return dict(answer.json())

    async with called("hang_up", "-d", "50", calls=2) as sipp:
        await trunk.change(trunk.outbound, port=sipp.port)
        first = await ask()
        assert await ask() == first
        await trunk.until_status(first["call_sid"], "success")
        assert await ask() == first
        another = await trunk.project(next(CALLEES), encryption="UDP/RTP")
        assert await sipp.finished() == 0
        await trunk.until_status(another, "success")

        async def are_there() -> bool:
            return len(sipp.received("INVITE")) == 2

        await until(are_there, PATIENCE)
    assert len(await trunk.records(number)) == 1
