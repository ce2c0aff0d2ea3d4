"""The debug record of a turn: what was asked, called and decided, in the shape that the toolkit's clients read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter

from msgspec.structs import asdict

from parley.agent_host.protocol import HandoffRequest, Json, LogLine, Outcome, Transition
from parley.domain.projects.model import Function
from parley.kit.clock import iso
from parley.runtime.turn.trace.api_calls import ApiCallRecord
from parley.runtime.turn.trace.exchanges import Exchange

NOT_OF_THE_CODE = ("busy", "state")
"""What ends a call before any of the function's lines counts."""


@dataclass(slots=True)
class FunctionRecord:
    name: str
    arguments: Mapping[str, Json]
    result: str | None = None
    """What the model was told."""
    utterance: str | None = None
    hangup: bool = False
    handoff: HandoffRequest | None = None
    error: str | None = None
    logs: Sequence[LogLine] = ()
    stdout: str = ""
    transition: Transition | None = None
    added: Mapping[str, Json] = field(default_factory=dict)
    updated: Mapping[str, Json] = field(default_factory=dict)
    removed: Sequence[str] = ()
    duration_ms: float = 0.0
    flow: str | None = None
    step: str | None = None
    is_refused: bool = False
    """It was asked for and not done: no such function, wrong arguments, a path that was not open."""
    confirmation: str = ""
    """Of a function that the user has to agree to: `asked`, or `given`."""
    started_at: datetime | None = None
    """None for what is no function of the project."""
    api_calls: Sequence[ApiCallRecord] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "arguments": dict(self.arguments),
            "result": self.result,
            "utterance": self.utterance,
            "hangup": self.hangup,
            "handoff": asdict(self.handoff) if self.handoff else None,
            "error": self.error,
            "logs": [_log_json(line) for line in self.logs],
            "stdout": self.stdout,
            "transition": asdict(self.transition) if self.transition else None,
            "state_changes": {
                "added": dict(self.added),
                "updated": dict(self.updated),
                "removed": list(self.removed),
            },
            "duration_ms": round(self.duration_ms, 3),
            "in_flow": self.flow,
            "in_step": self.step,
            "started_at": iso(self.started_at) if self.started_at else "",
            **({"confirmation": self.confirmation} if self.confirmation else {}),
            **({"api_calls": [call.to_json() for call in self.api_calls]} if self.api_calls else {}),
        }


def function_record(
    function: Function,
    arguments: Mapping[str, Json],
    outcome: Outcome,
    location: tuple[str | None, str | None],
    started_at: datetime,
    api_calls: Sequence[ApiCallRecord] = (),
) -> FunctionRecord:
    reply = outcome.reply
    return FunctionRecord(
        name=function.name,
        arguments=arguments,
        utterance=reply.utterance,
        hangup=reply.hangup,
        handoff=reply.handoff,
        error=_error(function, outcome),
        logs=outcome.effects.logs,
        stdout=outcome.stdout,
        transition=reply.transition,
        added=outcome.changes.added,
        updated=outcome.changes.updated,
        removed=outcome.changes.removed,
        duration_ms=outcome.duration_ms,
        flow=location[0],
        step=location[1],
        started_at=started_at,
        api_calls=api_calls,
    )


def _error(function: Function, outcome: Outcome) -> str | None:
    """With a place to look: the line that failed, else where the function begins."""
    failure, place = outcome.failure, f"{function.path}:{function.line}"
    if failure is None:
        return outcome.reply.invalid and f"{outcome.reply.invalid} {place}"
    where = failure.where or ("" if failure.kind in NOT_OF_THE_CODE else place)
    return f"{failure.kind}: {failure.message} {where}".strip()


def _log_json(line: LogLine) -> dict[str, Json]:
    return {
        "level": line.level,
        "message": line.message,
        "fields": dict(line.fields),
        "is_pii": line.is_pii,
        "at": line.at,
    }


@dataclass(slots=True)
class ModelRequestRecord:
    model: str | None
    messages: int
    prompt_characters: int
    tools: tuple[str, ...]
    flow: str | None
    step: str | None
    first_piece_ms: float | None = None
    duration_ms: float = 0.0
    characters: int = 0
    calls: tuple[str, ...] = ()
    error: str | None = None
    exchange: Exchange | None = None
    """Only for what is stored: nothing of it goes where a turn's trace is answered at once."""

    def to_json(self) -> dict[str, Json]:
        return dict(zip(_REQUEST_FIELDS, _request_values(self), strict=True))


_REQUEST_FIELDS = tuple(f.name for f in fields(ModelRequestRecord) if f.name != "exchange")
_request_values = attrgetter(*_REQUEST_FIELDS)


@dataclass(slots=True)
class Trace:
    in_flow: str | None = None
    in_step: str | None = None
    out_flow: str | None = None
    out_step: str | None = None
    functions: list[FunctionRecord] = field(default_factory=list)
    model_requests: list[ModelRequestRecord] = field(default_factory=list)
    topics: tuple[tuple[str, float], ...] = ()
    caps: list[str] = field(default_factory=list)
    """Limits that cut the turn short."""
    notes: list[str] = field(default_factory=list)
    """Things that went another way than the project meant: unknown flows and steps, blocked texts, filters."""
    moved_from: str | None = None
    """The deployment that all turns before this one ran on; None: the same."""

    def to_json(self) -> dict[str, Json]:
        return {
            "in_flow": self.in_flow,
            "in_step": self.in_step,
            "out_flow": self.out_flow,
            "out_step": self.out_step,
            "functions": [record.to_json() for record in self.functions],
            "model_requests": [record.to_json() for record in self.model_requests],
            "prompt_characters": sum(record.prompt_characters for record in self.model_requests),
            "topics": [{"name": name, "distance": distance} for name, distance in self.topics],
            "caps": list(self.caps),
            "notes": list(self.notes),
            **({"moved_from": self.moved_from} if self.moved_from else {}),
        }
