"""What is really on the wire: a receiver of our own at the port where media is asked to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.telephony.peers.process import LOOPBACK

RTP_HEADER = 12


@dataclass(slots=True)
class RtpReceiver(asyncio.DatagramProtocol):
    port: int = 0
    packets: list[bytes] = field(default_factory=list)
    echo: asyncio.DatagramTransport | None = None
    """Sends back what it receives, if set: who receives nothing for long hangs up."""

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self.packets.append(data)
        if self.echo is not None:
            self.echo.sendto(data, addr)

    def media(self) -> list[bytes]:
        """What stands behind the headers of RTP packets that say they carry PCMU."""
        return [data[RTP_HEADER:] for data in self.packets if data[0] >> 6 == 2 and data[1] & 0x7F == 0]


@asynccontextmanager
async def receive_rtp(*, echo: bool = False) -> AsyncIterator[RtpReceiver]:
    transport, receiver = await asyncio.get_running_loop().create_datagram_endpoint(
        RtpReceiver, local_addr=(LOOPBACK, 0)
    )
    receiver.echo = transport if echo else None
    receiver.port = transport.get_extra_info("sockname")[1]
    try:
        yield receiver
    finally:
        transport.close()
