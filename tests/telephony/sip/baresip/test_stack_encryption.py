"""The four ways of calling, and that none of them turns into a weaker one."""

from __future__ import annotations

import asyncio
import itertools
from base64 import b64encode
from pathlib import Path

import pytest

from parley.telephony.sip.baresip import call as sip_call
from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import CallNotConnected, DialRequest, IncomingCall, Peer, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.certificates import Authority
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.telephony.peers.sipp import called
from tests.telephony.peers.softphone import TONE_HERTZ, Softphone, softphone
from tests.telephony.peers.sound import disorder, loudness, pitch, tone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0
OUR_HERTZ = 440.0
WAYS = list(itertools.product((False, True), (False, True)))
ENOUGH = 8000
"""Half a second of sound, in bytes."""


def dialled(phone: Softphone, *, tls: bool, srtp: bool, host: str = LOOPBACK) -> DialRequest:
    port = phone.tls_port if tls else phone.port
    return DialRequest("phone", Peer(host, port, "+4930", "example.org"), tls=tls, srtp=srtp)


async def hear_each_other(call: SipCall, phone: Softphone) -> None:
    """Both hear the other's tone, and not just any noise."""
    call.write_audio(tone(2.0, OUR_HERTZ))
    heard = bytearray()

    async def is_heard() -> bool:
        heard.extend(call.read_audio())
        return len(heard) > 2 * ENOUGH and len(phone.heard()) > 2 * ENOUGH

    await until(is_heard)
    assert loudness(heard[-ENOUGH:]) > 0.1
    assert pitch(heard[-ENOUGH:]) == pytest.approx(TONE_HERTZ, abs=20)
    assert loudness(phone.heard()[-ENOUGH:]) > 0.1
    assert pitch(phone.heard()[-ENOUGH:]) == pytest.approx(OUR_HERTZ, abs=20)


@pytest.fixture(scope="module")
def certificate(authority: Authority) -> Path:
    return authority.certificate(LOOPBACK)


@pytest.mark.parametrize(("tls", "srtp"), WAYS)
async def test_every_way_of_calling(stack: BaresipStack, certificate: Path, tls: bool, srtp: bool) -> None:
    async with softphone(tls=tls, srtp=srtp, certificate=certificate) as phone:
        call = await stack.dial(dialled(phone, tls=tls, srtp=srtp))
        await call.wait_connected(SECONDS)
        assert call.is_encrypted is srtp
        await hear_each_other(call, phone)
        await call.hang_up()


@pytest.mark.parametrize("srtp", [False, True])
async def test_what_is_on_the_wire(stack: BaresipStack, srtp: bool) -> None:
    keys = (
        "profile",
        "RTP/SAVP",
        "extra",
        f"a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:{b64encode(bytes(30)).decode()}",
    )
    lines = keys if srtp else ("profile", "RTP/AVP", "extra", "a=sendrecv")
    async with receive_rtp() as receiver:
        media = ("-key", *lines[:2], "-key", *lines[2:], "-key", "media", str(receiver.port))
        async with called("answer_media", *media) as sipp:
            peer = Peer(LOOPBACK, sipp.port, "+4930", "example.org")
            call = await stack.dial(DialRequest("1", peer, tls=False, srtp=srtp))
            await call.wait_connected(SECONDS)
            assert call.is_encrypted is srtp
            call.write_audio(tone(1.0, OUR_HERTZ))

            async def is_enough() -> bool:
                return len(receiver.media()) >= 30

            await until(is_enough)
            await call.hang_up()
    spoken = receiver.media()[2:]
    if srtp:
        assert {len(payload) for payload in spoken} == {170}, "a tag of ten bytes behind the sound"
        assert disorder(b"".join(spoken)) > 7.9
    else:
        assert {len(payload) for payload in spoken} == {160}
        assert disorder(b"".join(spoken)) < 6


