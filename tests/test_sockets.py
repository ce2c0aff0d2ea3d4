"""Pure tests open no sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest

from tests.conftest import SocketGuard


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a run of pure tests alone."""
    monkeypatch.setattr(SocketGuard, "is_closed", True)


@pytest.mark.parametrize(
    "open_one",
    [
        socket.socket,
        lambda: socket.create_connection(("127.0.0.1", 9)),
        lambda: socket.getaddrinfo("localhost", 80),
    ],
)
def test_python_opens_none(open_one: Callable[[], object]) -> None:
    with pytest.raises(pytest.fail.Exception, match="is not pure"):
        open_one()


@pytest.mark.parametrize(
    "open_one",
    [
        lambda: asyncio.open_connection("127.0.0.1", 9),
        lambda: asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0),
        lambda: asyncio.open_unix_connection("/nowhere"),
        lambda: asyncio.get_running_loop().create_datagram_endpoint(asyncio.DatagramProtocol, ("127.0.0.1", 0)),
        lambda: asyncio.get_running_loop().getaddrinfo("localhost", 80),
    ],
)
async def test_the_event_loop_opens_none(open_one: Callable[[], Awaitable[object]]) -> None:
    with pytest.raises(pytest.fail.Exception, match="is not pure"):
        await open_one()


def test_a_pair_is_no_way_out() -> None:
    for end in socket.socketpair():
        end.close()
    asyncio.new_event_loop().close()
