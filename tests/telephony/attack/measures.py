"""What a call and a process went through."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from parley.telephony.sip.protocol import SipCall
from tests.telephony.peers.rtp_receiver import RtpReceiver


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


def longest_gap(receiver: RtpReceiver) -> float:
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
