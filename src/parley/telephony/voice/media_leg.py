"""Two calls joined: what one side says or presses the other hears, until one of them hangs up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from parley.kit.tasks import Tasks
from parley.telephony.sip.protocol import FRAME_SECONDS, CallEnded, SipCall


async def bridge(one: SipCall, other: SipCall) -> None:
    """Returns when both calls are over: whoever hangs up ends the other's call too."""
    tasks = Tasks()
    ways = ((one, other), (other, one))
    for call, further in ways:
        call.clear_audio()
        call.on_digit(_pressed_further(further, tasks))
        tasks.start(_carry(call, further), "audio of a bridge")
    ends = [tasks.start(call.wait_ended(), "end of a bridge") for call in (one, other)]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await tasks.aclose()
        await one.hang_up()
        await other.hang_up()


async def _carry(call: SipCall, further: SipCall) -> None:
    with suppress(CallEnded):
        while True:
            if pcm := call.read_audio():
                further.write_audio(pcm)
            await asyncio.sleep(FRAME_SECONDS)


def _pressed_further(further: SipCall, tasks: Tasks) -> Callable[[str], None]:
    async def press(digit: str) -> None:
        with suppress(CallEnded):
            await further.send_dtmf(digit)

    def heard(digit: str) -> None:
        tasks.start(press(digit), "key of a bridge")

    return heard
