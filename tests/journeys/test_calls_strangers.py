"""Calls of a real instance and those who have nothing to do with them; and a trunk that hands its caller over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import pytest

from tests.journeys.calls import PATIENCE, Switchboard
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import Dialog, RawPhone, new_dialog, offer, raw_phone
from tests.telephony.peers.rtp_receiver import RtpReceiver, receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

STRANGER = "127.0.0.3"


@dataclass(slots=True)
class Talking:
    """A caller with whom the agent talks, over a line that repeats everything: the agent hears that it is there."""

    number: str
    phone: RawPhone
    dialog: Dialog
    receiver: RtpReceiver


@pytest.fixture
async def talking(calls: Switchboard) -> AsyncIterator[Talking]:
    number = await calls.number()
    async with raw_phone(calls.port) as phone, receive_rtp(echo=True) as receiver:
        dialog = await phone.call(receiver, number=number)
        await calls.record(number, turns=1)
        yield Talking(number, phone, dialog, receiver)
    await calls.until_quiet()


async def over(calls: Switchboard, talking: Talking, phone: RawPhone, dialog: Dialog) -> None:
    """The caller leaves, and that is what the only record says."""
    assert (await phone.ask("BYE", replace(dialog, branch=""), cseq=99)).code == 200
    record = await calls.record(talking.number)
    assert record["metrics"]["USER_HANGUP"] == "true"
    assert len(await calls.records(talking.number)) == 1


async def test_a_stranger_who_knows_everything_about_a_call_cannot_end_it(calls: Switchboard, talking: Talking) -> None:
    async with raw_phone(calls.port, STRANGER) as stranger:
        answer = await stranger.ask("INVITE", new_dialog(), talking.dialog.replaces, body=offer(STRANGER, 9))
        assert answer.code == 403
        for method in ("BYE", "CANCEL", "INVITE"):
            assert (await stranger.ask(method, replace(talking.dialog, branch=""), cseq=40)).code == 403
    await talking.phone.press("5", talking.dialog, cseq=50)
    await talking.phone.press("#", talking.dialog, cseq=51)
    record = await calls.record(talking.number, turns=2)
    assert record["turns"][1]["user_input_dtmf"] == "5"
    assert not talking.phone.asked("BYE")
    await over(calls, talking, talking.phone, talking.dialog)


async def test_the_trunk_hands_its_caller_over_and_the_conversation_goes_on(
    calls: Switchboard, talking: Talking
) -> None:
    async with raw_phone(calls.port) as phone, receive_rtp(echo=True) as receiver:
        dialog = await phone.call(receiver, talking.dialog.replaces, number="parley")

        async def is_ended() -> bool:
            return bool(talking.phone.asked("BYE"))

        await until(is_ended, PATIENCE)
        await phone.press("5", dialog, cseq=50)
        await phone.press("#", dialog, cseq=51)
        record = await calls.record(talking.number, turns=2)
        assert record["in_progress"]
        assert record["turns"][1]["user_input_dtmf"] == "5"

        async def is_heard() -> bool:
            return len(receiver.media()) > 10

        await until(is_heard, PATIENCE)
        assert (await calls.voice())["calls"] == 1
        await over(calls, talking, phone, dialog)


async def test_an_offer_in_parts_is_answered_and_a_broken_one_refused(calls: Switchboard) -> None:
    number, kind = await calls.number(), "multipart/mixed;boundary=b"
    signal = "--b\r\nContent-Type: application/isup\r\n\r\n\x01\x02\r\n"
    async with raw_phone(calls.port) as phone, receive_rtp(echo=True) as receiver:
        refused = await phone.ask("INVITE", new_dialog(), body=signal + "--b--", kind=kind, number=number)
        assert refused.code == 488
        body = signal + f"--b\r\nContent-Type: application/sdp\r\n\r\n{offer(LOOPBACK, receiver.port)}\r\n--b--\r\n"
        dialog = await phone.call(receiver, body=body, kind=kind, number=number)
        await over(calls, Talking(number, phone, dialog, receiver), phone, dialog)


async def test_strangers_take_no_places(calls: Switchboard) -> None:
    """More of them than the process takes calls: the trunk's call is taken."""
    number = await calls.number()
    async with (
        raw_phone(calls.port, STRANGER) as stranger,
        raw_phone(calls.port) as phone,
        receive_rtp(echo=True) as receiver,
    ):
        for _ in range(300):
            stranger.write("INVITE", new_dialog(), body=offer(STRANGER, 9), number=number)
        dialog = await phone.call(receiver, number=number)
        await calls.record(number, turns=1)
        assert (await calls.voice())["calls"] == 1
        assert {one.code for one in stranger.got} == {403}
        await over(calls, Talking(number, phone, dialog, receiver), phone, dialog)
