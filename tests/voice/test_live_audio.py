"""Who listens to a call hears both sides, and the call never notices. In virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import numpy as np
import pytest

from parley.kit.ids import uuid7
from parley.voice.call_recording import CallRecording
from parley.voice.live_audio import MOST_LISTENERS, MOST_WAITING, CallNotHere, ListenedCall, LiveAudio, TooManyListeners
from parley.voice.media_leg import RATE
from parley.voice.tapped_leg import TappedLeg
from tests.voice.fake_leg import FakeLeg, in_virtual_time

CALLER, AGENT = 3_000, 7_000


def tone(level: int) -> bytes:
    return np.full(RATE // 5, level, np.int16).tobytes()


async def talk(call: ListenedCall, seconds: float) -> None:
    """Both at once."""
    loop = asyncio.get_running_loop()
    for _ in range(round(seconds * 5)):
        await asyncio.sleep(0.2)
        call.heard(tone(CALLER), loop.time())
        call.sent(tone(AGENT), 0.0, loop.time())


def sides(pieces: asyncio.Queue[bytes | None]) -> tuple[set[int], set[int]]:
    """What was heard of the caller and of the agent."""
    audio = b"".join(piece for _ in range(pieces.qsize()) if (piece := pieces.get_nowait()))
    caller, agent = np.frombuffer(audio, np.int16).reshape(-1, 2).T
    return set(caller.tolist()), set(agent.tolist())


def listening(work: Callable[[LiveAudio, ListenedCall], Awaitable[None]]) -> None:
    async def run() -> None:
        live = LiveAudio()
        await work(live, live.begin(uuid7()))

    in_virtual_time(run())


def test_both_sides_are_heard_until_the_call_is_over() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        listener = live.find(call.conversation).add()
        await talk(call, 3)
        caller, agent = sides(listener.pieces)
        assert (CALLER in caller, AGENT in caller) == (True, False)
        assert (CALLER in agent, AGENT in agent) == (False, True)
        await live.end(call)
        assert await listener.pieces.get() is None
        with pytest.raises(CallNotHere):
            live.find(call.conversation)

    listening(work)


def test_who_is_slow_or_leaves_is_no_hindrance_to_the_others() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        slow, leaves, stays = (call.add() for _ in range(3))
        call.remove(leaves)
        for _ in range(MOST_WAITING):
            await talk(call, 0.4)
            while not stays.pieces.empty():
                stays.pieces.get_nowait()
        assert slow.too_slow.is_set()
        assert leaves.pieces.empty()
        assert not stays.too_slow.is_set()
        await live.end(call)

    listening(work)


def test_there_is_room_for_a_few() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        first, *_others = [call.add() for _ in range(MOST_LISTENERS)]
        with pytest.raises(TooManyListeners):
            call.add()
        call.remove(first)
        call.add()
        await live.end(call)

    listening(work)


def test_what_the_recording_leaves_out_is_not_heard() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        recording = CallRecording(call.conversation, datetime.now(UTC), keeps_private=False, poll=None)
        recording.expect_turn(is_private=True)
        call.follow(recording, None)
        listener = call.add()
        await talk(call, 3)
        assert sides(listener.pieces) == ({0}, {0, AGENT})
        recording.expect_turn(is_private=False)
        await talk(call, 3)
        assert CALLER in sides(listener.pieces)[0]
        await live.end(call)

    listening(work)


class SpeakingLeg(FakeLeg):
    def read_audio(self) -> bytes:
        return tone(CALLER)


def test_a_leg_that_nobody_reads_is_read_for_listeners() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        leg = SpeakingLeg()
        call.follow(None, TappedLeg(leg, call))
        listener = call.add()
        await asyncio.sleep(3)
        assert CALLER in sides(listener.pieces)[0]
        await live.end(call)

    listening(work)
