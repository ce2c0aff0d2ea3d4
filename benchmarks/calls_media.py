"""The media of the benchmark's callers: takes every packet that comes, with its time of arrival, and sends as many."""

from __future__ import annotations

import asyncio
import socket
import statistics
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise

FRAME_SECONDS = 0.02
FRAME_BYTES = 160
PCMU = 0
SILENCE = b"\xff\x7f"
"""Samples of PCMU that are no sound."""
ARRIVED = 35
"""Linux: SO_TIMESTAMPNS, the time at which the kernel had a packet."""
BUFFER = 1 << 20
RTP = struct.Struct("!BBHII")
CLOCK = struct.Struct("@ll")


@dataclass(slots=True)
class Sink:
    """The media of one caller: everything that was sent to it."""

    socket: socket.socket
    packets: list[tuple[int, float, bytes]] = field(default_factory=list)
    """The number of each in its stream, when it came, and its sound."""
    source: tuple[str, int] | None = None
    last_sound: float = 0.0
    says: bytes = b""
    """What the caller says, again and again; without any it sends silence."""

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    @property
    def lost(self) -> int:
        """Packets that were sent after the first and never came. On one machine none overtakes another."""
        numbers = [number for number, _, _ in self.packets]
        return sum((after - before - 1) & 0xFFFF for before, after in pairwise(numbers))

    @property
    def gaps(self) -> list[float]:
        """Milliseconds between packets."""
        moments = [moment for _, moment, _ in self.packets]
        return [(after - before) * 1000 for before, after in pairwise(moments)]

    @property
    def sound(self) -> bytes:
        """From the first sample that can be heard to the last."""
        return b"".join(sound for _, _, sound in self.packets).strip(SILENCE)

    def first_sound_after(self, since: float) -> float | None:
        return next((moment for _, moment, sound in self.packets if moment > since and sound.strip(SILENCE)), None)

    def receive(self) -> None:
        data, extra, _, source = self.socket.recvmsg(2048, 64)
        if data[1] & 0x7F != PCMU:
            return
        seconds, nanoseconds = CLOCK.unpack(extra[0][2])
        moment, sound = seconds + nanoseconds / 1e9, data[RTP.size :]
        self.source = source
        self.packets.append((int.from_bytes(data[2:4], "big"), moment, sound))
        if sound.strip(SILENCE):
            self.last_sound = moment

    def send_frame(self, number: int) -> None:
        if self.source is not None:
            head = RTP.pack(0x80, PCMU, number & 0xFFFF, number * FRAME_BYTES & 0xFFFFFFFF, self.port)
            self.socket.sendto(head + self._frame(number), self.source)

    def _frame(self, number: int) -> bytes:
        if not self.says:
            return b"\xff" * FRAME_BYTES
        start = number * FRAME_BYTES % len(self.says)
        return self.says[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\xff")


@asynccontextmanager
async def receive_media(count: int) -> AsyncIterator[list[Sink]]:
    """For so many callers, who send silence all the time, as phones do."""
    loop = asyncio.get_running_loop()
    sinks = [Sink(_open_socket()) for _ in range(count)]
    for sink in sinks:
        loop.add_reader(sink.socket, sink.receive)
    sending = asyncio.create_task(_send_frames(sinks))
    try:
        yield sinks
    finally:
        sending.cancel()
        for sink in sinks:
            loop.remove_reader(sink.socket)
            sink.socket.close()


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[-1]


async def _send_frames(sinks: list[Sink]) -> None:
    loop = asyncio.get_running_loop()
    begun, number = loop.time(), 0
    while True:
        for sink in sinks:
            sink.send_frame(number)
        number += 1
        await asyncio.sleep(begun + number * FRAME_SECONDS - loop.time())


def _open_socket() -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setblocking(False)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    made.setsockopt(socket.SOL_SOCKET, ARRIVED, 1)
    made.bind(("127.0.0.1", 0))
    return made
