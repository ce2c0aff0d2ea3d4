"""What strangers, other trunks and forgers can do to a call that runs, datagram by datagram: nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from ipaddress import ip_network

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.ingress import ingress
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import Answer, Dialog, RawPhone, new_dialog, offer, raw_phone
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS, AGAIN_SECONDS = 10.0, 0.25
STRANGER, OTHER_TRUNK, SAME_TRUNK = "127.0.0.9", "127.0.0.8", "127.0.0.2"
EVERYBODY = [[ip_network("0.0.0.0/0")]]


@pytest.fixture
def trunks(stack: BaresipStack) -> Iterator[None]:
    stack.allow_trunks([[ip_network("127.0.0.0/30")], [ip_network(f"{OTHER_TRUNK}/32")]])
    yield
    stack.allow_trunks(EVERYBODY)


@dataclass(slots=True)
class Running:
    """A call between the stack and its own trunk."""

    phone: RawPhone
    dialog: Dialog
    call: SipCall
    incoming_calls: asyncio.Queue[IncomingCall]

    async def lives(self) -> bool:
        """The other side is still there for both: an OPTIONS inside the call is answered."""
        asked = await self.phone.ask("OPTIONS", replace(self.dialog, branch=""), cseq=900 + len(self.phone.got))
        return asked.code == 200 and not self.phone.asked("BYE")


@pytest.fixture
async def running(stack: BaresipStack, sip_settings: SipSettings, trunks: None) -> AsyncIterator[Running]:
    incoming_calls: asyncio.Queue[IncomingCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        incoming_calls.put_nowait(incoming)

    stack.on_incoming_call(received)
    async with raw_phone(sip_settings.udp_port) as phone, receive_rtp(echo=True) as receiver:
        calling = asyncio.create_task(phone.call(receiver))
        call = await (await asyncio.wait_for(incoming_calls.get(), SECONDS)).answer()
        one = Running(phone, await calling, call, incoming_calls)
        yield one
        await call.hang_up()


def attacks(dialog: Dialog) -> Iterator[tuple[str, Dialog, dict[str, str], str]]:
    """Each as good as a forger can make it who knows everything about the call but cannot be where its trunk is."""
    inside = replace(dialog, branch="")
    media = offer(STRANGER, 9)
    yield "INVITE", new_dialog(), dialog.replaces, media
    yield "INVITE", new_dialog(), {"rEPLACES ": dialog.replaces["Replaces"]}, media
    yield "INVITE", new_dialog(), {"Replaces": dialog.call_id}, media
    yield "INVITE", new_dialog(), {"Join": dialog.replaces["Replaces"]}, media
    yield "INVITE", inside, {}, media
    yield "INVITE", replace(new_dialog(), call_id=dialog.call_id), {}, media
    yield "UPDATE", inside, {}, media
    yield "BYE", inside, {}, ""
    yield "BYE", replace(inside, called_tag="x", caller_tag="y"), {}, ""
    yield "CANCEL", replace(dialog, called_tag=""), {}, ""
    yield "INFO", inside, {"Content-Type": "application/dtmf-relay"}, "Signal=5\r\nDuration=100\r\n"
    yield "REFER", inside, {"Refer-To": f"<sip:1@{STRANGER}>"}, ""
    yield "NOTIFY", inside, {"Event": "refer", "Subscription-State": "terminated"}, ""
    yield "OPTIONS", inside, {}, ""
    yield "PRACK", inside, {"RAck": "1 1 INVITE"}, ""
    yield "MESSAGE", inside, {}, ""


@pytest.mark.parametrize(("source", "codes"), [(STRANGER, {403}), (OTHER_TRUNK, {481, 400})])
async def test_a_call_is_its_own_trunks_alone(
    running: Running, sip_settings: SipSettings, source: str, codes: set[int]
) -> None:
    keys: list[str] = []
    running.call.on_digit(keys.append)
    answers: list[tuple[str, int]] = []
    for number, (method, dialog, headers, body) in enumerate(attacks(running.dialog)):
        if "Join" in headers and source == OTHER_TRUNK:
            continue  # an ordinary call of theirs
        async with raw_phone(sip_settings.udp_port, source) as attacker:
            kind = "" if "Content-Type" in headers else "application/sdp"
            answer = await _patiently(attacker, method, dialog, headers, body, kind, cseq=50 + number)
            answers.append((method, answer.code))
    assert {answer for _, answer in answers} == codes, answers
    assert await running.lives()
    assert keys == []
    assert running.incoming_calls.empty()


async def _patiently(
    attacker: RawPhone, method: str, dialog: Dialog, headers: dict[str, str], body: str, kind: str, cseq: int
) -> Answer:
    """Asks again now and then while there is no answer: beyond the limit for strangers there is none."""
    loop, asked_at = asyncio.get_running_loop(), float("-inf")

    async def answered() -> bool:
        nonlocal asked_at
        if any(one.code >= 200 for one in attacker.got):
            return True
        if loop.time() > asked_at + AGAIN_SECONDS:
            asked_at = loop.time()
            attacker.write(method, dialog, headers, body, kind, cseq=cseq)
        return False

    await until(answered, SECONDS)
    return next(one for one in attacker.got if one.code >= 200)


async def test_wrong_tags_from_the_right_trunk(running: Running, sip_settings: SipSettings) -> None:
    inside = replace(running.dialog, branch="")
    async with raw_phone(sip_settings.udp_port, SAME_TRUNK) as phone:
        for wrong in (replace(inside, called_tag="x"), replace(inside, caller_tag="x")):
            for method in ("BYE", "INVITE", "UPDATE", "INFO", "REFER", "NOTIFY"):
                answer = await phone.ask(method, wrong, {"Event": "refer"}, cseq=60)
                assert answer.code in (481, 489, 400, 403, 404, 202, 501), (method, answer.start)
            told = await phone.ask("INVITE", new_dialog(), wrong.replaces, body=offer(LOOPBACK, 9))
            assert told.code == 481
    assert await running.lives()


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("{id};to-tag={to};from-tag={from_};early-only", 486),
        ("{id};to-tag={from_};from-tag={to}", 481),
        ("{id}x;to-tag={to};from-tag={from_}", 481),
        ("{id};to-tag={to}", 400),
        ("{id}", 400),
        ("{id};to-tag={to};to-tag=x;from-tag={from_}", 400),
        (";to-tag={to};from-tag={from_}", 400),
    ],
)
async def test_replacing_wants_the_exact_name_of_a_call(running: Running, value: str, code: int) -> None:
    named = value.format(id=running.dialog.call_id, to=running.dialog.called_tag, from_=running.dialog.caller_tag)
    answer = await running.phone.ask("INVITE", new_dialog(), {"Replaces": named}, body=offer(LOOPBACK, 9))
    assert answer.code == code
    assert await running.lives()
    assert running.incoming_calls.empty()


async def test_the_calls_own_trunk_may_replace_it(running: Running, sip_settings: SipSettings) -> None:
    async with raw_phone(sip_settings.udp_port, SAME_TRUNK) as phone, receive_rtp() as receiver:
        calling = asyncio.create_task(phone.call(receiver, running.dialog.replaces))
        incoming = await asyncio.wait_for(running.incoming_calls.get(), SECONDS)
        assert incoming.replaces == running.call.call_id
        assert await running.lives(), "the stack itself does nothing about it"
        leg = await incoming.answer()
        await calling
        assert await running.lives()
        await leg.hang_up()


async def test_a_request_that_names_two_calls(running: Running, sip_settings: SipSettings) -> None:
    """Another trunk cannot smuggle its address into a call by naming that beside one of its own."""
    inside = replace(running.dialog, branch="")
    async with raw_phone(sip_settings.udp_port, OTHER_TRUNK) as other:
        for headers in ({"i": inside.call_id}, {"Call-ID": inside.call_id}):
            for dialog in (new_dialog(), inside):
                named = dict.fromkeys(headers, "another") if dialog is inside else headers
                other.write("INVITE", dialog, named, offer(OTHER_TRUNK, 9), cseq=80)
        assert (await other.ask("OPTIONS", new_dialog())).code == 200, "all of it was read by now"
        assert (await other.ask("BYE", inside, cseq=81)).code == 481
    assert await running.lives()
    while not running.incoming_calls.empty():
        await running.incoming_calls.get_nowait().refuse(486, "Busy Here")


async def test_an_answer_that_nobody_asked_for(running: Running, sip_settings: SipSettings) -> None:
    """Whoever answers in a call's name does not become one of its sides."""
    inside = replace(running.dialog, branch="")
    async with raw_phone(sip_settings.udp_port, STRANGER) as attacker:
        lines = (
            "SIP/2.0 200 OK",
            f"Via: SIP/2.0/UDP {LOOPBACK}:{sip_settings.udp_port};branch=z9hG4bKguess",
            f"From: <sip:a@b>;tag={inside.called_tag}",
            "To: <sip:c@d>;tag=forged",
            f"Call-ID: {inside.call_id}",
            "CSeq: 1 INVITE",
            f"Contact: <sip:x@{STRANGER}:{attacker.port}>",
            "Content-Length: 0",
        )
        attacker.send(("\r\n".join(lines) + "\r\n\r\n").encode())
        assert (await attacker.ask("BYE", inside, cseq=70)).code == 403
    assert await running.lives()


