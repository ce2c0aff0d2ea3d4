"""Bodies of INVITEs as gateways send them: in parts, of other kinds, broken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import DialRequest, IncomingCall, Peer, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import RawPhone, new_dialog, offer, raw_phone
from tests.telephony.peers.rtp_receiver import RtpReceiver, receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 10.0
MIXED = "multipart/mixed;boundary=unique-1"
ISUP = (
    "--unique-1\r\nContent-Type: application/isup;version=itu-t92+\r\n"
    "Content-Disposition: signal;handling=optional\r\n\r\n\x01\x00I\x00\x00\x03\r\n"
)
PIDF = "--unique-1\r\nContent-Type: application/pidf+xml\r\nContent-ID: <a@b>\r\n\r\n<presence/>\r\n"


def part(content: str) -> str:
    return f"--unique-1\r\nContent-Type: application/sdp\r\n\r\n{content}\r\n"


@pytest.fixture
async def calls(stack: BaresipStack) -> AsyncIterator[asyncio.Queue[SipCall]]:
    """Those that were answered, as everybody who calls is."""
    answered: asyncio.Queue[SipCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        answered.put_nowait(await incoming.answer())

    stack.on_incoming_call(received)
    yield answered
    while not answered.empty():
        await answered.get_nowait().hang_up()


@pytest.fixture
async def phone(sip_settings: SipSettings) -> AsyncIterator[RawPhone]:
    async with raw_phone(sip_settings.udp_port) as one:
        yield one


@pytest.fixture
async def receiver() -> AsyncIterator[RtpReceiver]:
    async with receive_rtp() as one:
        yield one


async def until_sound(call: SipCall, receiver: RtpReceiver) -> None:
    async def is_heard() -> bool:
        call.write_audio(bytes(320))
        return bool(receiver.media())

    await until(is_heard)


@pytest.mark.parametrize("shape", ["{sdp}--unique-1--\r\n", "{isup}{sdp}--unique-1--", "{sdp}{pidf}--unique-1--\r\n"])
async def test_the_offer_is_found_among_other_parts(
    calls: asyncio.Queue[SipCall], phone: RawPhone, receiver: RtpReceiver, shape: str
) -> None:
    body = shape.format(sdp=part(offer(LOOPBACK, receiver.port)), isup=ISUP, pidf=PIDF)
    await phone.call(receiver, {"MIME-Version": "1.0"}, body=body, kind=MIXED)
    call = await asyncio.wait_for(calls.get(), SECONDS)
    await until_sound(call, receiver)
    await call.hang_up()


@pytest.mark.parametrize(
    ("kind", "body", "code"),
    [
        (MIXED, ISUP + "--unique-1--", 488),
        (MIXED, "nothing of this kind", 488),
        (MIXED, part("{sdp}"), 488),
        (MIXED, part("this is no SDP") + "--unique-1--", 488),
        ("multipart/mixed", part("{sdp}") + "--unique-1--", 488),
        ("multipart/mixed;boundary=" + "x" * 300, part("{sdp}") + "--unique-1--", 488),
        ("application/sdp", "this is no SDP", 488),
        ("application/sdp", "v=0\r\nm=audio x y z\r\n", 488),
        ("application/isup", "\x01\x00", 415),
        ("text/plain", "hello", 415),
    ],
)
async def test_what_cannot_be_read_is_no_failure_of_ours(
    calls: asyncio.Queue[SipCall], phone: RawPhone, kind: str, body: str, code: int
) -> None:
    written = body.replace("{sdp}", offer(LOOPBACK, 9))
    answer = await phone.ask("INVITE", new_dialog(), body=written, kind=kind)
    assert answer.code == code, answer.start
    assert answer.header("Accept") == ("application/sdp" if code == 415 else "")
    assert calls.empty()


async def test_an_invite_that_says_nothing_of_where_to_go_on(calls: asyncio.Queue[SipCall], phone: RawPhone) -> None:
    whole = phone.sent[phone.write("OPTIONS", new_dialog())].replace(b"OPTIONS", b"INVITE")
    phone.send(whole.replace(b"Contact:", b"X-Other:").replace(b"branch=z9hG4bK", b"branch=z9hG4bKwithout"))
    assert (await phone.answer("z9hG4bKwithout")).code == 400
    assert calls.empty()


async def test_an_offer_that_comes_later(calls: asyncio.Queue[SipCall], phone: RawPhone) -> None:
    dialog = new_dialog()
    answer = await phone.answer(phone.write("INVITE", dialog))
    assert answer.code == 200
    assert "m=audio" in answer.text
    phone.write("ACK", replace(dialog, called_tag=answer.header("To").rpartition("tag=")[2]), body=offer(LOOPBACK, 9))
    await asyncio.wait_for(calls.get(), SECONDS)


async def test_inside_a_call_too(calls: asyncio.Queue[SipCall], phone: RawPhone, receiver: RtpReceiver) -> None:
    dialog = replace(await phone.call(receiver), branch="")
    call = await asyncio.wait_for(calls.get(), SECONDS)
    broken = await phone.ask("INVITE", dialog, body=ISUP + "--unique-1--", kind=MIXED, cseq=2)
    assert broken.code == 488
    async with receive_rtp() as other:
        body = ISUP + part(offer(LOOPBACK, other.port)) + "--unique-1--\r\n"
        changed = await phone.ask("INVITE", dialog, body=body, kind=MIXED, cseq=3)
        assert changed.code == 200
        phone.write("ACK", dialog, cseq=3)
        await until_sound(call, other)
    await call.hang_up()


async def test_what_follows_on_a_connection_is_read(calls: asyncio.Queue[SipCall], sip_settings: SipSettings) -> None:
    """The parts behind the offer belong to the message, and the next one begins after them."""
    reader, writer = await asyncio.open_connection(LOOPBACK, sip_settings.udp_port)
    body = part(offer(LOOPBACK, 9)) + ISUP + "--unique-1--\r\n"

    def written(method: str, body: str) -> bytes:
        lines = (
            f"{method} sip:1@{LOOPBACK} SIP/2.0",
            f"Via: SIP/2.0/TCP {LOOPBACK};branch=z9hG4bK{method}",
            "From: <sip:a@b>;tag=1",
            "To: <sip:c@d>",
            f"Call-ID: connection-{method}",
            f"CSeq: 1 {method}",
            "Max-Forwards: 70",
            f"Contact: <sip:a@{LOOPBACK};transport=tcp>",
            f"Content-Type: {MIXED}",
            f"Content-Length: {len(body)}",
        )
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()

    try:
        writer.write(written("INVITE", body) + written("OPTIONS", ""))
        seen = b""
        while not (b"CSeq: 1 OPTIONS" in seen and b"SIP/2.0 200 OK" in seen):
            seen += await asyncio.wait_for(reader.read(4096), SECONDS)
        assert b"SIP/2.0 5" not in seen
        while b"CSeq: 1 INVITE\r\n" not in seen.partition(b"SIP/2.0 200")[2]:
            seen += await asyncio.wait_for(reader.read(4096), SECONDS)
    finally:
        writer.close()


async def test_an_answer_in_parts(stack: BaresipStack, receiver: RtpReceiver, sip_settings: SipSettings) -> None:
    async with raw_phone(sip_settings.udp_port) as phone:
        peer = Peer(LOOPBACK, phone.port, "1", "example.org")
        call = await stack.dial(DialRequest("2", peer, tls=False, srtp=False))

        async def is_invited() -> bool:
            return bool(phone.asked("INVITE"))

        await until(is_invited)
        invite = phone.asked("INVITE")[0]
        body = ISUP + part(offer(LOOPBACK, receiver.port)) + "--unique-1--\r\n"
        lines = (
            "SIP/2.0 200 OK",
            *(f"{name}: {invite.header(name)}" for name in ("Via", "From", "Call-ID", "CSeq")),
            f"To: {invite.header('To')};tag=answered",
            f"Contact: <sip:2@{LOOPBACK}:{phone.port}>",
            f"Content-Type: {MIXED}",
            f"Content-Length: {len(body)}",
        )
        phone.send(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        await call.wait_connected(SECONDS)
        await until_sound(call, receiver)
        hanging_up = asyncio.create_task(call.hang_up())

        async def is_over() -> bool:
            return bool(phone.asked("BYE"))

        await until(is_over)
        await hanging_up
