"""Keys that come as sound, from a phone that has no other way to send them."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import numpy as np
import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import RawPhone, offer, raw_phone
from tests.telephony.peers.rtp_receiver import RtpReceiver, receive_rtp
from tests.telephony.peers.sound import loudness, to_mulaw
from tests.telephony.sip.media.test_inband_keys import Sound, press, silence
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 15.0
PACKET = 160
EVENTS = "a=rtpmap:101 telephone-event/8000\r\n"


async def send(phone: RawPhone, receiver: RtpReceiver, *sounds: Sound) -> None:
    answer = next(one for one in reversed(phone.got) if one.code == 200 and "m=audio" in one.text)
    found = re.search(r"m=audio (\d+)", answer.text)
    assert found
    data = to_mulaw((np.concatenate(sounds) * 32767).astype("<i2").tobytes())
    sender = receiver.sender(77)
    for at in range(0, len(data), PACKET):
        sender.send(int(found[1]), data[at : at + PACKET])
        await asyncio.sleep(0.018)


@pytest.fixture
def answered(stack: BaresipStack) -> asyncio.Queue[SipCall]:
    calls: asyncio.Queue[SipCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        calls.put_nowait(await incoming.answer())

    stack.on_incoming_call(received)
    return calls


async def test_keys_are_heard_as_sound_and_then_are_none(
    answered: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        await phone.call(receiver)
        call = await answered.get()
        keys: list[str] = []
        call.on_digit(keys.append)
        await send(phone, receiver, silence(0.3), *(part for key in "15#" for part in (press(key, 0.2), silence(0.2))))

        async def are_heard() -> bool:
            return keys == ["1", "5", "#"]

        await until(are_heard, SECONDS)
        assert loudness(call.read_audio()) < 0.06, "but for the edges of the tones"
        await call.hang_up()


async def test_what_is_sent_in_another_way_is_not_heard_twice(
    answered: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        dialog = await phone.call(receiver)
        call = await answered.get()
        keys: list[str] = []
        call.on_digit(keys.append)
        await phone.press("7", replace(dialog, branch=""), 2)
        await send(phone, receiver, silence(0.1), press("7", 0.2), silence(0.2))
        await phone.press("8", replace(dialog, branch=""), 3)

        async def are_heard() -> bool:
            return len(keys) >= 2

        await until(are_heard, SECONDS)
        assert keys == ["7", "8"]
        await call.hang_up()


async def test_where_events_are_agreed_sound_is_sound(
    answered: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        body = offer(LOOPBACK, receiver.port).replace("RTP/AVP 0", "RTP/AVP 0 101") + EVENTS
        await phone.call(receiver, body=body)
        call = await answered.get()
        keys: list[str] = []
        call.on_digit(keys.append)
        heard = bytearray()

        async def is_heard() -> bool:
            heard.extend(call.read_audio())
            return loudness(heard[-1600:]) > 0.1

        sending = asyncio.create_task(send(phone, receiver, press("7", 2.0)))
        await until(is_heard, SECONDS)
        await sending
        assert not keys
        await call.hang_up()