def said(method: str = "OPTIONS", number: int = 1) -> bytes:
    """A whole message, for a connection."""
    lines = (
        f"{method} sip:1@{LOOPBACK} SIP/2.0",
        f"Via: SIP/2.0/TCP {STRANGER};branch=z9hG4bK{number}",
        "From: <sip:a@b>;tag=1",
        "To: <sip:c@d>",
        f"Call-ID: stranger-{number}",
        f"CSeq: 1 {method}",
        "Max-Forwards: 70",
        "Content-Length: 0",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def test_a_connection_of_a_stranger_is_good_for_one_answer(running: Running, sip_settings: SipSettings) -> None:
    reader, writer = await asyncio.open_connection(LOOPBACK, sip_settings.udp_port, local_addr=(STRANGER, 0))
    writer.write(said())
    answer = await asyncio.wait_for(reader.read(), SECONDS)
    assert answer.startswith(b"SIP/2.0 403 Forbidden")
    writer.close()
    reader, writer = await asyncio.open_connection(LOOPBACK, sip_settings.udp_port)
    writer.write(said())
    assert (await asyncio.wait_for(reader.readline(), SECONDS)) == b"SIP/2.0 200 OK\r\n"
    writer.write(said(number=2))
    assert b"SIP/2.0 200 OK\r\n" in await asyncio.wait_for(reader.readuntil(b"stranger-2"), SECONDS)
    writer.close()
    assert await running.lives()


async def test_strangers_who_only_connect_do_not_use_up_our_files(
    running: Running, sip_settings: SipSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingress, "FILTER_SECONDS", 0.0)
    many = [
        await asyncio.open_connection(LOOPBACK, sip_settings.udp_port, local_addr=(STRANGER, 0))
        for _ in range(ingress.MAX_CONNECTIONS + 20)
    ]

    async def are_fewer() -> bool:
        return sum(not reader.at_eof() for reader, _ in many) < ingress.MAX_CONNECTIONS

    waiting = [asyncio.create_task(reader.read()) for reader, _ in many]
    await until(are_fewer, SECONDS)
    for _, writer in many:
        writer.close()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await running.lives()


async def test_a_datagram_that_is_no_message_is_not_answered(running: Running, sip_settings: SipSettings) -> None:
    async with raw_phone(sip_settings.udp_port, OTHER_TRUNK) as phone:
        for data in (b"\0\1" * 40, b"INVITE sip:x SIP/2.0\r\n", b"hello\r\n\r\n", b"\r\n\r\n\r\n\r\n\r\n"):
            phone.send(data)
        assert (await phone.ask("OPTIONS", new_dialog())).code == 200, "what came before was read by now"
        assert len(phone.got) == 1
    assert await running.lives()
