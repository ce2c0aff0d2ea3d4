"""Who listens to a call hears both sides, and the call never notices. In virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import numpy as np
import pytest

from parley.kit.ids import uuid7
from parley.voice.media_leg import RATE, CallEnded
from parley.voice.recording.live_audio import (
    MOST_LISTENERS,
    MOST_WAITING,
    CallNotHere,
    CallOver,
    ListenedCall,
    Listener,
    LiveAudio,
    TooManyListeners,
)
from parley.voice.recording.tapped_leg import TappedLeg
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
    return set(np.unique(caller).tolist()), set(np.unique(agent).tolist())


def taken(listener: Listener) -> list[bytes | None]:
    return [listener.pieces.get_nowait() for _ in range(listener.pieces.qsize())]


def listening(work: Callable[[LiveAudio, ListenedCall], Awaitable[None]], *, keeps_private: bool = False) -> None:
    """To a call whose first turn is on disk."""

    async def run() -> None:
        live = LiveAudio()
        async with live.follow(uuid7(), keeps_private=keeps_private) as call:
            call.turn_done(is_discarded=False, is_paused=False)
            await work(live, call)

    in_virtual_time(run())


def test_both_sides_are_heard_until_the_call_is_over() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        listener = live.find(call.conversation).add()
        await talk(call, 3)
        caller, agent = sides(listener.pieces)
        assert (CALLER in caller, AGENT in caller) == (True, False)
        assert (CALLER in agent, AGENT in agent) == (False, True)
        call.stop()
        assert await listener.pieces.get() is None

    listening(work)


def test_a_call_that_is_over_is_not_there() -> None:
    async def run() -> None:
        live = LiveAudio()
        with suppress(CallEnded):
            async with live.follow(uuid7(), keeps_private=False) as call:
                listener = live.find(call.conversation).add()
                raise CallEnded
        assert await listener.pieces.get() is None
        with pytest.raises(CallNotHere):
            live.find(call.conversation)

    in_virtual_time(run())


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

    listening(work)


def test_there_is_room_for_a_few() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        first, *_others = [call.add() for _ in range(MOST_LISTENERS)]
        with pytest.raises(TooManyListeners):
            call.add()
        call.remove(first)
        call.add()

    listening(work)


def test_what_is_personal_is_not_heard_where_it_is_not_kept() -> None:
    async def work(_live: LiveAudio, call: ListenedCall) -> None:
        call.expect_turn(is_private=True)
        listener = call.add()
        await talk(call, 3)
        assert sides(listener.pieces) == ({0}, {0, AGENT})
        call.expect_turn(is_private=False)
        await talk(call, 3)
        assert CALLER in sides(listener.pieces)[0]
        call.expect_turn(is_private=True)
        await talk(call, 1.4)  # a second is on its way
        sides(listener.pieces)
        await talk(call, 2)
        assert sides(listener.pieces)[0] == {0}

    async def kept(_live: LiveAudio, call: ListenedCall) -> None:
        call.expect_turn(is_private=True)
        listener = call.add()
        await talk(call, 3)
        assert CALLER in sides(listener.pieces)[0]

    listening(work)
    listening(kept, keeps_private=True)


def test_nothing_is_heard_before_the_first_turn_is_done_and_while_agent_code_stops_it() -> None:
    async def run() -> None:
        live = LiveAudio()
        async with live.follow(uuid7(), keeps_private=True) as call:
            listener = call.add()
            await talk(call, 3)
            assert listener.pieces.empty()
            for is_paused in (False, True, False):
                call.turn_done(is_discarded=False, is_paused=is_paused)
                await talk(call, 1.4)
                taken(listener)
                await talk(call, 2)
                assert bool(taken(listener)) is not is_paused

    in_virtual_time(run())


def test_a_call_whose_recording_is_discarded_is_not_heard_any_more() -> None:
    async def work(_live: LiveAudio, call: ListenedCall) -> None:
        listener = call.add()
        await talk(call, 3)
        assert taken(listener)
        call.turn_done(is_discarded=True, is_paused=False)
        late = call.add()
        call.turn_done(is_discarded=False, is_paused=False)  # agent code cannot take it back
        await talk(call, 3)
        assert not taken(listener), "not even what was on its way"
        assert not taken(late)

    listening(work)


def test_who_listens_before_a_transfer_hears_nothing_after_it() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        leg = SpeakingLeg()
        call.poll(TappedLeg(leg, call))
        first, second = call.add(), call.add()
        await talk(call, 3)
        call.remove(second)
        reads = leg.reads
        call.stop()
        await talk(call, 3)
        *_heard, last = taken(first)
        assert last is None
        assert leg.reads == reads, "what the caller says is for whom they talk to now"
        assert None not in taken(second)
        with pytest.raises(CallOver):
            live.find(call.conversation).add()
        call.stop()

    listening(work)


class SpeakingLeg(FakeLeg):
    reads = 0

    def read_audio(self) -> bytes:
        self.reads += 1
        return tone(CALLER)


def test_a_leg_that_nobody_reads_is_read_for_listeners() -> None:
    async def work(live: LiveAudio, call: ListenedCall) -> None:
        leg = SpeakingLeg()
        call.poll(TappedLeg(leg, call))
        listener = call.add()
        await asyncio.sleep(3)
        assert CALLER in sides(listener.pieces)[0]

    listening(work)
