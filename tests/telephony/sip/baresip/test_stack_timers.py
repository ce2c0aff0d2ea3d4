"""Session timers (RFC 4028) and reliable provisional responses (RFC 3262), as trunks demand them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import DialRequest, IncomingCall, Peer, SipCall
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import HangupCause
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import RawPhone, new_dialog, offer, raw_phone, tag_of
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 15.0
TIMER = {"Supported": "timer", "Require": "timer"}


@pytest.fixture
def calls(stack: BaresipStack) -> asyncio.Queue[SipCall]:
    """Calls that came in and were answered."""
    answered: asyncio.Queue[SipCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        answered.put_nowait(await incoming.answer())

    stack.on_incoming_call(received)
    return answered


@pytest.fixture
def later(stack: BaresipStack, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How many seconds later it is for the session timers."""
    seconds = [0.0]
    monkeypatch.setattr(stack._ingress.sessions, "_now", lambda: time.monotonic() + seconds[0])
    return seconds


async def asked(phone: RawPhone, method: str, count: int = 1) -> None:
    async def is_asked() -> bool:
        return len(phone.asked(method)) >= count

    await until(is_asked, SECONDS)


def final_answer(phone: RawPhone) -> str:
    return next(one.text for one in reversed(phone.got) if one.code == 200 and "INVITE" in one.header("CSeq"))


