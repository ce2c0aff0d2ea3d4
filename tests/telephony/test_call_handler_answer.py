"""Calls that we place and that no person answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from parley.domain.conversations.actions import FINISH
from parley.providers.speech.protocol import RATE
from parley.telephony.sip.fake_stack import FakeCall
from parley.voice.audio_ticker import AudioTicker
from parley.voice.speech_input import SpeechRecognition
from tests.build_api.builder import run_jobs
from tests.make import Make
from tests.telephony import test_call_handler
from tests.telephony.test_call_handler import Harness, call_harness
from tests.telephony.test_call_handler_speech import LoudnessDetector, noise
from tests.voice.fake_recognition import FakeRecognizer
from tests.waiting import until

pytestmark = pytest.mark.io

MESSAGE = "Please call the Harbour back about your booking."
SCREENED = "The Harbour restaurant, about a booking."
ANNOUNCEMENT = "You have reached Bob. Leave a message after the tone."
SETTINGS = {"message": {"": MESSAGE}, "screening_message": SCREENED, "wait_seconds": 20}
AFTER = "functions/end_function.py"
END = "from _gen import *\n\ndef end_function(conv: Conversation):\n    conv.state.who = conv.metadata['answered_by']\n"


@asynccontextmanager
async def placed(
    make: Make, settings: Mapping[str, Any], texts: Sequence[str | None] | None
) -> AsyncIterator[tuple[Harness, FakeCall, asyncio.Task[None]]]:
    """A call that was answered. Without texts nothing recognises words."""
    files = {
        **test_call_handler.FILES,
        AFTER: END,
        "agent_settings/experimental_config.json": json.dumps({"answering_machine": settings}),
    }
    ticker = AudioTicker(LoudnessDetector())
    recognition = None if texts is None else SpeechRecognition(ticker, FakeRecognizer(texts, seconds=0.05))
    with patch.object(test_call_handler, "FILES", files):
        async with call_harness(make, recognition=recognition) as harness:
            harness.handler._ticker = ticker
            placing = asyncio.create_task(harness.placed())
            _request, far = await asyncio.wait_for(harness.stack.placed.get(), 10)
            await harness.until_turns(1)
            yield harness, far, placing
            await far.hang_up()
            await placing
    await ticker.aclose()


def recognizer(harness: Harness) -> FakeRecognizer:
    assert harness.handler._recognition is not None
    found = harness.handler._recognition.recognizer
    assert isinstance(found, FakeRecognizer)
    return found


def sine(seconds: float) -> bytes:
    return (6_000 * np.sin(2 * np.pi * 1_000 * np.arange(round(seconds * RATE)) / RATE)).astype(np.int16).tobytes()


async def said(harness: Harness) -> list[str]:
    return [turn["agent_response"] for turn in await harness.turns()]


async def metrics(harness: Harness) -> list[str]:
    of_turns = [value for turn in await harness.turns() for name, value in turn["metrics"] if name == "ANSWERED_BY"]
    jobs = await harness.resources.db.fetch("select args from jobs")
    return [
        *of_turns,
        *(value for job in jobs for name, value in job["args"].get("metrics", []) if name == "ANSWERED_BY"),
    ]


async def over(harness: Harness, placing: asyncio.Task[None]) -> tuple[str, str]:
    await asyncio.wait_for(asyncio.shield(placing), 30)
    row = await harness.row()
    return row["status"], row["reason"]


async def test_a_machine_is_hung_up_on(make: Make) -> None:
    async with placed(make, {**SETTINGS, "action": "hang_up"}, [ANNOUNCEMENT] * 9) as (harness, far, placing):
        far.write_audio(noise(1.5))
        assert await over(harness, placing) == ("success", "answering machine")
        assert await metrics(harness) == ["machine"]
        assert (await harness.conversation())["end_reason"] == "agent_end"
        assert await run_jobs(harness.resources, [FINISH]) == 1
        found = await harness.conversation()
        assert (found["state"]["who"], found["metrics"]["ANSWERED_BY"]) == ("machine", "machine")


async def test_a_message_is_left_after_the_beep(make: Make) -> None:
    async with placed(make, {**SETTINGS, "action": "leave_message"}, [ANNOUNCEMENT] * 9) as (harness, far, placing):
        far.write_audio(noise(1.5) + sine(0.5))
        assert await over(harness, placing) == ("success", "answering machine, message left")
        assert (await said(harness))[-1] == MESSAGE
        assert await metrics(harness) == ["machine"]


async def test_without_a_recogniser_the_length_decides(make: Make) -> None:
    async with placed(make, {**SETTINGS, "action": "hang_up"}, None) as (harness, far, placing):
        far.write_audio(noise(2.0))
        await asyncio.sleep(1)  # the line takes two seconds of audio at once
        far.write_audio(noise(2.0))
        assert await over(harness, placing) == ("success", "answering machine")


async def test_a_person_is_talked_to_as_ever(make: Make) -> None:
    async with placed(make, {**SETTINGS, "action": "hang_up"}, ["Hello?"] * 9) as (harness, far, placing):
        far.write_audio(noise(0.6))
        await harness.until_turns(2)
        assert (await harness.turns())[1]["user_input"] == "Hello?"
        await far.hang_up()
        assert await over(harness, placing) == ("success", "")
        assert await metrics(harness) == ["person"]


async def test_a_project_that_says_nothing_talks_to_machines(make: Make) -> None:
    async with placed(make, {}, [ANNOUNCEMENT] * 9) as (harness, far, placing):
        far.write_audio(noise(1.0))
        await harness.until_turns(2)
        await far.hang_up()
        assert await over(harness, placing) == ("success", "answering machine")
        assert await metrics(harness) == ["machine"]


async def test_who_screens_calls_is_told_who_calls_and_then_a_person_comes(make: Make) -> None:
    words = ["Please say your name and why you are calling.", "Thanks, stay on the line.", "Hello, who is this?"]
    async with placed(make, {**SETTINGS, "action": "hang_up"}, words) as (harness, far, placing):
        far.write_audio(noise(1.0))
        await harness.until_turns(2)
        assert (await said(harness))[1] == SCREENED
        far.write_audio(noise(1.0))
        await asyncio.sleep(2.0)  # it is silent for longer than a person would be
        assert len(await harness.turns()) == 2
        far.write_audio(noise(1.0))
        await harness.until_turns(3)
        assert (await said(harness))[2] == "Hello."
        assert await metrics(harness) == ["screening", "person"]
        far.write_audio(b"")
        await far.hang_up()
        assert await over(harness, placing) == ("success", "")


async def test_who_waits_in_vain_hangs_up(make: Make) -> None:
    settings = {**SETTINGS, "action": "wait", "wait_seconds": 0.5}
    async with placed(make, settings, [ANNOUNCEMENT] * 9) as (harness, far, placing):
        far.write_audio(noise(1.0))
        assert await over(harness, placing) == ("success", "answering machine, no person came")


async def test_a_machine_that_hangs_up_first_ends_the_call(make: Make) -> None:
    async with placed(make, {**SETTINGS, "action": "wait"}, [ANNOUNCEMENT] * 9) as (harness, far, placing):
        far.write_audio(noise(1.0))

        async def is_heard() -> bool:
            return len(recognizer(harness).texts) < 9

        await until(is_heard)
        await asyncio.sleep(0.5)  # it is acted on meanwhile, and waits
        await far.hang_up()
        assert (await over(harness, placing))[0] == "success"
        assert await metrics(harness) == ["machine"]
