"""One spoken conversation after the other with an agent alone: what a caller feels, measured at the caller's side."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from unittest.mock import patch

from benchmarks.table import Row
from parley.domain.projects.files import bundle_files
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.protocol import Model, Piece, Request, Text
from parley.runtime.session.sessions import Sessions
from parley.runtime.test_runs.caller_lines import CallerLine
from parley.settings import Settings
from parley.telephony.simulation.plan import CallerSetting, CallPlan
from parley.telephony.simulation.private_instance import CALLER_ID, NUMBER, PrivateInstance, private_instance
from parley.telephony.simulation.remote_caller import HeldCall, call_from_process
from parley.voice.playback import Playback

AGENT = {
    "project.yaml": "project_id: bench\naccount_id: bench\nproject_name: Bench\n",
    "voice/configuration.yaml": "greeting: {welcome_message: Good evening. How can I help you?}\n",
    "agent_settings/rules.txt": "Be brief.",
}
QUESTIONS = (
    "I would like to book a table for four people.",
    "On Friday evening, please.",
    "Is there a table at seven?",
    "Do you have a terrace?",
    "We need a chair for a child.",
    "One of us does not eat meat.",
    "Is there a place to park the car?",
    "When does the kitchen close?",
    "Can we bring a dog?",
    "Do you take cards?",
    "My name is Maria Lopez.",
    "That is all, thank you.",
)
INTERRUPTIONS = 12
SHORT = "That is noted as number {}. What else can I do for you?"
LONG = (
    "This is what we have on the menu as number {}. There is a soup of the day, there are three salads, there is fish "
    "from the harbour, there is pasta in four kinds, there is a steak with potatoes, and there is a cake that my aunt "
    "makes. All of it is made here, and most of it comes from farms nearby."
)
CALLS = 2


class Answers:
    """Each reply is a new one: nothing of it was spoken before."""

    name = "bench"

    def __init__(self, text: str) -> None:
        self._text = text
        self._numbers = count(1)

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        for word in self._text.format(next(self._numbers)).split(" "):
            yield Text(f"{word} ")


async def measure() -> list[Row]:
    bundle, problems = bundle_files({name: text.encode() for name, text in AGENT.items()})
    assert bundle is not None, problems
    async with private_instance(Settings(embeddings="none"), bundle) as instance:
        asked = [await _call(instance, SHORT, [CallerLine(text) for text in QUESTIONS]) for _ in range(CALLS)]
        latencies = [line.latency for call in asked for line in call.lines if line.latency is not None]
        decisions, interrupted = await _interrupt(instance)
    answered = len(latencies) / (CALLS * len(QUESTIONS))
    return [
        Row("speech: turns that were answered", answered * 100, None, "%", at_least=95),
        Row("speech: last word to first sound, p50", statistics.median(latencies) * 1000, None, "ms", at_most=900),
        Row("speech: last word to first sound, p90", statistics.quantiles(latencies, n=10)[-1] * 1000, None, "ms"),
        *_interruption_rows(decisions, interrupted),
    ]


async def _interrupt(instance: PrivateInstance) -> tuple[list[float], HeldCall]:
    """When the agent decided to be silent, and the call as the caller heard it."""
    decisions: list[float] = []
    pause = Playback.pause

    def noted(playback: Playback) -> str:
        decisions.append(time.monotonic())
        return pause(playback)

    first = CallerLine("What is on the menu?")
    over = [CallerLine("Wait, that is enough, tell me something else.", 2.0) for _ in range(INTERRUPTIONS)]
    with patch.object(Playback, "pause", noted):
        return decisions, await _call(instance, LONG, [first, *over])


def _interruption_rows(decisions: list[float], call: HeldCall) -> list[Row]:
    # Not how soon the caller hears silence: the caller's track begins before the clock of the decision does, and not
    # always by as much.
    name, delays = "speech: interruption", list[float]()
    for line in call.lines:
        if line.interrupted and line.agent_silent is not None and line.agent_silent < line.last_word:
            began, ended = call.began_at + line.began, call.began_at + line.last_word
            if made := [moment for moment in decisions if began <= moment <= ended]:
                delays.append((made[-1] - began) * 1000)
    assert delays, "nobody was interrupted"
    return [
        Row(f"{name}s that stopped the agent", len(delays) / INTERRUPTIONS * 100, None, "%", at_least=95),
        Row(f"{name}, from the caller's first sound to the decision, p50", statistics.median(delays), None, "ms"),
    ]


async def _call(instance: PrivateInstance, text: str, lines: list[CallerLine]) -> HeldCall:
    resources, model, waiting = instance.resources, Answers(text), iter(lines)

    async def model_for(_project: ProjectInfo) -> Model:
        return model

    async def next_line() -> CallerLine | None:
        return next(waiting, None)

    resources.dependencies = replace(resources.dependencies, model_for=model_for)
    resources.sessions = Sessions(resources.dependencies, resources.sessions.idle)
    voice = {"provider": "flite", "provider_voice_id": "slt"}
    plan = CallPlan(NUMBER, instance.port, CALLER_ID, CallerSetting("en-US", voice))
    async with asyncio.timeout(600):
        return await call_from_process(plan, next_line, lambda _number: None)
