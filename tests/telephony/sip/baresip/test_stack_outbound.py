"""Calls that we place, to telephones of other makers."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.messages.digest import _parse, expected_response
from parley.telephony.sip.protocol import CallNotConnected, DialRequest, Peer, TransferRefused
from parley.voice.media_leg import CallEnded, HangupCause
from tests.telephony.peers.process import LOOPBACK, free_ports
from tests.telephony.peers.sipp import called
from tests.telephony.peers.sound import loudness, pitch, tone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0


def to(
    port: int, headers: Mapping[str, str] | None = None, *, number: str = "+4915", password: str = ""
) -> DialRequest:
    peer = Peer(LOOPBACK, port, "+4930", "example.org", "alice" if password else "", password)
    return DialRequest(number, peer, tls=False, srtp=False, headers=headers or {})


async def test_somebody_answers_and_we_hang_up(stack: BaresipStack) -> None:
    async with called("answer") as sipp:
        call = await stack.dial(to(sipp.port, {"X-Customer-Id": "c-17", "X-Plan": "größer"}))
        await call.wait_connected(SECONDS)
        assert not call.is_encrypted
        await call.hang_up({"X-Reason": "handoff"})
        assert await call.wait_ended() == HangupCause(by_peer=False)
        assert await sipp.finished() == 0
        invite = await sipp.one("INVITE")
        assert invite.start == f"INVITE sip:+4915@{LOOPBACK}:{sipp.port};transport=udp SIP/2.0"
        assert (invite.header("From") or "").startswith("<sip:+4930@example.org>")
        assert invite.header("Call-ID") == call.call_id
        assert (invite.header("X-Customer-Id"), invite.header("X-Plan")) == ("c-17", "größer")
        assert (await sipp.one("BYE")).header("X-Reason") == "handoff"


async def test_headers_of_one_call_do_not_stay_for_the_next(stack: BaresipStack) -> None:
    async with called("answer", calls=2) as sipp:
        for headers in ({"X-Secret": "one"}, {}):
            call = await stack.dial(to(sipp.port, headers))
            await call.wait_connected(SECONDS)
            await call.hang_up()
        assert await sipp.finished() == 0
        assert [invite.header("X-Secret") for invite in sipp.received("INVITE")] == ["one", None]


async def test_headers_may_be_many_kilobytes(stack: BaresipStack) -> None:
    headers = {f"X-Data-{number}": f"{number:04d}" * 256 for number in range(20)}
    async with called("answer") as sipp:
        call = await stack.dial(to(sipp.port, headers))
        await call.wait_connected(SECONDS)
        await call.hang_up()
        invite = await sipp.one("INVITE")
        assert {name: invite.header(name) for name in headers} == headers


@pytest.mark.parametrize("headers", [{"X-A": "b\r\nX-Evil: c"}, {"X A": "b"}, {"": "b"}, {"X-A\r\nB": "c"}])
async def test_headers_stay_headers(stack: BaresipStack, headers: dict[str, str]) -> None:
    with pytest.raises(CallNotConnected):
        await stack.dial(to(free_ports(), headers))


async def test_busy(stack: BaresipStack) -> None:
    async with called("busy") as sipp:
        call = await stack.dial(to(sipp.port))
        with pytest.raises(CallNotConnected) as refused:
            await call.wait_connected(SECONDS)
        assert (refused.value.code, refused.value.reason) == (486, "busy")
        assert await sipp.finished() == 0


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        ("Q.850;cause=17", "busy (480, Q.850 cause 17)"),
        ('Q.850 ;cause=1 ;text="Unallocated, number"', "number not in service (480, Q.850 cause 1)"),
        ('SIP;cause=200;text="Call completed elsewhere"', "unavailable (480)"),
    ],
)
async def test_the_network_says_why(stack: BaresipStack, cause: str, words: str) -> None:
    async with called("refuse_with_cause", "-key", "cause", cause) as sipp:
        call = await stack.dial(to(sipp.port))
        with pytest.raises(CallNotConnected) as refused:
            await call.wait_connected(SECONDS)
        assert refused.value.describe() == words
        assert await sipp.finished() == 0


async def test_a_call_that_nobody_answers_is_taken_back(stack: BaresipStack) -> None:
    async with called("ring") as sipp:
        call = await stack.dial(to(sipp.port))
        with pytest.raises(CallNotConnected) as refused:
            await call.wait_connected(0.5)
        assert refused.value.code is None
        await sipp.one("CANCEL")
        assert await sipp.finished() == 0


async def test_a_call_that_nobody_wants_any_more_is_taken_back(stack: BaresipStack) -> None:
    async with called("ring") as sipp:
        dialling = asyncio.create_task(stack.dial(to(sipp.port)))
        await asyncio.sleep(0)
        dialling.cancel()
        await sipp.one("CANCEL")
        assert await sipp.finished() == 0


async def test_nobody_is_there(stack: BaresipStack) -> None:
    call = await stack.dial(to(free_ports()))
    with pytest.raises(CallNotConnected) as refused:
        await call.wait_connected(0.5)
    assert refused.value.code is None


async def test_a_host_that_is_none(stack: BaresipStack) -> None:
    with pytest.raises(CallNotConnected):
        await stack.dial(DialRequest("1", Peer("a host>", 5060, "1", "d"), tls=False, srtp=False))


async def test_the_other_side_hangs_up(stack: BaresipStack) -> None:
    async with called("hang_up", "-d", "100") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        assert await asyncio.wait_for(call.wait_ended(), SECONDS) == HangupCause(by_peer=True)
        assert await sipp.finished() == 0
        with pytest.raises(CallEnded):
            call.read_audio()
        await call.hang_up()


async def test_a_peer_that_vanishes_ends_the_call(stack: BaresipStack) -> None:
    async with called("answer_and_vanish") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        assert await asyncio.wait_for(call.wait_ended(), SECONDS) == HangupCause(by_peer=True, reason="media lost")
        assert await sipp.finished() == 0, "it was hung up on"


async def test_a_peer_that_is_silent_but_there_keeps_its_call(stack: BaresipStack) -> None:
    async with called("answer_in_silence") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        # Asked twice: any answer is a sign of life.
        await sipp.one("OPTIONS", 2)
        assert call.queued_seconds() == 0
        await call.hang_up()
        assert await sipp.finished() == 0


@pytest.mark.parametrize("password", ["wonder", 'with "quotes" and \\ and ;'])
async def test_a_password_is_given_when_asked_for(stack: BaresipStack, password: str) -> None:
    async with called("challenge") as sipp:
        call = await stack.dial(to(sipp.port, password=password))
        await call.wait_connected(SECONDS)
        await call.hang_up()
        assert await sipp.finished() == 0
        answer = _parse(sipp.received("INVITE")[1].header("Proxy-Authorization") or "")
        assert answer["username"] == "alice"
        assert answer["response"] == expected_response(hashlib.md5, answer, "INVITE", password)


async def test_a_wrong_password_is_given_once(stack: BaresipStack) -> None:
    async with called("challenge_always") as sipp:
        call = await stack.dial(to(sipp.port, password="wrong"))
        with pytest.raises(CallNotConnected) as refused:
            await call.wait_connected(SECONDS)
        assert refused.value.code == 407
        assert await sipp.finished() == 0


async def test_transfer(stack: BaresipStack) -> None:
    async with called("refer") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        assert await call.refer("sip:+49800@example.org?X-Key=a%20b", SECONDS) == 200
        assert await call.wait_ended() == HangupCause(by_peer=False, reason="transferred")
        assert (await sipp.one("REFER")).header("Refer-To") == "<sip:+49800@example.org?X-Key=a%20b>"
        assert await sipp.finished() == 0


async def test_transfer_to_somebody_busy(stack: BaresipStack) -> None:
    async with called("refer_busy") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        with pytest.raises(TransferRefused) as refused:
            await call.refer("sip:+49800@example.org", SECONDS)
        assert refused.value.code == 486
        assert call.queued_seconds() == 0, "the call goes on"
        await call.hang_up()
        assert await sipp.finished() == 0


async def test_transfer_refused(stack: BaresipStack) -> None:
    async with called("refer_refused") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        with pytest.raises(TransferRefused) as refused:
            await call.refer("sip:+49800@example.org", SECONDS)
        assert refused.value.code == 603
        await call.hang_up()
        assert await sipp.finished() == 0


async def test_transfer_accepted_and_hung_up_on(stack: BaresipStack) -> None:
    async with called("refer_bye") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        assert await call.refer("sip:+49800@example.org", SECONDS) == 202
        assert (await call.wait_ended()).by_peer
        assert await sipp.finished() == 0


async def test_what_is_said_comes_back_from_an_echo(stack: BaresipStack) -> None:
    async with called("answer", "-rtp_echo") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        assert call.write_audio(tone(0.5, 440)) == 8000
        assert 0.3 < call.queued_seconds() <= 0.5
        heard = bytearray()

        async def is_heard() -> bool:
            heard.extend(call.read_audio())
            return loudness(heard[-1600:]) > 0.1

        await until(is_heard)
        assert pitch(heard[-1600:]) == pytest.approx(440, abs=20)
        await call.hang_up()


async def test_after_a_hush_the_next_words_are_whole(stack: BaresipStack) -> None:
    async with called("answer", "-rtp_echo") as sipp:
        call = await stack.dial(to(sipp.port))
        await call.wait_connected(SECONDS)
        call.write_audio(tone(1.5, 440))
        call.clear_audio()
        assert call.queued_seconds() == 0
        assert call.write_audio(tone(0.4, 1000)) == 6400
        assert call.queued_seconds() == pytest.approx(0.4)
        heard = bytearray()

        async def is_all_heard() -> bool:
            heard.extend(call.read_audio())
            return call.queued_seconds() == 0 and loudness(heard[-800:]) < 0.01 < loudness(heard)

        await until(is_all_heard)
        samples = [loudness(heard[start : start + 320]) > 0.1 for start in range(0, len(heard), 320)]
        loud = bytes(heard[samples.index(True) * 320 : (len(samples) - samples[::-1].index(True)) * 320])
        assert len(loud) / 16000 == pytest.approx(0.4, abs=0.1)
        assert pitch(loud[-4800:]) == pytest.approx(1000, abs=20)
        await call.hang_up()
