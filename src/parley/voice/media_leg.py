"""What carries the audio of one party of a conversation; and two of them bridged.

Audio is signed 16-bit PCM, mono, at `RATE` samples a second, whatever the wire carries.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parley.kit.tasks import Tasks
from parley.providers.recognition import protocol as recognition
from parley.providers.speech import protocol as speech

RATE = speech.RATE
"""Synthesized audio goes to a leg as it is: nothing in between resamples."""
WIDE_RATE = recognition.WIDE_RATE
"""Of audio with the higher half of its band, where the line carries it."""
FRAME_SECONDS = 0.02
FRAME_BYTES = int(RATE * FRAME_SECONDS) * speech.SAMPLE_BYTES


class CallEnded(Exception):
    """The call has ended already."""


@dataclass(frozen=True, slots=True)
class HangupCause:
    """How a call that was connected ended."""

    by_peer: bool
    """The other side hung up, or vanished."""
    reason: str = ""
    """Empty for an ordinary hang-up; `transferred`, `media lost`, or what the carrier says."""


class MediaLeg(Protocol):
    """Every method raises `CallEnded` once the call has ended, unless said otherwise."""

    async def wait_ended(self) -> HangupCause:
        """Returns when the call is over, at once if it is already. Never raises."""

    async def hang_up(self) -> None:
        """A call that is over stays so. Never raises `CallEnded`."""

    def write_audio(self, pcm: bytes) -> int:
        """Queues audio to be played; how many bytes were taken."""

    def queued_seconds(self) -> float:
        """Audio that is queued and not yet sent."""

    def clear_audio(self) -> None:
        """Discards what is queued and not yet sent."""

    def read_audio(self) -> bytes:
        """The audio that was received since the last time; may be none."""

    def on_digit(self, received: Callable[[str], None]) -> None:
        """`received` is called for every key that the other side presses, and at once for those pressed before."""

    async def send_dtmf(self, digits: str) -> None:
        """Sends keys to the other side."""


@runtime_checkable
class WideLeg(Protocol):
    """A leg whose line may carry more than `RATE` does."""

    def wide_audio(self) -> bytes:
        """What `read_audio` returned last, at `WIDE_RATE`; nothing while the line is a narrow one. Never raises."""


async def bridge(one: MediaLeg, other: MediaLeg) -> None:
    """Passes audio and keys between two legs. Returns when both are over: who hangs up ends the other's call too."""
    tasks = Tasks()
    for source, target in ((one, other), (other, one)):
        # What the agent had still to say would delay the other side by as much.
        source.clear_audio()
        source.on_digit(_forward_digits(target, tasks))
        tasks.start(_forward_audio(source, target), "audio of a bridge")
    ends = [tasks.start(leg.wait_ended(), "end of a bridge") for leg in (one, other)]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await tasks.aclose()
        await one.hang_up()
        await other.hang_up()


async def _forward_audio(source: MediaLeg, target: MediaLeg) -> None:
    with suppress(CallEnded):
        while True:
            if pcm := source.read_audio():
                target.write_audio(pcm)
            # A leg does not tell when audio comes; a frame is as long as a packet.
            await asyncio.sleep(FRAME_SECONDS)


def _forward_digits(target: MediaLeg, tasks: Tasks) -> Callable[[str], None]:
    async def send(digit: str) -> None:
        with suppress(CallEnded):
            await target.send_dtmf(digit)

    def received(digit: str) -> None:
        tasks.start(send(digit), "key of a bridge")

    return received
