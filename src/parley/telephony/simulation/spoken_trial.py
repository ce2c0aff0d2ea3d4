"""Holds a conversation of an evaluation over a call: the simulated user's lines are spoken, recognised and answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from parley.providers.llm.protocol import Model
from parley.runtime.test_runs.caller_lines import CallerLine, parse_line
from parley.runtime.test_runs.evaluation.trial import Roles, Trial, TrialBroken, Wanted, hold_trial
from parley.runtime.test_runs.evaluation.users import SimulatedUser
from parley.runtime.test_runs.spoken import SpokenReport
from parley.runtime.test_runs.verdict import Record, Status, TakenTurn
from parley.runtime.turn.output import TurnResult
from parley.telephony.simulation.observed_call import hold_observed_call, spoken_turns
from parley.telephony.simulation.plan import CallerSetting, CallPlan
from parley.telephony.simulation.private_instance import CALLER_ID, NUMBER, PrivateInstance
from parley.telephony.simulation.remote_caller import CallFailed

SECONDS = 900.0
"""That a call may take."""


@dataclass(frozen=True, slots=True)
class TrialCall:
    surroundings: CallerSetting
    voice_name: str
    interrupts_after: float | None = None
    """Seconds after which every line but the first is spoken over the agent."""
    recording: Path | None = None
    keeps_recording: bool = False
    """Also when the goal is reached."""


@dataclass(slots=True)
class _Talk:
    user: SimulatedUser
    record: Record
    call: TrialCall
    max_turns: int
    begun: int = 0
    asked: int = 0
    results: dict[int, list[TurnResult]] = field(default_factory=dict)

    async def next_line(self) -> CallerLine | None:
        has_ended = bool(self.record.turns) and self.record.turns[-1].result.end_conversation
        if has_ended or self.asked == self.max_turns or (text := await self.user.next_line(self.record)) is None:
            return None
        self.asked += 1
        line, after = parse_line(text), self.call.interrupts_after
        interrupts = after is not None and self.asked > 1 and not (line.keys or line.interrupts)
        return replace(line, interrupts_after=after) if interrupts else line

    def line_began(self, number: int) -> None:
        self.begun = number

    def turn_taken(self, line: int, result: TurnResult, _barge_in: bool) -> None:
        self.results.setdefault(line, []).append(result)
        self.record.take(TakenTurn(line, result))


async def run_spoken_trial(
    instance: PrivateInstance, wanted: Wanted, roles: Roles, model: Model, call: TrialCall
) -> Trial:
    async def talk(agent: Model, user: SimulatedUser, record: Record) -> SpokenReport:
        return await _call(instance, wanted, call, agent, _Talk(user, record, call, wanted.goal.max_turns))

    trial = await hold_trial(wanted, roles, model, instance.resources.clock, SECONDS, talk)
    if call.recording is None or call.keeps_recording or trial.status is not Status.PASSED:
        return trial
    call.recording.unlink(missing_ok=True)
    return replace(trial, spoken=trial.spoken and replace(trial.spoken, recording=""))


async def _call(instance: PrivateInstance, wanted: Wanted, call: TrialCall, agent: Model, talk: _Talk) -> SpokenReport:
    plan = CallPlan(
        NUMBER,
        instance.port,
        wanted.case.caller_number or CALLER_ID,
        call.surroundings,
        str(call.recording) if call.recording else "",
        waits=True,
    )
    try:
        lines = await hold_observed_call(instance, talk, wanted.case, agent, plan)
    except CallFailed as failed:
        raise TrialBroken(str(failed)) from failed
    turns = spoken_turns(lines, _results(talk))
    return SpokenReport(call.voice_name, turns, str(call.recording) if call.recording else "")


def _results(talk: _Talk) -> Callable[[int], list[TurnResult]]:
    return lambda number: talk.results.get(number, [])
