"""Calls of people who speak: what they say is a turn, what they have heard is on the record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from prometheus_client import REGISTRY

from parley.providers.llm.protocol import Piece, Request, Text
from parley.telephony.sip.fake_stack import FakeCall
from parley.voice.audio_ticker import AudioTicker
from parley.voice.call_input import CallInput
from parley.voice.media_leg import RATE
from parley.voice.speech_input import SpeechRecognition
from tests.make import Make
from tests.telephony.test_call_handler import Harness, call_harness
from tests.voice.fake_recognition import FakeRecognizer
from tests.waiting import until

pytestmark = pytest.mark.io

LONG = (
    "We are open from nine to five on weekdays, and on Saturdays from ten to two, but never on Sundays. Anything else?"
)
SLOW = 0.05
"""Seconds a letter: a reply that lasts long enough to be interrupted."""


class LoudnessDetector:
    """Whoever is loud speaks."""

    def new_state(self) -> object:
        return object()

    def detect(self, _states: Sequence[Any], windows: Sequence[bytes]) -> list[float]:
        return [0.9 if np.abs(np.frombuffer(window, np.int16)).max() > 1_000 else 0.05 for window in windows]


def noise(seconds: float) -> bytes:
    return (np.random.default_rng(7).integers(-8_000, 8_000, round(seconds * RATE))).astype(np.int16).tobytes()


@asynccontextmanager
async def hearing(make: Make, texts: Sequence[str | None], start: str = "return None") -> AsyncIterator[Harness]:
    ticker = AudioTicker(LoudnessDetector())
    recognition = SpeechRecognition(ticker, FakeRecognizer(texts, seconds=0.05))
    async with call_harness(make, start, speed=SLOW, recognition=recognition) as harness:
        yield harness
    await ticker.aclose()


async def hang_up(harness: Harness, far: FakeCall) -> None:
    await far.hang_up()
    await harness.until_over()


async def until_speaking(far: FakeCall) -> None:
    """The agent's words are on the line: audio of the silent voice has no sound, but it is queued."""

    async def is_queued() -> bool:
        return far.far.queued_seconds() > 0

    await until(is_queued)


async def test_what_a_caller_says_is_a_turn(make: Make) -> None:
    async with hearing(make, ["I need a table for two"]) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        far.write_audio(noise(0.8))
        await harness.until_turns(2)
        turn = (await harness.turns())[1]
        assert (turn["user_input"], turn["barge_in"], turn["dtmf"]) == ("I need a table for two", False, "")
        timings = turn["trace"]["timings"]
        assert (
            600 < timings["endpointing_ms"] < turn["latency_ms"] <= timings["endpointing_ms"] + timings["total_ms"] + 1
        )
        assert 0 < timings["recognition_ms"] < timings["endpointing_ms"]
        await hang_up(harness, far)


async def test_of_a_reply_that_was_interrupted_the_record_holds_what_was_heard(make: Make) -> None:
    words = ["no wait", *["no wait please"] * 9]
    async with hearing(make, words, f"return {{'utterance': {LONG!r}}}") as harness:
        far = await harness.call()
        await until_speaking(far)
        await asyncio.sleep(1.0)  # so much of it is heard
        far.write_audio(noise(1.0))
        await harness.until_turns(2)
        first, second = (await harness.turns())[:2]
        assert (second["user_input"], second["barge_in"]) == ("no wait please", True)
        heard = first["agent_response"]
        assert LONG.startswith(heard.strip())
        assert 5 < len(heard) < 80
        await hang_up(harness, far)


async def test_who_interrupts_and_leaves_has_heard_no_more(make: Make) -> None:
    async with hearing(make, ["no wait", "no wait please"], f"return {{'utterance': {LONG!r}}}") as harness:
        far = await harness.call()
        await harness.until_turns(1)
        await until_speaking(far)
        far.write_audio(noise(3.0))

        async def is_interrupted() -> bool:
            return far.far.queued_seconds() == 0

        await until(is_interrupted)
        await hang_up(harness, far)
        (turn,) = await harness.turns()
        assert LONG.startswith(turn["agent_response"].strip())
        assert len(turn["agent_response"]) < 80


