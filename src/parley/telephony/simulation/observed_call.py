"""A call to an agent alone, whose turns are watched as they are taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.model import TestCase
from parley.providers.llm.protocol import Model
from parley.runtime.test_runs.caller_lines import CallerLine, word_errors
from parley.runtime.test_runs.spoken import SpokenTurn
from parley.runtime.turn.output import TurnResult
from parley.telephony.simulation.observed_sessions import CaseDependencies, ObservedSessions
from parley.telephony.simulation.plan import CallPlan
from parley.telephony.simulation.private_instance import PrivateInstance
from parley.telephony.simulation.remote_caller import call_from_process
from parley.voice.simulation.caller_report import SpokenLine


class Talk(Protocol):
    """What the caller says, and who hears of the turns."""

    @property
    def begun(self) -> int:
        """Lines whose first word was spoken."""
        ...

    async def next_line(self) -> CallerLine | None: ...

    def line_began(self, number: int) -> None: ...

    def turn_taken(self, line: int, result: TurnResult, barge_in: bool) -> None: ...


async def hold_observed_call(
    instance: PrivateInstance, talk: Talk, case: TestCase, model: Model, plan: CallPlan
) -> list[SpokenLine]:
    """`model` answers, whatever the project is set to; `case` sets the scene. Raises `CallFailed`."""
    resources = instance.resources
    before = resources.dependencies, resources.sessions

    async def model_for(_project: ProjectInfo) -> Model:
        return model

    await instance.deploy()
    dependencies = CaseDependencies.of(replace(resources.dependencies, model_for=model_for), case)
    resources.dependencies = dependencies
    resources.sessions = ObservedSessions(
        dependencies, resources.sessions.idle, taken=talk.turn_taken, line=lambda: talk.begun, case=case
    )
    try:
        return (await call_from_process(plan, talk.next_line, talk.line_began)).lines
    finally:
        resources.dependencies, resources.sessions = before


def spoken_turns(lines: Sequence[SpokenLine], heard_by: Callable[[int], Sequence[TurnResult]]) -> list[SpokenTurn]:
    """`heard_by`: the turns that the line of a number, from 1, led to."""
    turns = []
    for number, line in enumerate(lines, start=1):
        heard = " ".join(result.input.text for result in heard_by(number) if result.input.text)
        said = line.line.keys or line.line.text
        errors, words = (0, 0) if line.line.keys else word_errors(said, heard)
        turns.append(SpokenTurn(said, heard, errors, words, line.latency, line.interrupted, line.yielded))
    return turns
