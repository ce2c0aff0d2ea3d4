"""Callers from whom no sound comes, and offers without any that we could take."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.conftest import RTP_TIMEOUT
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import RawPhone, offer, raw_phone
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.telephony.peers.sound import loudness
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0
COMFORT_NOISE = 13
"""The payload type of RFC 3389."""


@pytest.fixture
async def calls(stack: BaresipStack) -> AsyncIterator[asyncio.Queue[SipCall]]:
    """Calls that come in are answered."""
    answered = asyncio.Queue[SipCall]()
    found = list[SipCall]()

    async def received(incoming: IncomingCall) -> None:
        call = await incoming.answer()
        found.append(call)
        answered.put_nowait(call)

    stack.on_incoming_call(received)
    yield answered
    for call in found:
        await call.hang_up()


def media_port(phone: RawPhone) -> int:
    answer = next(one for one in reversed(phone.got) if one.code == 200 and "m=audio" in one.text)
    found = re.search(r"m=audio (\d+)", answer.text)
    assert found
    return int(found[1])


async def test_comfort_noise_is_a_sign_of_life_and_no_sound(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        await phone.call(receiver)
        call = await asyncio.wait_for(calls.get(), SECONDS)
        port, quiet, voice = media_port(phone), receiver.sender(7, COMFORT_NOISE), receiver.sender(7)
        for _ in range(4 * RTP_TIMEOUT):
            quiet.send(port, b"\x40")
            await asyncio.sleep(0.5)
        assert phone.asked("OPTIONS") == []
        assert loudness(call.read_audio()) < 0.01
        heard = bytearray()

        async def is_heard() -> bool:
            voice.send(port)
            heard.extend(call.read_audio())
            return len(heard) > 1600 and loudness(heard) > 0.02

        await until(is_heard, SECONDS)


async def test_who_is_silent_is_asked_and_stays_when_there(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        dialog = await phone.call(receiver)
        call = await asyncio.wait_for(calls.get(), SECONDS)

        async def is_asked() -> bool:
            return bool(phone.asked("OPTIONS"))

        await until(is_asked, SECONDS)
        asked = phone.asked("OPTIONS")[0]
        assert asked.header("Call-ID") == dialog.call_id
        phone.reply(asked, "405 Method Not Allowed")
        assert call.read_audio() is not None, "raises if the call is over"
        await call.hang_up()


async def test_an_offer_within_a_call_that_has_no_codec_of_ours_is_refused_and_the_call_goes_on(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        dialog = replace(await phone.call(receiver), branch="")
        call = await asyncio.wait_for(calls.get(), SECONDS)
        strange = offer(LOOPBACK, receiver.port).replace("AVP 0", "AVP 18").replace("0 PCMU", "18 G729")
        assert (await phone.ask("INVITE", dialog, body=strange, cseq=2)).code == 488
        known = await phone.ask("INVITE", dialog, body=offer(LOOPBACK, receiver.port), cseq=3)
        assert (known.code, "m=audio 0 " in known.text) == (200, False)
        phone.write("ACK", dialog, cseq=3)
        assert call.read_audio() is not None, "raises if the call is over"
        await call.hang_up()
