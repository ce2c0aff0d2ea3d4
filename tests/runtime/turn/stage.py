"""A stage for turns: a scripted model, functions as plain values, topics at given distances, a clock by hand."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from parley.agent_host.protocol import (
    Effects,
    FunctionFailure,
    FunctionHost,
    HostServices,
    Invocation,
    NewExternalEvent,
    Outcome,
    Reply,
    StateChanges,
    TranscriptLine,
    Transition,
)
from parley.domain.conversations.model import InputDetails
from parley.domain.projects.model import (
    Channel,
    Flow,
    Function,
    FunctionKind,
    LatencyControl,
    Parameter,
    Project,
    Step,
    StepKind,
)
from parley.kit.clock import Clock
from parley.providers.llm.protocol import Model, Request
from parley.providers.llm.scripted import Answer, Move, ScriptedModel
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.turn.bounded_log import History
from parley.runtime.turn.dialog import ConversationContext, DialogState, new_dialog
from parley.runtime.turn.functions.host_services import TurnServices
from parley.runtime.turn.output import Event, Speech, TurnResult, Waiting
from parley.runtime.turn.ports import Limits, Ports, RetrievalError, Retriever
from parley.runtime.turn.reply.safety import RuleClassifier
from parley.runtime.turn.run import finish, open_conversation, respond, wake, with_events_for_model

Played = Reply | Outcome | tuple[Reply, Effects] | FunctionFailure
Part = Played | Callable[[Invocation, dict[str, Any]], Played] | list[Played]

GREETING = "Hello, how can I help?"


class HandClock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2025, 3, 5, 10, 30, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds


@dataclass(frozen=True, slots=True)
class Near:
    name: str
    distance: float


class Topics:
    def __init__(self, distances: Mapping[str, float], fails: bool = False) -> None:
        self.distances = distances
        self.fails = fails
        self.asked: list[tuple[str, list[str]]] = []

    async def query(self, text: str, previous: Sequence[str]) -> Sequence[Near]:
        self.asked.append((text, list(previous)))
        if self.fails:
            raise RetrievalError
        return [Near(name, distance) for name, distance in self.distances.items()]


class Functions:
    """Plays each function by the file it is in. Its state is a JSON object, opaque to the turn like any other."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.parts = parts
        self.calls: list[Invocation] = []
        self.services: list[HostServices] = []

    async def call(self, invocation: Invocation, services: HostServices) -> Outcome:
        self.calls.append(invocation)
        self.services.append(services)
        state = {**json.loads(invocation.state or b"{}"), **invocation.prefill}
        part = self.parts[invocation.function.rpartition("/")[2].removesuffix(".py")]
        if isinstance(part, list):
            part = part.pop(0)
        elif callable(part):
            part = part(invocation, state)
        if isinstance(part, Outcome):
            return part
        reply, effects = part if isinstance(part, tuple) else (part, Effects())
        failure = reply if isinstance(reply, FunctionFailure) else None
        answer = Reply() if isinstance(reply, FunctionFailure) else reply
        return Outcome(answer, effects, json.dumps(state).encode(), state, StateChanges(), failure)


class Secrets:
    async def get(self, name: str) -> Any:
        return f"secret of {name}"


class Apis:
    async def call(self, integration: str, operation: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"status_code": 200, "text": f"{integration}.{operation}", "headers": {}, "url": ""}


async def read_history() -> Sequence[TranscriptLine]:
    return [TranscriptLine("agent", "long ago")]


async def expect_event(event: NewExternalEvent) -> None: ...


def ports_of(
    model: Model,
    host: FunctionHost,
    retriever: Retriever,
    clock: Clock,
    limits: Limits = Limits(),
) -> Ports:
    return Ports(
        model=model,
        host=host,
        retriever=retriever,
        safety=RuleClassifier(),
        secrets=Secrets(),
        apis=Apis(),
        read_history=read_history,
        expect_event=expect_event,
        clock=clock,
        limits=limits,
    )


def services_of(
    model: Model, known: Sequence[TranscriptLine] = (), lines: Sequence[TranscriptLine] = (), *, earlier: bool = False
) -> TurnServices:
    """What a function of a turn may ask for: `known` from the turns before, `lines` of this one."""
    context = ConversationContext("c1", "acme", "demo", "sandbox", "webchat.polyai")
    dialog = DialogState(context, history=History().extended(known), earlier=earlier)
    return TurnServices(ports_of(model, Functions({}), Topics({}), HandClock()), dialog, lines)


