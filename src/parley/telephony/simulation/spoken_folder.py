"""A call to an agent that is in a folder, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from parley.domain.projects.files import Bundle
from parley.runtime.test_runs.caller_lines import CallerLine
from parley.runtime.turn.output import TurnResult
from parley.settings import Settings
from parley.telephony.simulation.observed_sessions import ObservedSessions
from parley.telephony.simulation.plan import CallerSetting, CallPlan
from parley.telephony.simulation.private_instance import NUMBER, private_instance
from parley.telephony.simulation.remote_caller import call_from_process


@dataclass(frozen=True, slots=True)
class HeldTurn:
    heard: str
    is_barge_in: bool
    reply: str


async def call_folder(
    settings: Settings,
    bundle: Bundle,
    lines: Sequence[CallerLine],
    surroundings: CallerSetting,
    caller: str,
    recording: Path | None,
) -> list[HeldTurn]:
    """The turns as the agent took them; of a reply that was interrupted, what was heard. Raises `CallFailed` and
    `InstanceNotReady`."""
    turns: list[HeldTurn] = []
    waiting: Iterator[CallerLine] = iter(lines)

    def taken(_line: int, result: TurnResult, is_barge_in: bool) -> None:
        turns.append(HeldTurn(result.input.text, is_barge_in, result.reply))

    def was_cut(heard: str) -> None:
        turns[-1] = replace(turns[-1], reply=heard)

    async def next_line() -> CallerLine | None:
        return next(waiting, None)

    async with private_instance(settings, bundle) as instance:
        resources = instance.resources
        resources.sessions = ObservedSessions(
            resources.dependencies, resources.sessions.idle, taken=taken, was_cut=was_cut
        )
        plan = CallPlan(NUMBER, instance.port, caller, surroundings, str(recording) if recording else "")
        await call_from_process(plan, next_line, lambda _number: None)
    return turns