async def test_a_caller_who_demands_a_timer_is_answered_and_ended_when_it_falls_silent(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings, later: list[float]
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        await phone.call(receiver, TIMER | {"Session-Expires": "120;refresher=uac"})
        call = await calls.get()
        assert "\r\nSession-Expires: 120;refresher=uac\r\n" in final_answer(phone)
        assert "\r\nRequire: timer\r\n" in final_answer(phone)
        later[0] = 100
        cause = await asyncio.wait_for(call.wait_ended(), SECONDS)
        assert cause == HangupCause(by_peer=True, reason="session expired")
        assert phone.asked("BYE")


async def test_a_caller_who_refreshes_goes_on(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings, later: list[float]
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        dialog = await phone.call(receiver, TIMER | {"Session-Expires": "120;refresher=uac"})
        call = await calls.get()
        later[0] = 80
        answer = await phone.ask(
            "UPDATE", replace(dialog, branch=""), TIMER | {"Session-Expires": "120;refresher=uac"}, cseq=2
        )
        assert answer.code == 200
        assert answer.header("Session-Expires") == "120;refresher=uac"
        later[0] = 160
        before = len(receiver.media())

        async def is_speaking() -> bool:
            return len(receiver.media()) > before + 75

        await until(is_speaking, SECONDS)
        assert not phone.asked("BYE")
        await call.hang_up()


@pytest.mark.parametrize("takes_update", [True, False])
async def test_we_refresh_where_the_caller_cannot(
    calls: asyncio.Queue[SipCall], sip_settings: SipSettings, later: list[float], takes_update: bool
) -> None:
    allow = {"Allow": "INVITE, ACK, BYE, UPDATE" if takes_update else "INVITE, ACK, BYE"}
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        await phone.call(receiver, allow | {"Session-Expires": "120"})
        call = await calls.get()
        assert "\r\nSession-Expires: 120;refresher=uas\r\n" in final_answer(phone)
        later[0] = 61
        method = "UPDATE" if takes_update else "INVITE"
        await asked(phone, method)
        refresh = phone.asked(method)[0]
        assert refresh.header("Session-Expires") == "120;refresher=uac"
        assert tag_of(refresh)
        body = "" if takes_update else offer(LOOPBACK, receiver.port)
        phone.reply(refresh, "200 OK", {"Session-Expires": "120;refresher=uac"}, body)
        if not takes_update:
            await asked(phone, "ACK")
        later[0] = 110
        before = len(receiver.media())

        async def is_speaking() -> bool:
            return len(receiver.media()) > before + 75

        await until(is_speaking, SECONDS)
        assert not phone.asked("BYE")
        await call.hang_up()


async def test_too_short_an_interval_is_refused(stack: BaresipStack, sip_settings: SipSettings) -> None:
    async with raw_phone(sip_settings.udp_port) as phone:
        headers = TIMER | {"Session-Expires": "30"}
        answer = await phone.ask("INVITE", new_dialog(), headers, body=offer(LOOPBACK, 4000))
        assert (answer.code, answer.header("Min-SE")) == (422, "90")
    assert stack.is_alive


async def test_the_one_we_call_may_ask_us_to_refresh(
    stack: BaresipStack, sip_settings: SipSettings, later: list[float]
) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        call = await stack.dial(DialRequest("49", Peer(LOOPBACK, phone.port, "me", "a.b"), tls=False, srtp=False))
        await asked(phone, "INVITE")
        invite = phone.asked("INVITE")[0]
        assert "timer" in invite.header("Supported")
        headers = {"Session-Expires": "120;refresher=uac", "Require": "timer", "Allow": "INVITE,UPDATE"}
        phone.reply(invite, "200 OK", headers, offer(LOOPBACK, receiver.port))
        await call.wait_connected(SECONDS)
        later[0] = 61
        await asked(phone, "UPDATE")
        phone.reply(phone.asked("UPDATE")[0], "481 Call/Transaction Does Not Exist")
        cause = await asyncio.wait_for(call.wait_ended(), SECONDS)
        assert cause == HangupCause(by_peer=True, reason="session expired")


async def test_ringing_is_reliable_where_that_is_demanded(stack: BaresipStack, sip_settings: SipSettings) -> None:
    waiting: asyncio.Queue[IncomingCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        waiting.put_nowait(incoming)

    stack.on_incoming_call(received)
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        dialog = new_dialog()
        branch = phone.write("INVITE", dialog, {"Require": "100rel"}, offer(LOOPBACK, receiver.port))
        ringing = await phone.answer(branch, 180)
        assert ringing.header("Require") == "100rel"
        confirmed = replace(dialog, called_tag=tag_of(ringing))
        acknowledged = await phone.ask("PRACK", confirmed, {"RAck": f"{ringing.header('RSeq')} 1 INVITE"}, cseq=2)
        assert acknowledged.code == 200
        answering = asyncio.create_task((await waiting.get()).answer())
        assert (await phone.answer(branch)).code == 200
        phone.write("ACK", confirmed)
        call = await asyncio.wait_for(answering, SECONDS)

        async def is_speaking() -> bool:
            return len(receiver.media()) > 5

        await until(is_speaking, SECONDS)
        await call.hang_up()


async def test_an_answer_waits_until_reliable_ringing_is_acknowledged(
    stack: BaresipStack, sip_settings: SipSettings
) -> None:
    answered: asyncio.Queue[SipCall] = asyncio.Queue()

    async def answer(incoming: IncomingCall) -> None:
        answered.put_nowait(await incoming.answer())

    stack.on_incoming_call(answer)
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        dialog = new_dialog()
        branch = phone.write("INVITE", dialog, {"Require": "100rel"}, offer(LOOPBACK, receiver.port))
        ringing = await phone.answer(branch, 180)

        async def is_repeated() -> bool:
            """Nobody has acknowledged it. By then we have tried to answer."""
            return len([one for one in phone.got if branch in one.header("Via") and one.code == 180]) > 1

        await until(is_repeated, SECONDS)
        confirmed = replace(dialog, called_tag=tag_of(ringing))
        assert (await phone.ask("PRACK", confirmed, {"RAck": f"{ringing.header('RSeq')} 1 INVITE"}, cseq=2)).code == 200
        assert (await phone.answer(branch)).code == 200
        phone.write("ACK", confirmed)
        call = await asyncio.wait_for(answered.get(), SECONDS)
        await call.hang_up()


async def test_who_could_take_ringing_reliably_is_answered_at_once(
    stack: BaresipStack, sip_settings: SipSettings
) -> None:
    stack.on_incoming_call(_answer)
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        dialog = new_dialog()
        branch = phone.write("INVITE", dialog, {"Supported": "timer,100rel , replaces"}, offer(LOOPBACK, receiver.port))
        ringing = await phone.answer(branch, 180)
        assert not ringing.header("RSeq")
        answer = await phone.answer(branch)
        assert answer.code == 200
        phone.write("ACK", replace(dialog, called_tag=tag_of(answer)))


async def _answer(incoming: IncomingCall) -> None:
    await incoming.answer()
