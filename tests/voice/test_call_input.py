"""The input of a call, in virtual time."""

from __future__ import annotations

import asyncio

import pytest

from parley.voice.call_input import CallInput, Reactions
from parley.voice.listen_settings import ListenSettings
from parley.voice.turn_events import CallerTurn
from tests.voice.fake_leg import FakeLeg, in_virtual_time


def now() -> float:
    return asyncio.get_running_loop().time()


def test_it_tells_silence_and_keys_and_barge_in() -> None:
    async def scene() -> None:
        leg, interruptions = FakeLeg(), []
        call_input = CallInput(leg, Reactions(lambda: interruptions.append(now())))
        call_input.agent_started_speaking()
        call_input.expect_turn(ListenSettings(silence_seconds=4))
        await asyncio.sleep(3)
        call_input.agent_stopped_speaking()
        assert await call_input.next_turn() == CallerTurn()
        assert now() == 7

        call_input.agent_started_speaking()
        call_input.expect_turn(ListenSettings(num_digits=2))
        await asyncio.sleep(1)
        leg.key("1")
        assert interruptions == [8]
        await asyncio.sleep(1)
        leg.key("2")
        assert await call_input.next_turn() == CallerTurn("12", barge_in=True)
        assert now() == 9

        call_input.expect_turn(ListenSettings(inter_digit_timeout=3))
        leg.key("5")
        assert await call_input.next_turn() == CallerTurn("5")
        assert now() == 12

    in_virtual_time(scene())


def test_one_that_is_closed_takes_nothing() -> None:
    async def scene() -> None:
        leg = FakeLeg()
        call_input = CallInput(leg, Reactions(lambda: None))
        call_input.expect_turn(ListenSettings())
        await call_input.aclose()
        leg.key("1")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(call_input.next_turn(), 60)

    in_virtual_time(scene())


def test_a_wait_that_is_given_up_loses_nothing() -> None:
    async def scene() -> None:
        leg = FakeLeg()
        call_input = CallInput(leg, Reactions(lambda: None))
        call_input.expect_turn(ListenSettings(num_digits=1))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(call_input.next_turn(), 1)
        leg.key("1")
        assert await call_input.next_turn() == CallerTurn("1")

    in_virtual_time(scene())
