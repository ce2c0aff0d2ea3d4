"""People listen to calls: what is not for them, whether the call is recorded or not."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from parley.telephony.sip.fake_stack import FakeCall
from parley.voice.audio_ticker import AudioTicker
from parley.voice.recording.live_audio import CallNotHere, CallOver, ListenedCall, Listener
from parley.voice.speech_input import SpeechRecognition
from tests.make import Make
from tests.telephony.test_call_handler import Harness, call_harness
from tests.telephony.test_call_handler_handoff import handing_over
from tests.telephony.test_call_handler_recording import KEYS, until_caller_heard
from tests.telephony.test_call_handler_speech import LoudnessDetector, noise
from tests.voice.fake_recognition import FakeRecognizer
from tests.waiting import until

pytestmark = pytest.mark.io


async def listened(harness: Harness) -> ListenedCall:
    return harness.handler.live_audio.find((await harness.row())["id"])


def loudest_caller(listener: Listener) -> int:
    pieces = [listener.pieces.get_nowait() for _ in range(listener.pieces.qsize())]
    audio = np.frombuffer(b"".join(filter(None, pieces)), np.int16).reshape(-1, 2)
    return int(np.abs(audio[:, 0].astype(int)).max(initial=0))


async def until_heard(listener: Listener) -> None:
    async def is_loud() -> bool:
        return loudest_caller(listener) > 1_000

    await until(is_loud)


def without_gaps(pcm: bytes) -> bytes:
    samples = np.frombuffer(pcm, np.int16)
    return bytes(samples[samples != 0])


async def until_all_heard(clerk: FakeCall, far: FakeCall) -> None:
    """Until the other person has heard all that the caller says now."""
    said, heard = noise(0.5), bytearray()
    far.write_audio(said)

    async def is_heard() -> bool:
        heard.extend(clerk.read_audio())
        return without_gaps(said) in without_gaps(bytes(heard))

    await until(is_heard)


@pytest.mark.parametrize("has_recognition", [False, True])
async def test_what_two_people_say_to_each_other_nobody_else_hears(make: Make, *, has_recognition: bool) -> None:
    ticker, recognizer = AudioTicker(LoudnessDetector()), FakeRecognizer(["hello"] * 9)
    recognition = SpeechRecognition(ticker, recognizer) if has_recognition else None
    start = handing_over("invite")
    async with call_harness(make, start, recognition=recognition, ring_seconds=60.0) as harness:
        harness.stack.answering = lambda _: None
        far = await harness.call()
        _dialled, clerk = await harness.stack.placed.get()
        call = await listened(harness)
        listener = call.add()
        # The desk rings: the caller is with the agent still.
        far.write_audio(noise(0.3))
        await until_heard(listener)
        clerk.answer()
        await until(lambda: is_bridged(harness))
        recognizer.fed.clear()
        await until_all_heard(clerk, far)
        assert not recognizer.fed
        while await asyncio.wait_for(listener.pieces.get(), 5) is not None:
            pass
        with pytest.raises(CallOver):
            call.add()
        await clerk.hang_up()
        await harness.until_over()
        with pytest.raises(CallNotHere):
            harness.handler.live_audio.find(call.conversation)
    await ticker.aclose()


async def is_bridged(harness: Harness) -> bool:
    return bool((await harness.conversation())["handoff"])


async def test_a_transfer_that_fails_ends_no_listening(make: Make) -> None:
    async with call_harness(make, handing_over("invite")) as harness:
        harness.stack.answering = lambda _: 486
        far = await harness.call()
        await harness.until_turns(2)
        listener = (await listened(harness)).add()
        far.write_audio(noise(0.3))
        await until_heard(listener)
        await far.hang_up()
        await harness.until_over()


async def test_what_is_personal_is_not_heard_where_nothing_is_recorded(make: Make) -> None:
    async with call_harness(make, KEYS % True) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        call = await listened(harness)
        listener = call.add()
        await until(lambda: is_hidden(call))
        far.write_audio(noise(0.3))
        await until_caller_heard(far)
        # The caller leaves while nobody else is to hear them.
        await far.hang_up()
        await harness.until_over()
        assert loudest_caller(listener) < 10


async def is_hidden(call: ListenedCall) -> bool:
    return call._is_private
