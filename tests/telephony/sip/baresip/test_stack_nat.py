"""Routers that translate addresses, in front of us or of the other side. Peers at 127.0.0.1 reach us directly; to all
others the stack of the tests names a public address."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest

from parley.kit.tasks import Tasks
from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import DialRequest, IncomingCall, Peer, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.conftest import PUBLIC_ADDRESS, PUBLIC_PORT
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import RawPhone, offer, raw_phone
from tests.telephony.peers.rtp_receiver import RtpSender, receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 15.0
OUTSIDE, ELSEWHERE, NOBODY = "127.0.0.21", "127.0.0.22", "127.0.0.23"
INSIDE = "10.77.1.2:5062"
PUBLIC = f"{PUBLIC_ADDRESS}:{PUBLIC_PORT}"
SSRC = 0x1234ABCD


@pytest.fixture
async def calls(stack: BaresipStack) -> AsyncIterator[asyncio.Queue[SipCall]]:
    """Calls that came in and were answered."""
    answered: asyncio.Queue[SipCall] = asyncio.Queue()
    found: list[SipCall] = []

    async def received(incoming: IncomingCall) -> None:
        call = await incoming.answer()
        found.append(call)
        answered.put_nowait(call)

    stack.on_incoming_call(received)
    yield answered
    for call in found:
        await call.hang_up()


async def following(calls: asyncio.Queue[SipCall]) -> SipCall:
    return await asyncio.wait_for(calls.get(), SECONDS)


async def appears(condition: Callable[[], object]) -> None:
    async def is_there() -> bool:
        return bool(condition())

    await until(is_there, SECONDS)


def media_port(phone: RawPhone) -> int:
    answer = next(one for one in reversed(phone.got) if one.code == 200 and "m=audio" in one.text)
    found = re.search(r"m=audio (\d+)", answer.text)
    assert found
    return int(found[1])


async def keep_sending(sender: RtpSender, port: int) -> None:
    while True:
        sender.send(port)
        await asyncio.sleep(0.02)


async def test_whoever_is_outside_is_told_our_public_address(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port, OUTSIDE) as phone, receive_rtp() as receiver:
        dialog = await phone.call(receiver)
        call = await following(calls)
        answer = next(one for one in phone.got if one.code == 200)
        assert f"@{PUBLIC}>" in answer.header("Contact")
        assert f"c=IN IP4 {PUBLIC_ADDRESS}\r\n" in answer.text
        assert LOOPBACK not in answer.text.partition("\r\n\r\n")[2]
        assert int(answer.header("Content-Length")) == len(answer.text.partition("\r\n\r\n")[2])
        await call.hang_up()
        bye = phone.asked("BYE")[0]
        assert bye.header("Via").startswith(f"SIP/2.0/UDP {PUBLIC};")
        assert bye.header("Call-ID") == dialog.call_id


async def test_whoever_is_inside_is_told_where_we_are(calls: asyncio.Queue[SipCall], sip_settings: SipSettings) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp() as receiver:
        await phone.call(receiver)
        call = await following(calls)
        answer = next(one for one in phone.got if one.code == 200)
        assert f"@{LOOPBACK}:{sip_settings.udp_port}>" in answer.header("Contact")
        assert f"c=IN IP4 {LOOPBACK}\r\n" in answer.text
        await call.hang_up()


async def test_a_call_is_ended_where_it_came_from_whatever_its_contact_says(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port, OUTSIDE) as phone, receive_rtp() as receiver:
        phone.inside = INSIDE
        await phone.call(receiver)
        await (await following(calls)).hang_up()
        assert phone.asked("BYE")[0].start == f"BYE sip:caller@{OUTSIDE}:{phone.port} SIP/2.0"


async def test_a_call_of_ours_is_confirmed_and_ended_where_the_answer_came_from(
    stack: BaresipStack, sip_settings: SipSettings
) -> None:
    async with raw_phone(sip_settings.udp_port, OUTSIDE) as phone, receive_rtp() as receiver:
        call = await stack.dial(DialRequest("4912", Peer(OUTSIDE, phone.port, "me", "a.b"), tls=False, srtp=False))
        await appears(lambda: phone.asked("INVITE"))
        invite = phone.asked("INVITE")[0]
        assert f"@{PUBLIC}>" in invite.header("Contact")
        assert f"c=IN IP4 {PUBLIC_ADDRESS}\r\n" in invite.text
        phone.inside = INSIDE
        phone.reply(invite, "200 OK", body=offer(LOOPBACK, receiver.port))
        await call.wait_connected(SECONDS)
        await appears(lambda: phone.asked("ACK"))
        assert phone.asked("ACK")[0].start == f"ACK sip:phone@{OUTSIDE}:{phone.port} SIP/2.0"
        await call.hang_up()
        assert phone.asked("BYE")[0].start == f"BYE sip:phone@{OUTSIDE}:{phone.port} SIP/2.0"


async def test_sound_goes_to_where_it_comes_from(calls: asyncio.Queue[SipCall], sip_settings: SipSettings) -> None:
    """Also when that is another port in the middle of the call."""
    tasks = Tasks()
    async with (
        raw_phone(sip_settings.udp_port, OUTSIDE) as phone,
        receive_rtp(address=OUTSIDE) as first,
        receive_rtp(address=OUTSIDE) as second,
        receive_rtp() as named,
    ):
        await phone.call(named, body=offer(NOBODY, named.port))
        call = await following(calls)
        port = media_port(phone)
        sending = tasks.start(keep_sending(first.sender(SSRC), port), "media")
        await appears(first.media)
        assert not named.media()
        sending.cancel()
        heard = len(first.media())
        sending = tasks.start(keep_sending(second.sender(SSRC), port), "media that moved")
        await appears(second.media)
        assert first.media()[:heard]
        assert call.read_audio()
        # The same session description again, as for a hold that ends: the stack itself would go back to it.
        again = len(second.media())
        await appears(lambda: len(second.media()) > again + 5)
        await tasks.aclose()


async def test_a_stranger_does_not_get_the_sound_of_a_call(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings
) -> None:
    tasks = Tasks()
    async with (
        raw_phone(sip_settings.udp_port, OUTSIDE) as phone,
        receive_rtp(address=OUTSIDE) as owner,
        receive_rtp(address=ELSEWHERE) as stranger,
    ):
        await phone.call(owner, body=offer(OUTSIDE, owner.port))
        await following(calls)
        port = media_port(phone)
        tasks.start(keep_sending(owner.sender(SSRC), port), "media")
        await appears(owner.media)
        for _ in range(3):
            tasks.start(keep_sending(stranger.sender(999), port), "media of a stranger")
        before = len(owner.media())
        await appears(lambda: len(owner.media()) > before + 100)
        assert not stranger.media()
        await tasks.aclose()
