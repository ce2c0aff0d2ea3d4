"""An ear on a call, in simulated time."""

from __future__ import annotations

import asyncio

import pytest

from parley.telephony.sip.protocol import CallEnded
from parley.telephony.voice.call_input import Ear
from parley.telephony.voice.listen_settings import ListenSettings
from parley.telephony.voice.turn_taking import CallerTurn
from tests.telephony.voice.fake_leg import FakeLeg, in_virtual_time


def now() -> float:
    return asyncio.get_running_loop().time()


def test_it_hears_silence_and_keys_and_interrupts() -> None:
    async def scene() -> None:
        call, interruptions = FakeLeg(), []
        ear = Ear(call, lambda: interruptions.append(now()))
        ear.agent_speaks()
        ear.expect(ListenSettings(silence_seconds=4))
        await asyncio.sleep(3)
        ear.agent_finished()
        assert await ear.heard() == CallerTurn()
        assert now() == 7

        ear.agent_speaks()
        ear.expect(ListenSettings(num_digits=2))
        await asyncio.sleep(1)
        call.key("1")
        assert interruptions == [8]
        await asyncio.sleep(1)
        call.key("2")
        assert await ear.heard() == CallerTurn("12", barge_in=True)
        assert now() == 9

        ear.expect(ListenSettings(inter_digit_timeout=3))
        call.key("5")
        assert await ear.heard() == CallerTurn("5")
        assert now() == 12

    in_virtual_time(scene())


def test_it_stops_with_the_call() -> None:
    async def scene() -> None:
        call = FakeLeg()
        ear = Ear(call, lambda: None)
        ear.expect(ListenSettings())
        asyncio.get_running_loop().call_later(2, call.end)
        with pytest.raises(CallEnded):
            await ear.heard()
        assert now() == 2
        await asyncio.sleep(0)
        assert len(asyncio.all_tasks()) == 1

    in_virtual_time(scene())


def test_one_that_is_closed_hears_nothing() -> None:
    async def scene() -> None:
        call = FakeLeg()
        ear = Ear(call, lambda: None)
        ear.expect(ListenSettings())
        ear.close()
        call.key("1")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ear.heard(), 60)

    in_virtual_time(scene())


def test_a_wait_that_is_given_up_loses_nothing() -> None:
    async def scene() -> None:
        call = FakeLeg()
        ear = Ear(call, lambda: None)
        ear.expect(ListenSettings(num_digits=1))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ear.heard(), 1)
        call.key("1")
        assert await ear.heard() == CallerTurn("1")

    in_virtual_time(scene())