def function(
    name: str,
    *parameters: Parameter,
    flow: str | None = None,
    kind: FunctionKind | None = None,
    description: str = "",
    latency: LatencyControl | None = None,
) -> Function:
    kinds = {"start_function": FunctionKind.START, "end_function": FunctionKind.END}
    kind = kind or kinds.get(name) or (FunctionKind.TRANSITION if flow else FunctionKind.GLOBAL)
    folder = f"flows/{flow}/functions" if flow else "functions"
    return Function(name, f"{folder}/{name}.py", kind, description, parameters, latency, flow)


def functions(*names: str) -> dict[str, Function]:
    return {name: function(name) for name in names}


def advanced(name: str, prompt: str = "", **more: Any) -> Step:
    return Step(name, StepKind.ADVANCED, prompt, **more)


def function_step(name: str, flow: str) -> Step:
    return Step(name, StepKind.FUNCTION, function=function(name, flow=flow, kind=FunctionKind.STEP))


def flow(name: str, *steps: Step, own: Sequence[Function] = ()) -> Flow:
    by_name = {step.name: step for step in steps}
    return Flow(name, name, "", steps[0].name, by_name, {each.name: each for each in own})


def project(**parts: Any) -> Project:
    parts.setdefault("voice", Channel(greeting=GREETING))
    if flows := parts.get("flows"):
        parts["flows"] = {each.name: each for each in flows}
    return Project("demo", "acme", "Demo", **parts)


def goto(flow_name: str | None = None, step: str | None = None) -> Transition:
    return Transition(flow_name, step)


EXIT = Transition(exit_flow=True)


@dataclass
class Stage:
    project: Project
    answers: Sequence[Answer | Move] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    near: Mapping[str, float] = field(default_factory=dict)
    channel: str = "webchat.polyai"
    caller: str | None = "+14155550100"
    limits: Limits = field(default_factory=Limits)
    variant: str | None = None
    language: str | None = None

    def __post_init__(self) -> None:
        self.compiled = CompiledProject(self.project)
        self.host = Functions(self.parts)
        self.topics = Topics(self.near)
        self.clock = HandClock()
        self.play(self.answers)
        context = ConversationContext("c1", "acme", "demo", "sandbox", self.channel, caller_number=self.caller)
        self.dialog: DialogState = new_dialog(self.compiled, context, variant=self.variant, language=self.language)
        self.pieces: list[str] = []
        self.waits: list[Waiting] = []
        self.as_keys = False
        """Whether the last words came as keys to press."""

    def play(self, answers: Sequence[Answer | Move]) -> None:
        """A new script for the model."""
        self.model = ScriptedModel(answers)
        self.ports = ports_of(self.model, self.host, self.topics, self.clock, self.limits)

    @property
    def requests(self) -> list[Request]:
        return self.model.requests

    @property
    def tools(self) -> list[str]:
        """The tools of the last request."""
        return [tool.name for tool in self.requests[-1].tools]

    @property
    def called(self) -> list[str]:
        return [call.function.rpartition("/")[2].removesuffix(".py") for call in self.host.calls]

    async def open(self) -> TurnResult:
        return await self._collected(open_conversation(self.dialog, self.compiled, self.ports, self._hear))

    async def say(self, text: str | None, alternatives: Sequence[str] = ()) -> TurnResult:
        details = InputDetails(alternatives=tuple(alternatives))
        return await self._collected(respond(self.dialog, text, self.compiled, self.ports, self._hear, details))

    async def event(self, **event: Any) -> TurnResult:
        """One that is meant for the model."""
        dialog = with_events_for_model(self.dialog, [{"send_to_llm": True, **event}], self.compiled)
        return await self._collected(wake(dialog, self.compiled, self.ports, self._hear))

    async def finish(self, reason: str = "closed") -> TurnResult:
        result = await finish(self.dialog, self.compiled, self.ports, reason)
        self.dialog = result.dialog
        return result

    async def _hear(self, event: Event) -> None:
        if isinstance(event, Speech):
            self.pieces.append(event.text)
            self.as_keys = event.as_keys
        else:
            self.waits.append(event)

    async def _collected(self, turn: Awaitable[TurnResult]) -> TurnResult:
        self.pieces, self.waits = [], []
        result = await turn
        assert "".join(self.pieces) == result.reply
        self.dialog = result.dialog
        return result
