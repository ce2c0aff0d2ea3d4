"""A caller that is a program, in virtual time."""

from __future__ import annotations

import asyncio
import wave
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parley.runtime.test_runs.caller_lines import CallerLine
from parley.voice.media_leg import RATE, CallEnded
from parley.voice.simulation.simulated_caller import ANSWER_SECONDS, PATIENCE_SECONDS, SimulatedCaller
from tests.voice.fake_leg import FakeLeg, in_virtual_time

SECOND = (np.ones(RATE, np.int16) * 5_000).tobytes()


class OneSecond:
    """Everything takes a second to say."""

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        yield SECOND


class Agent(FakeLeg):
    """Speaks from 0 to 2 s, and again for a second whenever the caller has finished; hangs up after so many answers."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self._answers = answers
        self._speaks_until = 2.0
        self._read_at = 0.0
        self._hears_until = 0.0
        self.heard: list[float] = []
        """When the caller began to speak."""
        self.pressed = ""

    def write_audio(self, pcm: bytes) -> int:
        now = self._loop.time()
        if self.queued_seconds() == 0.0:
            self.heard.append(now)
        taken = super().write_audio(pcm)
        self._hears_until = now + self.queued_seconds()
        return taken

    def read_audio(self) -> bytes:
        now = self._loop.time()
        if self._hears_until and now > self._hears_until:
            self._hears_until = 0.0
            self._answers -= 1
            self._speaks_until = now + 1.0
        if self._answers < 0 and now > self._speaks_until:
            raise CallEnded
        count = round((now - self._read_at) * RATE)
        self._read_at += count / RATE
        return (np.ones(count, np.int16) * (5_000 if now <= self._speaks_until else 0)).tobytes()

    async def send_dtmf(self, digits: str) -> None:
        self.pressed += digits
        self._speaks_until = self._loop.time() + 1.0


def call(*lines: CallerLine, answers: int = 99, recording: Path | None = None) -> Agent:
    async def scene() -> Agent:
        agent = Agent(answers)
        caller = SimulatedCaller(agent, OneSecond())
        await caller.run(lines)
        if recording is not None:
            caller.save_recording(recording)
        return agent

    return in_virtual_time(scene())


@pytest.mark.slow
def test_lines_are_said_when_the_agent_has_finished() -> None:
    first, second = call(CallerLine("Hello."), CallerLine("Goodbye.")).heard
    assert 2.0 + ANSWER_SECONDS - 0.1 < first < 2.0 + ANSWER_SECONDS + 0.2
    assert first + 2.0 + ANSWER_SECONDS - 0.2 < second < first + 2.0 + ANSWER_SECONDS + 0.3


def test_a_line_may_interrupt() -> None:
    (first,) = call(CallerLine("Wait!", interrupts_after=0.5)).heard
    assert 0.4 < first < 0.8


def test_a_line_may_be_keys() -> None:
    agent = call(CallerLine("", keys="42"), CallerLine("Hello."))
    assert (agent.pressed, len(agent.heard)) == ("42", 1)


def test_an_agent_that_hangs_up_ends_it() -> None:
    assert len(call(CallerLine("One."), CallerLine("Two."), CallerLine("Three."), answers=0).heard) == 1


@pytest.mark.slow
def test_a_caller_who_hears_nothing_goes_on_after_a_while() -> None:
    async def scene() -> float:
        agent = Agent(99)
        agent._speaks_until = -1.0
        await SimulatedCaller(agent, OneSecond()).run([CallerLine("Hello?")])
        assert len(agent.heard) == 1
        return asyncio.get_running_loop().time()

    assert in_virtual_time(scene()) < 2 * PATIENCE_SECONDS + 5


def test_the_recording_has_the_caller_left_and_the_agent_right(tmp_path: Path) -> None:
    call(CallerLine("Hello."), recording=tmp_path / "call.wav")
    with wave.open(str(tmp_path / "call.wav")) as recording:
        assert (recording.getnchannels(), recording.getframerate()) == (2, RATE)
        sides = np.frombuffer(recording.readframes(recording.getnframes()), np.int16).reshape(-1, 2)
    caller, agent = (np.flatnonzero(sides[:, side]) / RATE for side in (0, 1))
    assert agent[0] < 0.2
    assert 2.5 < caller[0] < 3.3
    assert abs(len(caller) - RATE) < RATE * 0.05
