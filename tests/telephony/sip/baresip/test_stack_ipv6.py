"""Calls over IPv6, from the stack that also takes them over IPv4."""

from __future__ import annotations

import asyncio
import re

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import DialRequest, IncomingCall, Peer
from parley.telephony.sip.settings import SipSettings
from tests.telephony.peers.raw_phone import offer, raw_phone
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0
LOOPBACK_6 = "::1"


async def test_a_call_comes_in_over_ipv6(stack: BaresipStack, sip_settings: SipSettings) -> None:
    waiting: asyncio.Queue[IncomingCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        waiting.put_nowait(incoming)

    stack.on_incoming_call(received)
    async with raw_phone(sip_settings.udp_port, LOOPBACK_6) as phone, receive_rtp(address=LOOPBACK_6) as receiver:
        ringing = asyncio.create_task(phone.call(receiver, body=offer(LOOPBACK_6, receiver.port)))
        incoming = await asyncio.wait_for(waiting.get(), SECONDS)
        assert incoming.source == LOOPBACK_6
        call = await incoming.answer()
        await ringing
        answer = next(one for one in phone.got if one.code == 200)
        assert f"c=IN IP6 {LOOPBACK_6}\r\n" in answer.text
        assert f"@[{LOOPBACK_6}]:{sip_settings.udp_port}>" in answer.header("Contact")

        async def is_heard() -> bool:
            return bool(receiver.media())

        await until(is_heard, SECONDS)
        await call.hang_up()
        assert phone.asked("BYE")


async def test_we_call_over_ipv6(stack: BaresipStack, sip_settings: SipSettings) -> None:
    async with raw_phone(sip_settings.udp_port, LOOPBACK_6) as phone, receive_rtp(address=LOOPBACK_6) as receiver:
        peer = Peer(f"[{LOOPBACK_6}]", phone.port, "me", "a.example")
        call = await stack.dial(DialRequest("4912", peer, tls=False, srtp=False))

        async def is_asked() -> bool:
            return bool(phone.asked("INVITE"))

        await until(is_asked, SECONDS)
        invite = phone.asked("INVITE")[0]
        assert re.search(r"\r\nc=IN IP6 ::1\r\n", invite.text)
        phone.reply(invite, "200 OK", body=offer(LOOPBACK_6, receiver.port))
        await call.wait_connected(SECONDS)
        await call.hang_up()
        assert phone.asked("BYE")[0].start == f"BYE sip:phone@[{LOOPBACK_6}]:{phone.port} SIP/2.0"
