"""Two legs bridged, in virtual time."""

from __future__ import annotations

import asyncio

from parley.telephony.sip.fake_stack import FakeCall, FakeStack
from parley.voice.media_leg import FRAME_SECONDS, RATE, HangupCause, bridge
from tests.voice.fake_leg import in_virtual_time


async def connected_call(stack: FakeStack) -> FakeCall:
    call, _incoming = stack.call("+1")
    call.far.answer()
    return call


def test_audio_and_keys_pass_both_ways_until_one_hangs_up() -> None:
    async def scene() -> None:
        stack = FakeStack()
        stack.on_incoming_call(lambda _incoming: asyncio.sleep(0))
        caller, desk = await connected_call(stack), await connected_call(stack)
        caller.far.write_audio(b"\7\7" * RATE)
        keys: list[str] = []
        desk.on_digit(keys.append)
        bridging = asyncio.create_task(bridge(caller.far, desk.far))
        await asyncio.sleep(0)
        caller.write_audio(b"\1\2" * 800)
        desk.write_audio(b"\3\4" * 800)
        await caller.send_dtmf("5")
        await asyncio.sleep(1.0)
        assert desk.read_audio().count(b"\1\2") == 800
        heard = caller.read_audio()
        assert heard.count(b"\3\4") == 800
        assert b"\7\7" not in heard, "what was queued before is not for them"
        assert keys == ["5"]
        await desk.hang_up()
        await bridging
        assert await caller.wait_ended() == HangupCause(by_peer=True)
        await asyncio.sleep(FRAME_SECONDS)
        assert len(asyncio.all_tasks()) == 1

    in_virtual_time(scene())
