from __future__ import annotations

import asyncio

from parley.web.server.buffered_transport import HeadBufferingTransport


class Wire(asyncio.Transport):
    """Keeps what is written, packet by packet."""

    def __init__(self) -> None:
        super().__init__()
        self.packets: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.packets.append(bytes(data))

    def close(self) -> None:
        self.packets.append(b"(closed)")


async def test_head_and_body_go_together() -> None:
    wire = Wire()
    transport = HeadBufferingTransport(wire)
    transport.write(b"HTTP/1.1 200 OK\r\n\r\n")
    transport.write(b"whole")
    transport.write(b"more")
    await asyncio.sleep(0)
    assert wire.packets == [b"HTTP/1.1 200 OK\r\n\r\nwhole", b"more"]


async def test_a_head_does_not_wait_for_ever() -> None:
    wire = Wire()
    HeadBufferingTransport(wire).write(b"HTTP/1.1 200 OK\r\n\r\n")
    assert wire.packets == []
    await asyncio.sleep(0)
    assert wire.packets == [b"HTTP/1.1 200 OK\r\n\r\n"]


async def test_a_connection_that_is_closed_keeps_nothing_back() -> None:
    wire = Wire()
    transport = HeadBufferingTransport(wire)
    transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")
    transport.close()
    assert wire.packets == [b"HTTP/1.1 204 No Content\r\n\r\n", b"(closed)"]