@pytest.mark.parametrize(("tls", "srtp"), WAYS)
async def test_every_way_of_being_called(
    stack: BaresipStack, sip_settings: SipSettings, certificate: Path, tls: bool, srtp: bool
) -> None:
    answered: asyncio.Queue[tuple[IncomingCall, SipCall]] = asyncio.Queue()

    async def answer(incoming: IncomingCall) -> None:
        answered.put_nowait((incoming, await incoming.answer()))

    stack.on_incoming_call(answer)
    port, transport = (sip_settings.tls_port, "tls") if tls else (sip_settings.udp_port, "udp")
    async with softphone(tls=tls, srtp=srtp, certificate=certificate) as phone:
        await phone.dial(f"sip:+49301234@{LOOPBACK}:{port};transport={transport}")
        incoming, call = await asyncio.wait_for(answered.get(), SECONDS)
        assert (incoming.called, incoming.caller, incoming.source) == ("+49301234", "phone", LOOPBACK)
        assert incoming.is_tls is tls
        assert call.is_encrypted is srtp
        await hear_each_other(call, phone)
        await call.hang_up()
        await phone.event("CALL_CLOSED")


@pytest.mark.parametrize(("ours", "theirs"), [(True, False), (False, True)])
async def test_unlike_media_is_refused(stack: BaresipStack, ours: bool, theirs: bool) -> None:
    async with softphone(srtp=theirs) as phone:
        call = await stack.dial(dialled(phone, tls=False, srtp=ours))
        with pytest.raises(CallNotConnected) as refused:
            await call.wait_connected(SECONDS)
        assert refused.value.code == 488


def answering(profile: str) -> tuple[str, ...]:
    """A sipp that answers whatever it was offered with media of this kind, and gives no key."""
    return ("-key", "profile", profile, "-key", "extra", "a=sendrecv", "-key", "media", "6000")


@pytest.mark.parametrize("profile", ["RTP/AVP", "RTP/SAVP"])
async def test_an_answer_that_gives_no_key_is_hung_up_on(stack: BaresipStack, profile: str) -> None:
    async with called("answer_media", *answering(profile)) as sipp:
        call = await stack.dial(
            DialRequest("1", Peer(LOOPBACK, sipp.port, "+4930", "example.org"), tls=False, srtp=True)
        )
        with pytest.raises(CallNotConnected, match="does not encrypt"):
            await call.wait_connected(SECONDS)
        assert await sipp.finished() == 0


async def test_an_answer_that_takes_no_sound_is_hung_up_on(
    stack: BaresipStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sip_call, "MEDIA_SECONDS", 0.1)
    async with called("answer_media", *answering("RTP/SAVP")) as sipp:
        call = await stack.dial(
            DialRequest("1", Peer(LOOPBACK, sipp.port, "+4930", "example.org"), tls=False, srtp=False)
        )
        with pytest.raises(CallNotConnected, match="takes no sound"):
            await call.wait_connected(SECONDS)
        assert await sipp.finished() == 0


async def test_a_server_that_nobody_vouches_for_is_not_called(stack: BaresipStack, tmp_path: Path) -> None:
    async with softphone(tls=True, srtp=True, certificate=Authority(tmp_path).certificate(LOOPBACK)) as phone:
        call = await stack.dial(dialled(phone, tls=True, srtp=True))
        with pytest.raises(CallNotConnected):
            await call.wait_connected(SECONDS)
        assert not phone.events


@pytest.mark.parametrize("host", [LOOPBACK, "localhost"])
async def test_a_server_of_another_name_is_not_called(stack: BaresipStack, authority: Authority, host: str) -> None:
    async with softphone(tls=True, srtp=True, certificate=authority.certificate("sip.example.org")) as phone:
        call = await stack.dial(dialled(phone, tls=True, srtp=True, host=host))
        with pytest.raises(CallNotConnected):
            await call.wait_connected(SECONDS)
        assert not phone.events


async def test_a_server_is_called_by_its_name(stack: BaresipStack, authority: Authority) -> None:
    async with softphone(tls=True, srtp=True, certificate=authority.certificate("localhost")) as phone:
        call = await stack.dial(dialled(phone, tls=True, srtp=True, host="localhost"))
        await call.wait_connected(SECONDS)
        await call.hang_up()
