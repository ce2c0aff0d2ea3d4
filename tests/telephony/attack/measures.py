"""What a call and a process went through."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from parley.telephony.sip.protocol import SipCall
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.rtp_receiver import RtpReceiver

SO_TIMESTAMPNS = 35


@dataclass(slots=True)
class StampedReceiver(RtpReceiver):
    """Knows from the kernel when packets came: this process may be late to look. Sends back what it receives."""

    at: list[float] = field(default_factory=list)

    def read(self, line: socket.socket) -> None:
        with suppress(BlockingIOError):
            while True:
                data, ancillary, _, sender = line.recvmsg(2048, 128)
                seconds, nanoseconds = struct.unpack("qq", ancillary[0][2])
                self.packets.append(data)
                self.at.append(seconds + nanoseconds / 1e9)
                line.sendto(data, sender)


@contextmanager
def stamped_rtp() -> Iterator[StampedReceiver]:
    loop, receiver = asyncio.get_running_loop(), StampedReceiver()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind((LOOPBACK, 0))
        line.setblocking(False)
        line.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        receiver.port = line.getsockname()[1]
        loop.add_reader(line, receiver.read, line)
        try:
            yield receiver
        finally:
            loop.remove_reader(line)


def memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def lost(receiver: RtpReceiver) -> float:
    """The part of the packets between the first and the last that never came."""
    numbers: list[int] = [struct.unpack_from("!H", packet, 2)[0] for packet in receiver.media_packets()]
    unwrapped, last = [numbers[0]], numbers[0]
    for number in numbers[1:]:
        last += (number - last + 32768) % 65536 - 32768
        unwrapped.append(last)
    return 1 - len(set(unwrapped)) / (max(unwrapped) - min(unwrapped) + 1)


def longest_gap(receiver: StampedReceiver) -> float:
    """Seconds between two packets."""
    return max((after - before for before, after in zip(receiver.at, receiver.at[1:], strict=False)), default=0.0)


@asynccontextmanager
async def speaking(call: SipCall) -> AsyncIterator[None]:
    """Somebody speaks all the time, half a second ahead."""

    async def speak() -> None:
        while True:
            if call.queued_seconds() < 0.5:
                call.write_audio(bytes(8000))
            await asyncio.sleep(0.1)

    task = asyncio.create_task(speak())
    try:
        yield
    finally:
        task.cancel()
