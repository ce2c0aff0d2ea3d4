"""Registration at a provider: a registrar of the test's own, that wants a password."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator

import pytest

from parley.telephony.sip.baresip import registrar
from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import IncomingCall, Registration, RegistrationState
from parley.telephony.sip.settings import SipSettings
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import Answer, RawPhone, raw_phone
from tests.telephony.peers.rtp_receiver import receive_rtp
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

SECONDS = 15.0
PASSWORD = "let me; in"
CHALLENGE = 'Digest realm="provider", nonce="n0nce", algorithm=MD5'


def is_right(answer: Answer) -> bool:
    """Whether it proves the password (RFC 2617, without qop)."""
    given = dict(re.findall(r'(\w+)="?([^",]+)"?', answer.header("Authorization")))

    def digest(*parts: str) -> str:
        return hashlib.md5(":".join(parts).encode()).hexdigest()

    proof = digest(digest("alice", "provider", PASSWORD), "n0nce", digest("REGISTER", given.get("uri", "")))
    return given.get("response") == proof


def requests(phone: RawPhone, *, expires: str = "") -> list[Answer]:
    return [one for one in phone.asked("REGISTER") if not expires or f"expires={expires}" in one.text.lower()]


async def serve(phone: RawPhone) -> None:
    """As a registrar does."""
    seen = 0
    while True:
        for one in phone.asked("REGISTER")[seen:]:
            if is_right(one):
                phone.reply(one, "200 OK", {"Expires": "60"})
            else:
                phone.reply(one, "401 Unauthorized", {"WWW-Authenticate": CHALLENGE})
        seen = len(phone.asked("REGISTER"))
        await asyncio.sleep(0.01)


async def until_state(stack: BaresipStack, state: str) -> RegistrationState:
    async def is_so() -> bool:
        return any(one.state == state for one in stack.registrations().values())

    await until(is_so, SECONDS)
    return stack.registrations()["C-1"]


def registration(phone: RawPhone, password: str = PASSWORD, transport: str = "udp") -> Registration:
    return Registration("C-1", LOOPBACK, phone.port, transport, "alice", password, "provider.example")


@pytest.fixture
async def provider(stack: BaresipStack, sip_settings: SipSettings) -> AsyncIterator[RawPhone]:
    async with raw_phone(sip_settings.udp_port) as phone:
        yield phone
        await stack.register([])


async def test_we_register_with_a_password_are_called_and_sign_off(
    stack: BaresipStack, sip_settings: SipSettings, provider: RawPhone
) -> None:
    waiting: asyncio.Queue[IncomingCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        waiting.put_nowait(incoming)

    stack.on_incoming_call(received)
    serving = asyncio.create_task(serve(provider))
    try:
        await stack.register([registration(provider)])
        state = await until_state(stack, "registered")
        assert state.addresses == (LOOPBACK,)
        first = requests(provider)[0]
        assert first.start.startswith("REGISTER sip:provider.example")
        contact = first.header("Contact")
        assert f"sip:alice@{LOOPBACK}:{sip_settings.udp_port}" in contact
        async with receive_rtp() as receiver:
            calling = asyncio.create_task(provider.call(receiver, number="alice"))
            incoming = await asyncio.wait_for(waiting.get(), SECONDS)
            assert (incoming.called, incoming.source) == ("alice", LOOPBACK)
            call = await incoming.answer()
            await calling
            await call.hang_up()
        await stack.register([])

        async def is_signed_off() -> bool:
            return bool(requests(provider, expires="0"))

        await until(is_signed_off, SECONDS)
        assert not stack.registrations()
    finally:
        serving.cancel()


async def test_what_fails_is_tried_again(
    stack: BaresipStack, provider: RawPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registrar, "FIRST_PAUSE", 0.1)
    refusing = True

    async def serve_badly() -> None:
        seen = 0
        while refusing:
            for one in provider.asked("REGISTER")[seen:]:
                provider.reply(one, "503 Service Unavailable")
            seen = len(provider.asked("REGISTER"))
            await asyncio.sleep(0.01)
        await serve(provider)

    serving = asyncio.create_task(serve_badly())
    try:
        await stack.register([registration(provider)])
        failed = await until_state(stack, "failed")
        assert failed.reason.startswith("503")
        assert not failed.addresses
        refusing = False
        await until_state(stack, "registered")
    finally:
        serving.cancel()


async def test_a_wrong_password_is_said(stack: BaresipStack, provider: RawPhone) -> None:
    serving = asyncio.create_task(serve(provider))
    try:
        await stack.register([registration(provider, password="wrong")])
        assert (await until_state(stack, "failed")).reason.startswith("401")
        await stack.register([registration(provider, password='qu"ote')])
        assert "quotes" in (await until_state(stack, "failed")).reason
    finally:
        serving.cancel()
