"""Codecs of wider bands, with a telephone that knows no other."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import DialRequest, IncomingCall, Peer, SipCall
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import WideLeg
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.softphone import HIGH_TONE_HERTZ, TONE_HERTZ, Softphone, softphone
from tests.telephony.peers.sound import loudness, pitch, tone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0
WIDEBAND = ["g722/16000/1", "opus/48000/1"]


async def check_sound_both_ways(call: SipCall, phone: Softphone) -> None:
    heard, wide = bytearray(), bytearray()
    assert isinstance(call, WideLeg)

    async def is_heard() -> bool:
        if call.queued_seconds() < 0.2:
            call.write_audio(tone(0.5, 440))
        heard.extend(call.read_audio())
        wide.extend(call.wide_audio())
        theirs = phone.heard()[-8000:]
        return len(heard) > 16000 and abs(pitch(heard[-8000:]) - TONE_HERTZ) < 20 and abs(pitch(theirs) - 440) < 20

    await until(is_heard, SECONDS)
    assert loudness(heard[-8000:]) > 0.1
    assert loudness(phone.heard()[-8000:]) > 0.1
    assert len(wide) == 2 * len(heard)
    high = np.abs(np.fft.rfft(np.frombuffer(wide[-32000:], np.int16) * np.hanning(16000)))[4_500:7_000]
    assert abs(4_500 + int(high.argmax()) - HIGH_TONE_HERTZ) < 20, "what 8 kHz cannot carry"
    assert high.max() > 20 * np.median(high)


@pytest.mark.parametrize("codec", WIDEBAND)
async def test_a_caller_who_knows_only_a_wide_band_is_heard(
    stack: BaresipStack, sip_settings: SipSettings, codec: str
) -> None:
    waiting: asyncio.Queue[IncomingCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        waiting.put_nowait(incoming)

    stack.on_incoming_call(received)
    async with softphone(codec=codec) as phone:
        await phone.dial(f"sip:1@{LOOPBACK}:{sip_settings.udp_port}")
        call = await (await asyncio.wait_for(waiting.get(), SECONDS)).answer()
        await check_sound_both_ways(call, phone)
        await call.hang_up()


@pytest.mark.parametrize("codec", WIDEBAND)
async def test_we_call_somebody_who_knows_only_a_wide_band(stack: BaresipStack, codec: str) -> None:
    async with softphone(codec=codec) as phone:
        call = await stack.dial(
            DialRequest("phone", Peer(LOOPBACK, phone.port, "+49", "parley.example"), tls=False, srtp=False)
        )
        await call.wait_connected(SECONDS)
        await check_sound_both_ways(call, phone)
        await call.hang_up()
