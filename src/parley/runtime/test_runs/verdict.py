"""How a case ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from parley.agent_host.protocol import TranscriptLine
from parley.domain.projects.model import ExpectedCall, TestCase
from parley.runtime.test_runs.expectations import Unmet
from parley.runtime.test_runs.spoken import SpokenReport
from parley.runtime.turn.output import TurnResult
from parley.runtime.turn.trace.turn_trace import FunctionRecord


class Status(StrEnum):
    PENDING = "pending"
    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    TIMED_OUT = "timed_out"


BAD = frozenset({Status.FAILED, Status.ERRORED, Status.TIMED_OUT})


@dataclass(frozen=True, slots=True)
class PromptResult:
    prompt: str
    is_pass: bool
    reason: str


@dataclass(frozen=True, slots=True)
class CallFailure:
    name: str
    failure_reason: str
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TakenTurn:
    """A turn of the agent, with what it did."""

    number: int
    """Of the script's entry, or of the simulated user's line; 0: the opening before it."""
    result: TurnResult

    def exchange(self) -> dict[str, Any]:
        """What was said, and what was called for it."""
        called = [call for call in self.result.trace.functions if not call.is_refused]
        return {
            "user_input": self.result.input.text,
            "agent_response": self.result.reply,
            "function_calls": [{"name": call.name, "arguments": dict(call.arguments)} for call in called],
        }

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.number,
            "user": self.result.input.text,
            "agent": self.result.reply,
            "ms": round(self.result.latency.total, 3),
            "trace": self.result.trace.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    case: str
    status: Status
    reason: str = ""
    prompt_results: tuple[PromptResult, ...] = ()
    call_failures: tuple[CallFailure, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    transcript: tuple[TranscriptLine, ...] = ()
    turns: tuple[TakenTurn, ...] = ()
    seconds: float = 0.0
    spoken: SpokenReport | None = None
    """Of a case that was held over a call."""
    details: str = ""
    """Of a unit test: what pytest showed of its failure."""

    @property
    def is_bad(self) -> bool:
        return self.status in BAD

    @property
    def script_failures(self) -> tuple[str, ...]:
        return tuple(str(each) for each in self.unmet)

    @property
    def first_unmet(self) -> int | None:
        """The entry of the script at which things went wrong."""
        return min((each.turn for each in self.unmet), default=None)

    @property
    def turns_to_failure(self) -> list[TakenTurn]:
        """What explains why a case did not pass. What came after the first failure follows from it, mostly."""
        last = self.first_unmet
        return [turn for turn in self.turns if last is None or turn.number <= last] if self.is_bad else []

    def to_json(self) -> dict[str, Any]:
        found = {
            "name": self.case,
            "status": self.status.value,
            "reason": self.reason,
            "prompt_assertion_results": [
                {"prompt": r.prompt, "is_pass": r.is_pass, "reason": r.reason} for r in self.prompt_results
            ],
            "function_call_failures": [
                {"name": f.name, "failure_reason": f.failure_reason, "error": f.error} for f in self.call_failures
            ],
            "script_failures": list(self.script_failures),
            "unmet": [each.to_json() for each in self.unmet],
            "transcript": [{"role": line.role, "text": line.text} for line in self.transcript],
            "turns": [turn.to_json() for turn in self.turns_to_failure],
            "conversation": [turn.exchange() for turn in self.turns],
            "details": self.details,
            "seconds": round(self.seconds, 3),
        }
        return found if self.spoken is None else {**found, "voice": self.spoken.to_json()}


def not_run(case: TestCase, can_simulate: bool) -> Verdict | None:
    """Why a case cannot be run, if it cannot."""
    if case.mistakes:
        return Verdict(case.name, Status.ERRORED, "; ".join(case.mistakes))
    if not case.script and not can_simulate:
        return Verdict(case.name, Status.PENDING, "needs a model to play the user: set PARLEY_LLM_BASE_URL")
    return None


@dataclass(slots=True)
class Record:
    """What a run saw, as it goes."""

    lines: list[TranscriptLine] = field(default_factory=list)
    calls: list[FunctionRecord] = field(default_factory=list)
    failures: list[Unmet] = field(default_factory=list)
    turns: list[TakenTurn] = field(default_factory=list)

    def take(self, turn: TakenTurn) -> None:
        self.turns.append(turn)
        self.lines += turn.result.lines
        self.calls += [call for call in turn.result.trace.functions if not call.is_refused]

    @property
    def transcript(self) -> str:
        return "\n".join(f"{line.role}: {line.text}" for line in self.lines)


def call_failures(expected: Sequence[ExpectedCall], calls: Sequence[FunctionRecord]) -> list[CallFailure]:
    """Each expected call must have been made with equal arguments; others, and their order, do not matter."""
    failures = []
    for wanted in expected:
        made = [call for call in calls if call.name == wanted.name]
        if not made:
            failures.append(CallFailure(wanted.name, "was not called"))
        elif not any(_fits(wanted.arguments, call.arguments) for call in made):
            seen = "; ".join(_shown(call.arguments) for call in made)
            failures.append(CallFailure(wanted.name, f"wanted {_shown(wanted.arguments)}, was called with {seen}"))
        elif all(call.error for call in made):
            failures.append(CallFailure(wanted.name, "failed each time", made[-1].error))
    return failures


def _fits(wanted: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    return all(name in given and _equal(value, given[name]) for name, value in wanted.items())


def _equal(wanted: Any, given: Any) -> bool:
    return type(wanted) is type(given) and wanted == given if isinstance(wanted, bool) else wanted == given


def _shown(arguments: Mapping[str, Any]) -> str:
    return "(" + ", ".join(f"{name}={value!r}" for name, value in arguments.items()) + ")"
