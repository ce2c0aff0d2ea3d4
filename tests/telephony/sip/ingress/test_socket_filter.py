"""The kernel's filter, on sockets of our own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from ipaddress import IPv4Network

import pytest

from parley.telephony.sip.ingress.process_sockets import shut_down_peers
from parley.telephony.sip.ingress.socket_filter import MAX_NETWORKS, SocketFilter
from tests.waiting import until

pytestmark = pytest.mark.io

KNOWN, STRANGER, HERE = "127.0.0.5", "127.0.0.9", "127.0.0.1"


@pytest.fixture
def udp() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind((HERE, 0))
        one.setblocking(False)
        yield one


def heard(one: socket.socket) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(one.recv(100))
        except BlockingIOError:
            return found


def say(one: socket.socket) -> list[bytes]:
    """What arrives of what both say: on loopback it is there at once, or never."""
    for source in (STRANGER, KNOWN):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as speaker:
            speaker.bind((source, 0))
            speaker.sendto(source.encode(), one.getsockname())
    return heard(one)


def test_only_known_addresses_are_heard_while_it_is_up(udp: socket.socket) -> None:
    socket_filter = SocketFilter([udp.getsockname()[1]])
    assert len(say(udp)) == 2
    assert socket_filter.attach([IPv4Network("192.0.2.0/24"), IPv4Network("127.0.0.4/31")])
    assert say(udp) == [KNOWN.encode()]
    assert socket_filter.attach([IPv4Network("192.0.2.0/24")])
    assert say(udp) == []
    assert socket_filter.allows("192.0.2.0/24")
    assert not socket_filter.allows(STRANGER)
    socket_filter.detach()
    assert len(say(udp)) == 2


def test_more_networks_than_it_can_hold(udp: socket.socket) -> None:
    socket_filter = SocketFilter([udp.getsockname()[1]])
    scattered = [IPv4Network(f"10.{number // 128}.{number % 128 * 2}.0/24") for number in range(MAX_NETWORKS + 1)]
    assert socket_filter.attach([*scattered[: MAX_NETWORKS - 1], IPv4Network(f"{KNOWN}/32")])
    assert say(udp) == [KNOWN.encode()]
    socket_filter.detach()
    assert not socket_filter.attach(scattered)
    assert not socket_filter.is_attached


async def test_connections_too() -> None:
    loop = asyncio.get_running_loop()
    with ExitStack() as sockets:
        listener = sockets.enter_context(socket.create_server((HERE, 0)))
        port = listener.getsockname()[1]
        socket_filter = SocketFilter([port])
        assert socket_filter.attach([IPv4Network(f"{KNOWN}/32")])
        speakers = [sockets.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) for _ in range(2)]
        for speaker, source in zip(speakers, (KNOWN, STRANGER), strict=True):
            speaker.bind((source, 0))
            speaker.setblocking(False)
        await asyncio.wait_for(loop.sock_connect(speakers[0], (HERE, port)), 5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(loop.sock_connect(speakers[1], (HERE, port)), 0.3)
        socket_filter.detach()


async def test_a_stranger_is_hung_up_on_after_the_answer() -> None:
    with ExitStack() as sockets:
        listener = sockets.enter_context(socket.create_server((HERE, 0)))
        speaker = sockets.enter_context(socket.create_connection(listener.getsockname(), 5))
        theirs = speaker.getsockname()
        accepted = sockets.enter_context(listener.accept()[0])
        accepted.setblocking(False)
        accepted.send(b"no")
        shut_down_peers({(theirs[0], theirs[1] + 1)}, [listener.getsockname()[1]])
        with pytest.raises(BlockingIOError):
            accepted.recv(1)
        shut_down_peers({theirs}, [listener.getsockname()[1]])

        async def is_over() -> bool:
            return accepted.recv(1) == b""

        await until(is_over)
        assert speaker.recv(2) == b"no"
