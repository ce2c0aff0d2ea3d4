"""The torture messages of RFC 4475: each is taken as it should be, and what comes after it is served."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_network

import pytest

from parley.telephony.sip.baresip.stack import BaresipStack
from parley.telephony.sip.protocol import IncomingCall
from parley.telephony.sip.settings import SipSettings
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.raw_phone import RawPhone, new_dialog, raw_phone
from tests.telephony.torture import TORTURES
from tests.telephony.torture.message import CALL, SILENCE, Torture
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

EVERYBODY = [[ip_network("0.0.0.0/0")]]
REFUSED, FORBIDDEN = 480, 403
"""With the first, whoever handles calls refuses all of them here."""
STATUS = re.compile(rb"SIP/2\.0 ([2-6][0-9]{2}) ")


@pytest.fixture
def calls(stack: BaresipStack) -> list[IncomingCall]:
    """Those that came through."""
    seen: list[IncomingCall] = []

    async def received(incoming: IncomingCall) -> None:
        seen.append(incoming)
        await incoming.refuse(REFUSED, "Temporarily Unavailable")

    stack.on_incoming_call(received)
    stack.allow_trunks(EVERYBODY)
    return seen


@contextmanager
def datagrams(address: str) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind((address, 0))
        line.setblocking(False)
        yield line


def received_by(line: socket.socket) -> bytes:
    """All that came so far."""
    got = b""
    with suppress(BlockingIOError):
        while True:
            got += line.recv(65536)
    return got


def statuses(got: bytes) -> list[int]:
    return [int(code) for code in STATUS.findall(got)]


async def is_served(phone: RawPhone) -> bool:
    """The stack takes what comes one after the other: what was sent before this has been handled."""
    return (await phone.ask("OPTIONS", new_dialog())).code == 200


async def by_datagram(torture: Torture, phone: RawPhone, address: str = LOOPBACK, *, waits: bool = True) -> int:
    """The status of the answer."""
    with datagrams(address) as line:
        line.sendto(torture.as_bytes("{}:{}".format(*line.getsockname())), (LOOPBACK, phone.target))
        assert await is_served(phone), torture.name
        got = received_by(line)

        async def is_refused() -> bool:
            nonlocal got
            got += received_by(line)
            return REFUSED in statuses(got)

        if waits and torture.taken == CALL:
            await until(is_refused)
    return next(iter(statuses(got)), SILENCE)


async def test_from_a_trunk(stack: BaresipStack, sip_settings: SipSettings, calls: list[IncomingCall]) -> None:
    async with raw_phone(sip_settings.udp_port) as phone:
        taken = {one.name: await by_datagram(one, phone) for one in TORTURES}
    assert taken == {one.name: REFUSED if one.taken == CALL else one.taken for one in TORTURES}
    through = [(one.caller, one.called) for one in calls]
    assert through == [(one.caller, one.called) for one in TORTURES if one.taken == CALL]
    assert len(TORTURES) == 49


async def test_from_strangers(stack: BaresipStack, sip_settings: SipSettings, calls: list[IncomingCall]) -> None:
    stack.allow_trunks([[ip_network(f"{LOOPBACK}/32")]])
    async with raw_phone(sip_settings.udp_port) as phone:
        taken = [
            await by_datagram(one, phone, f"127.0.3.{number}", waits=False)
            for number, one in enumerate(TORTURES, start=1)
        ]
    # Before anybody asks whose it is, the library itself answers what has no sense at all (400). How many get an answer
    # depends on what strangers sent in the seconds before.
    assert set(taken) <= {SILENCE, FORBIDDEN, 400}
    assert calls == []
    stack.allow_trunks(EVERYBODY)


async def over_connection(torture: Torture, phone: RawPhone) -> int:
    expected = torture.taken if torture.over_tcp is None else torture.over_tcp
    reader, writer = await asyncio.open_connection(LOOPBACK, phone.target)
    data = torture.as_bytes("{}:{}".format(*writer.get_extra_info("sockname")), "TCP")
    try:
        # Another call than the one by datagram: the same one would be a loop (482).
        writer.write(data.replace(f"{torture.name}.".encode(), f"{torture.name}-connected.".encode()))
        got = b""
        with suppress(ConnectionError):
            while expected != SILENCE and not statuses(got) and (piece := await reader.read(65536)):
                got += piece
        assert await is_served(phone), torture.name
    finally:
        writer.close()
    return next(iter(statuses(got)), SILENCE)


async def test_over_connections(stack: BaresipStack, sip_settings: SipSettings, calls: list[IncomingCall]) -> None:
    async with raw_phone(sip_settings.udp_port) as phone, asyncio.timeout(60):
        taken = {one.name: await over_connection(one, phone) for one in TORTURES}
    expected = {one.name: one.taken if one.over_tcp is None else one.over_tcp for one in TORTURES}
    assert taken == {name: REFUSED if code == CALL else code for name, code in expected.items()}
