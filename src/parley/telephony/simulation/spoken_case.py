"""Holds a case of a test suite over a call: its lines are spoken, recognised and answered, and the same things must be
true as in writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from parley.domain.projects.model import TestCase
from parley.providers.llm.protocol import Model, ModelError
from parley.runtime.test_runs.caller_lines import CallerLine, parse_line
from parley.runtime.test_runs.expectations import Outcome, Unmet, ended_before, unheard, unmet, unplayed
from parley.runtime.test_runs.roles import judged, next_user_line
from parley.runtime.test_runs.run import MOST_TURNS, verdict_of
from parley.runtime.test_runs.spoken import LineModel, SpokenReport
from parley.runtime.test_runs.verdict import PromptResult, Record, Status, TakenTurn, Verdict, call_failures, not_run
from parley.runtime.turn.output import TurnResult
from parley.telephony.simulation.observed_call import hold_observed_call, spoken_turns
from parley.telephony.simulation.plan import CallerSetting, CallPlan
from parley.telephony.simulation.private_instance import CALLER_ID, NUMBER, PrivateInstance
from parley.telephony.simulation.remote_caller import CallFailed
from parley.voice.simulation.caller_report import SpokenLine


@dataclass(frozen=True, slots=True)
class SpokenOptions:
    surroundings: CallerSetting
    voice_name: str
    can_simulate: bool
    """Whether a model can play the user and the judge."""
    interrupts_after: float | None = None
    """Seconds after which every line but the first is spoken over the agent."""
    recording: Path | None = None
    keeps_recording: bool = False
    """Also when the case passes."""


@dataclass(slots=True)
class _Conversation:
    """What happens in a call, as it goes."""

    case: TestCase
    options: SpokenOptions
    model: LineModel
    judge: Model
    begun: int = 0
    """Lines whose first word was spoken."""
    asked: int = 0
    """Lines that were given to the caller."""
    turns: list[tuple[int, TurnResult, bool]] = field(default_factory=list)
    record: Record = field(default_factory=Record)
    unplayed: dict[int, int] = field(default_factory=dict)

    def turn_taken(self, line: int, result: TurnResult, barge_in: bool) -> None:
        self.turns.append((line, result, barge_in))
        self.record.take(TakenTurn(self._entry_number(line), result))

    def line_began(self, number: int) -> None:
        self.unplayed[self.begun] = self.model.unplayed
        self.begun = number
        entry = self.entries[number - 1] if number <= len(self.entries) else {}
        self.model.use_moves(entry.get("model"))

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """Those in which the user says something."""
        return [entry for entry in self.case.script if "user" in entry]

    def _entry_number(self, line: int) -> int:
        numbers = [number for number, entry in enumerate(self.case.script, start=1) if "user" in entry]
        return numbers[line - 1] if 0 < line <= len(numbers) else line

    async def next_line(self) -> CallerLine | None:
        if self.turns and self.turns[-1][1].end_conversation:
            return None
        if self.case.script:
            if self.asked == len(self.entries):
                return None
            text = str(self.entries[self.asked]["user"])
        else:
            said = await next_user_line(self.judge, self.case, self.record) if self.asked < MOST_TURNS else None
            if said is None:
                return None
            text = said
        self.asked += 1
        line = parse_line(text)
        after = self.options.interrupts_after
        return replace(line, interrupts_after=after) if after is not None and self.asked > 1 and not line.keys else line

    def results_of(self, line: int) -> list[TurnResult]:
        return [result for number, result, _ in self.turns if number == line]


async def run_spoken_case(instance: PrivateInstance, case: TestCase, options: SpokenOptions) -> Verdict:
    if (verdict := not_run(case, options.can_simulate)) is not None:
        return verdict
    started = instance.resources.clock.monotonic()
    behind = await instance.resources.dependencies.model_for(instance.project)
    talk = _Conversation(case, options, LineModel(behind), behind)
    try:
        lines = await _call(instance, talk)
        results = await _judge(talk)
    except (CallFailed, ModelError, ValueError) as error:
        verdict = Verdict(case.name, Status.ERRORED, str(error))
        return replace(verdict, seconds=instance.resources.clock.monotonic() - started)
    talk.record.failures += _script_failures(talk)
    verdict = verdict_of(case, talk.record, results, call_failures(case.function_call_assertions, talk.record.calls))
    return replace(
        verdict,
        transcript=tuple(talk.record.lines),
        turns=tuple(talk.record.turns),
        seconds=instance.resources.clock.monotonic() - started,
        spoken=_report(talk, lines, verdict.status is Status.PASSED),
    )


async def _call(instance: PrivateInstance, talk: _Conversation) -> list[SpokenLine]:
    case, options = talk.case, talk.options
    opening = next((entry for entry in case.script), None)
    talk.model.use_moves(opening.get("model") if opening and "user" not in opening else None)
    plan = CallPlan(
        NUMBER,
        instance.port,
        case.caller_number or CALLER_ID,
        options.surroundings,
        str(options.recording) if options.recording else "",
        waits=not case.script,
    )
    try:
        return await hold_observed_call(instance, talk, case, talk.model, plan)
    finally:
        talk.unplayed[talk.begun] = talk.model.unplayed


async def _judge(talk: _Conversation) -> list[PromptResult]:
    if not talk.options.can_simulate:
        return []
    return [await judged(talk.judge, statement, talk.record) for statement in talk.case.prompt_assertions]


def _script_failures(talk: _Conversation) -> list[Unmet]:
    failures: list[Unmet] = []
    line = 0
    for number, entry in enumerate(talk.case.script, start=1):
        line += "user" in entry
        user = str(entry.get("user", ""))
        if "user" in entry and line > talk.begun:
            failures.append(ended_before(number, user))
            break
        results = talk.results_of(line)
        if not results:
            failures.append(unheard(number, user))
            continue
        failures += unmet(number, entry.get("expect") or {}, Outcome.of(results))
        if left := talk.unplayed.get(line, 0):
            failures.append(unplayed(number, left))
    return failures


def _report(talk: _Conversation, lines: Sequence[SpokenLine], passed: bool) -> SpokenReport:
    turns = spoken_turns(lines, talk.results_of)
    recording = talk.options.recording
    if recording is not None and passed and not talk.options.keeps_recording:
        recording.unlink(missing_ok=True)
        recording = None
    return SpokenReport(talk.options.voice_name, turns, str(recording) if recording else "")