async def test_what_was_heard_is_written_before_the_agent_hears_of_events(make: Make) -> None:
    """Else it would be cut from the reply that comes of them."""
    async with hearing(make, ["no wait"] * 9, f"return {{'utterance': {LONG!r}}}") as harness:
        far = await harness.call()
        await harness.until_turns(1)
        await until_speaking(far)
        far.write_audio(noise(2.0))

        async def is_interrupted() -> bool:
            return far.far.queued_seconds() == 0

        await until(is_interrupted)
        assert harness.handler._recognition is not None
        harness.handler._recognition.recognizer.seconds = 60  # type: ignore[attr-defined]  # so that no turn is complete
        harness.resources.dependencies.event_signals._set_all()

        async def is_cut() -> bool:
            return len((await harness.turns())[0]["agent_response"]) < len(LONG)

        await until(is_cut)
        assert len(await harness.turns()) == 1, "it was not the caller's turn that wrote it"
        await hang_up(harness, far)


async def test_a_backchannel_does_not_stop_the_agent(make: Make) -> None:
    start = "return {'utterance': 'We are open from nine to five, and on Saturdays from ten.'}"
    async with hearing(make, ["mhm", "mhm", "mhm"], start) as harness:
        far = await harness.call()
        await until_speaking(far)
        far.write_audio(noise(0.4))
        await asyncio.sleep(1.5)
        assert far.far.queued_seconds() > 0
        await hang_up(harness, far)


async def test_a_recogniser_that_fails_is_a_turn_without_words(make: Make) -> None:
    async with hearing(make, [None]) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        far.write_audio(noise(0.8))
        await harness.until_turns(2)
        turn = (await harness.turns())[1]
        assert (turn["user_input"], turn["is_silence"]) == ("", True)
        await hang_up(harness, far)


async def test_the_agent_goes_on_after_an_interruption_that_was_none(make: Make) -> None:
    async with hearing(make, ["no wait", "Right.", "Right."], f"return {{'utterance': {LONG!r}}}") as harness:
        far = await harness.call()
        await harness.until_turns(1)
        await until_speaking(far)
        far.write_audio(noise(2.0))

        async def is_stopped() -> bool:
            return far.far.queued_seconds() == 0

        await until(is_stopped)
        await until_speaking(far)
        await hang_up(harness, far)
        (turn,) = await harness.turns()
        assert turn["agent_response"] == LONG


def spoken_turns() -> float:
    """Those that are being answered, or were."""
    return REGISTRY.get_sample_value("parley_voice_latency_seconds_count", {"part": "endpointing"}) or 0.0


class Slow:
    """Repeats what was said, once the gate is open."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.asked = 0

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        self.asked += 1
        said = request.messages[-1].content
        await self.gate.wait()
        yield Text(f"So {said}.")


async def test_what_is_added_while_the_agent_thinks_joins_the_turn(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    model, before = Slow(), spoken_turns()
    make.use_model(model)
    greeted, stopped = asyncio.Event(), CallInput.agent_stopped_speaking

    def agent_stopped(of_call: CallInput) -> None:
        stopped(of_call)
        greeted.set()

    monkeypatch.setattr(CallInput, "agent_stopped_speaking", agent_stopped)
    async with hearing(make, ["I want a table", *["on the terrace please"] * 9]) as harness:
        far = await harness.call()
        await asyncio.wait_for(greeted.wait(), 20)
        far.write_audio(noise(0.6))

        async def is_answered() -> bool:
            return spoken_turns() > before and model.asked > 0

        await until(is_answered)
        asked = model.asked
        far.write_audio(noise(0.25))

        async def is_asked_again() -> bool:
            return model.asked > asked

        await until(is_asked_again)
        model.gate.set()
        await harness.until_turns(2)
        turns = await harness.turns()
        assert turns[1]["user_input"] == "I want a table on the terrace please"
        assert len(turns) == 2
        await hang_up(harness, far)
