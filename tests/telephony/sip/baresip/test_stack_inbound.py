"""Calls that come in, from telephones of other makers."""

from __future__ import annotations

import asyncio

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.messages.digest import Digest
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import CallEnded, HangupCause
from tests.telephony.peers import linphone as linphones
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sipp import calling
from tests.telephony.peers.softphone import softphone
from tests.telephony.peers.sound import loudness, pitch, tone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0

Incoming = asyncio.Queue[IncomingCall]


@pytest.fixture
def waiting_calls(stack: BaresipStack) -> Incoming:
    """The calls that come in during one test."""
    calls: Incoming = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        calls.put_nowait(incoming)

    stack.on_incoming_call(received)
    return calls


async def following(waiting_calls: Incoming) -> IncomingCall:
    return await asyncio.wait_for(waiting_calls.get(), SECONDS)


async def test_an_invite_says_everything(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call", sip_settings.udp_port, "-d", "50", number="+4930%2A1") as sipp:
        incoming = await following(waiting_calls)
        assert (incoming.called, incoming.caller) == ("+4930*1", "+49555")
        assert (incoming.source, incoming.is_tls) == (LOOPBACK, False)
        assert incoming.uri == f"sip:+4930%2A1@{LOOPBACK}:{sip_settings.udp_port}"
        assert incoming.headers["X-Customer-Id"] == "c-17"
        assert incoming.headers["x-plan"] == "gold"
        assert incoming.headers["Call-ID"] == incoming.call_id
        call = await incoming.answer()
        assert call.call_id == incoming.call_id
        assert await asyncio.wait_for(call.wait_ended(), SECONDS) == HangupCause(by_peer=True)
        assert await sipp.finished() == 0
        assert len(sipp.received("INVITE")) == 0, "we do not negotiate anew"


async def test_we_hang_up(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call_and_wait", sip_settings.udp_port) as sipp:
        call = await (await following(waiting_calls)).answer()
        await call.hang_up({"X-Handoff": "sales"})
        assert await call.wait_ended() == HangupCause(by_peer=False)
        assert await sipp.finished() == 0
        assert (await sipp.one("BYE")).header("X-Handoff") == "sales"


async def test_a_picture_is_declined(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call_with_video", sip_settings.udp_port) as sipp:
        call = await (await following(waiting_calls)).answer()
        await call.hang_up()
        assert await sipp.finished() == 0
        assert "m=video 0 " in (await sipp.one("SIP/2.0 200")).text


async def test_a_caller_who_gave_up(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call_and_cancel", sip_settings.udp_port) as sipp:
        incoming = await following(waiting_calls)
        assert await sipp.finished() == 0
        with pytest.raises(CallEnded):
            await incoming.answer()
        await incoming.refuse(486, "Busy Here")


@pytest.mark.parametrize(
    ("code", "reason"), [(403, "Forbidden"), (404, "Not Found"), (486, "Busy Here"), (503, "Service Unavailable")]
)
async def test_refused(waiting_calls: Incoming, sip_settings: SipSettings, code: int, reason: str) -> None:
    async with calling("call_refused", sip_settings.udp_port) as sipp:
        await (await following(waiting_calls)).refuse(code, reason, {"Retry-After": "5", "X-Why": "100 % full %s"})
        assert await sipp.finished() == 0
        answer = await sipp.one(f"SIP/2.0 {code}")
        assert answer.start == f"SIP/2.0 {code} {reason}"
        assert (answer.header("Retry-After"), answer.header("X-Why")) == ("5", "100 % full %s")
        assert answer.header("Content-Length") == "0"


async def test_encryption_that_cannot_be_is_not_promised(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call_without_key", sip_settings.udp_port) as sipp:
        assert await sipp.finished() == 0
    assert waiting_calls.empty()


async def test_nobody_takes_calls_yet(stack: BaresipStack, sip_settings: SipSettings) -> None:
    async def broken(_incoming: IncomingCall) -> None:
        raise ValueError

    stack.on_incoming_call(broken)
    async with calling("call_refused", sip_settings.udp_port) as sipp:
        assert await sipp.finished() == 0
        assert (await sipp.one("SIP/2.0 500")).start == "SIP/2.0 500 Server Internal Error"


async def test_a_caller_proves_who_they_are(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    digest = Digest("parley")
    async with calling("call_with_password", sip_settings.udp_port) as sipp:
        first = await following(waiting_calls)
        assert "Authorization" not in first.headers
        await first.refuse(401, "Unauthorized", {"WWW-Authenticate": digest.challenge()})
        second = await following(waiting_calls)
        assert second.call_id == first.call_id
        assert not digest.accepts(second.headers["Authorization"], "INVITE", "alice", "another")
        assert digest.accepts(second.headers["Authorization"], "INVITE", "alice", "wonder")
        call = await second.answer()
        await asyncio.wait_for(call.wait_ended(), SECONDS)
        assert await sipp.finished() == 0


async def test_a_softphone_proves_who_it_is(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    digest = Digest("parley")
    async with softphone(password="wonder") as phone:
        await phone.dial(f"sip:1@{LOOPBACK}:{sip_settings.udp_port}")
        await (await following(waiting_calls)).refuse(401, "Unauthorized", {"WWW-Authenticate": digest.challenge()})
        incoming = await following(waiting_calls)
        assert digest.accepts(incoming.headers["Authorization"], "INVITE", "phone", "wonder")
        call = await incoming.answer()
        await call.hang_up()


async def test_a_caller_does_not_send_us_calling_elsewhere(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call_and_refer", sip_settings.udp_port) as sipp:
        call = await (await following(waiting_calls)).answer()
        assert (await sipp.one("NOTIFY", 2)).text.endswith("SIP/2.0 603 Decline")
        await call.hang_up()
        assert await sipp.finished() == 0


async def pressed(call: SipCall, count: int) -> str:
    keys: list[str] = []
    call.on_digit(keys.append)

    async def is_all() -> bool:
        return len(keys) >= count

    await until(is_all)
    return "".join(keys)


async def test_keys_by_info(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with calling("call_and_press", sip_settings.udp_port) as sipp:
        call = await (await following(waiting_calls)).answer()
        assert await pressed(call, 2) == "5#"
        await call.hang_up()
        assert await sipp.finished() == 0


async def test_keys_in_the_media_both_ways(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with softphone() as phone:
        await phone.dial(f"sip:1@{LOOPBACK}:{sip_settings.udp_port}")
        call = await (await following(waiting_calls)).answer()
        await phone.event("CALL_ESTABLISHED")
        heard = asyncio.create_task(pressed(call, 2))
        await phone.press("4")
        await phone.press("*")
        assert await heard == "4*"
        await call.send_dtmf("7#")

        async def is_pressed() -> bool:
            return [event["param"] for event in phone.events if event["type"] == "CALL_DTMF_START"] == ["7", "#"]

        await until(is_pressed)
        await call.hang_up()


async def test_linphone_over_tls_with_srtp(waiting_calls: Incoming, sip_settings: SipSettings) -> None:
    async with linphones.linphone(srtp=True) as phone:
        await phone.type(f"call sip:+49301234@{LOOPBACK}:{sip_settings.tls_port};transport=tls")
        incoming = await following(waiting_calls)
        assert (incoming.called, incoming.is_tls) == ("+49301234", True)
        call = await incoming.answer()
        assert call.is_encrypted
        call.write_audio(tone(2.0, 440))
        heard = bytearray()

        async def is_heard() -> bool:
            heard.extend(call.read_audio())
            return len(heard) > 16000 and len(phone.heard()) > 16000

        await until(is_heard)
        assert loudness(heard[-8000:]) > 0.05
        assert pitch(heard[-8000:]) == pytest.approx(linphones.TONE_HERTZ, abs=20)
        assert loudness(phone.heard()) > 0.05
        keys = asyncio.create_task(pressed(call, 1))
        await phone.type("5")
        assert await keys == "5"
        await phone.type("terminate")
        assert (await asyncio.wait_for(call.wait_ended(), SECONDS)).by_peer
