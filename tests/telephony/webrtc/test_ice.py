"""What strangers can do with the ports of a call, and what an offer can have us do: nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from aioice import stun
from aioice.utils import random_string

from parley.telephony.webrtc.ice import MOST_PEERS, AnsweringConnection
from parley.telephony.webrtc.ports import MediaPorts
from tests.waiting import until

pytestmark = pytest.mark.io

REMOTE, REMOTE_PASSWORD = "abcd", "abcdefghijklmnopqrstuv"


@pytest.fixture
async def connection() -> AsyncIterator[AnsweringConnection]:
    opened = AnsweringConnection(MediaPorts("127.0.0.1", 31000, 31999).open())
    opened.remote_username, opened.remote_password = REMOTE, REMOTE_PASSWORD
    await opened.gather_candidates()
    yield opened
    await opened.close()


@contextmanager
def stranger(connection: AnsweringConnection) -> Iterator[socket.socket]:
    (local,) = connection.local_candidates
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
        sending.bind(("127.0.0.1", 0))
        sending.setblocking(False)
        sending.connect((local.host, local.port))
        yield sending


def check(connection: AnsweringConnection, password: str, *, priority: bool = True) -> bytes:
    request = stun.Message(message_method=stun.Method.BINDING, message_class=stun.Class.REQUEST)
    request.attributes["USERNAME"] = f"{connection.local_username}:{REMOTE}"
    if priority:
        request.attributes["PRIORITY"] = 1
    request.attributes["ICE-CONTROLLING"] = 1
    request.add_message_integrity(password.encode())
    return bytes(request)


async def answer(sending: socket.socket) -> stun.Message:
    async with asyncio.timeout(5):
        return stun.parse_message(await asyncio.get_running_loop().sock_recv(sending, 2048))


async def test_packets_of_strangers_go_no_further(connection: AnsweringConnection) -> None:
    with stranger(connection) as sending:
        for data in (b"", b"\x16\xfe\xfd", b"\x80" * 60, b"\x01" * 40, b"\x80" * 4000):
            sending.send(data)
        sending.send(check(connection, "wrong"))
        refused = await answer(sending)
        assert refused.attributes["ERROR-CODE"][0] == 401
        sending.send(check(connection, connection.local_password, priority=False))
        sending.send(b"\x80" * 60)
        sending.send(check(connection, "wrong"))
        await answer(sending)
    assert connection._queue.qsize() == 0
    assert not connection._early_checks


async def test_who_proves_to_know_the_password_is_heard(connection: AnsweringConnection) -> None:
    connecting = asyncio.ensure_future(connection.connect())
    with stranger(connection) as sending:
        sending.send(check(connection, connection.local_password))
        answered = await answer(sending)
        assert answered.message_class is stun.Class.RESPONSE
        for _ in range(1000):
            sending.send(b"\x80" * 60)

        async def is_heard() -> bool:
            return connection._queue.qsize() > 0

        await until(is_heard)
        # However much comes, it does not pile up.
        assert connection._queue.qsize() <= 256
    await connection.close()
    with pytest.raises(ConnectionError):
        await connecting


async def test_a_call_is_reached_from_so_many_addresses(connection: AnsweringConnection) -> None:
    (protocol,) = connection._protocols
    message = stun.parse_message(check(connection, connection.local_password))
    connection._early_checks_done = True
    for port in range(1, 100):
        connection.request_received(message, ("127.0.0.2", port), protocol)
    assert len(connection.remote_candidates) == MOST_PEERS


async def test_addresses_that_an_offer_names_are_not_tried(connection: AnsweringConnection) -> None:
    candidate = connection.local_candidates[0]
    for host in ("169.254.169.254", "10.0.0.1", f"{random_string(8)}.local"):
        candidate.host = host
        await connection.add_remote_candidate(candidate)
    assert connection.remote_candidates == []
