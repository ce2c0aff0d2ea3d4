"""What is really on the wire: a receiver of our own at the port where media is asked to be sent."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.telephony.peers.process import LOOPBACK

RTP_HEADER = 12


@dataclass(slots=True)
class RtpReceiver(asyncio.DatagramProtocol):
    port: int = 0
    transport: asyncio.DatagramTransport | None = None
    packets: list[bytes] = field(default_factory=list)
    echo: asyncio.DatagramTransport | None = None
    """Sends back what it receives, if set: who receives nothing for long hangs up."""

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self.packets.append(data)
        if self.echo is not None:
            self.echo.sendto(data, addr)

    def sender(self, ssrc: int, payload_type: int = 0) -> RtpSender:
        assert self.transport is not None
        return RtpSender(self.transport, ssrc, payload_type)

    def media_packets(self) -> list[bytes]:
        """RTP of PCMU, headers included; reports (RTCP) may come to the same port."""
        return [data for data in self.packets if data[0] >> 6 == 2 and data[1] & 0x7F == 0]

    def media(self) -> list[bytes]:
        """What stands behind the headers of RTP packets that say they carry PCMU."""
        return [data[RTP_HEADER:] for data in self.media_packets()]


class RtpSender:
    """A stream of sound that nobody could take for silence, from the socket of a receiver."""

    def __init__(self, transport: asyncio.DatagramTransport, ssrc: int, payload_type: int = 0) -> None:
        self._transport = transport
        self._ssrc = ssrc
        self._kind = payload_type
        self._number = 0

    def send(self, port: int, payload: bytes = bytes(range(160))) -> None:
        """The next packet, to this port on loopback."""
        header = struct.pack("!BBHII", 0x80, self._kind, self._number % 65536, self._number * 160, self._ssrc)
        self._number += 1
        self._transport.sendto(header + payload, (LOOPBACK, port))


@asynccontextmanager
async def receive_rtp(*, echo: bool = False, address: str = LOOPBACK) -> AsyncIterator[RtpReceiver]:
    transport, receiver = await asyncio.get_running_loop().create_datagram_endpoint(
        RtpReceiver, local_addr=(address, 0)
    )
    receiver.transport = transport
    receiver.echo = transport if echo else None
    receiver.port = transport.get_extra_info("sockname")[1]
    try:
        yield receiver
    finally:
        transport.close()
