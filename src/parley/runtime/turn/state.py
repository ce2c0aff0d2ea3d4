"""A turn under way: the copy of the dialog state that it changes, what was said, and what it has produced so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from parley.agent_host.allowance import PER_TURN, Allowance
from parley.agent_host.protocol import Json
from parley.domain.projects.model import Step, Topic
from parley.kit.values import value
from parley.runtime.agent.channels import family
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.agent.references import Scope, render
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.output import NO_OUTPUT, Listener, TurnInput, TurnOutput
from parley.runtime.turn.ports import Ports
from parley.runtime.turn.reply.transcript import Transcript
from parley.runtime.turn.trace.turn_trace import Trace


@value
class Hit:
    """A topic that was found for what the user said."""

    topic: Topic
    distance: float


@value
class Findings:
    hits: tuple[Hit, ...] = ()
    question: str | None = None
    """The topic that this turn counts for as a question answered."""


NO_INPUT = TurnInput()
NOTHING_FOUND = Findings()


@dataclass(slots=True)
class TurnState:
    compiled: CompiledProject
    ports: Ports
    dialog: DialogState
    transcript: Transcript
    trace: Trace
    family: str
    """Of the channel: voice or webchat, say."""
    safety_levels: Mapping[str, str]
    started: float
    input: TurnInput = NO_INPUT
    findings: Findings = NOTHING_FOUND
    output: TurnOutput = NO_OUTPUT
    offered: tuple[str, ...] = ()
    """Tools named in the content of this turn's functions."""
    held: Mapping[str, Json] = field(default_factory=dict)
    """What the user was asked about in the turn before: this one settles it."""
    allowance: Allowance = PER_TURN
    """What the functions of this turn may still do."""

    def step(self) -> Step | None:
        flow = self.compiled.flow(self.dialog.flow)
        return flow.steps.get(self.dialog.step) if flow and self.dialog.step is not None else None

    @property
    def location(self) -> tuple[str | None, str | None]:
        """The flow and the step where the conversation is."""
        return self.dialog.flow, self.dialog.step

    def add(self, output: TurnOutput) -> None:
        if output is not NO_OUTPUT:  # of most calls, and adding it up goes through every field
            self.output = self.output.plus(output)

    def offer(self, *tools: str) -> None:
        self.offered = tuple(dict.fromkeys((*self.offered, *tools)))

    def end(self, reason: str) -> None:
        self.dialog.ended = True
        self.dialog.end_reason = self.dialog.end_reason or reason

    def now(self) -> datetime:
        """The agent's time, which a test suite may have stopped."""
        simulated = self.dialog.context.simulated_at
        if not simulated:
            return self.ports.clock.now()
        stopped = datetime.fromisoformat(simulated)
        return stopped if stopped.tzinfo else stopped.replace(tzinfo=UTC)

    def scope(self) -> Scope:
        """What references mean right now."""
        dialog, flow = self.dialog, self.compiled.flow(self.dialog.flow)
        variant = self.compiled.project.variants.get(dialog.variant or "")
        attributes = variant.attributes if variant else {}
        if written := dialog.variant_attributes.get(dialog.variant or ""):
            attributes = {**attributes, **written}
        return Scope(
            names=self.compiled.names,
            family=self.family,
            language=dialog.language,
            state=dialog.state_json,
            attributes=attributes,
            entities={name: entity.value for name, entity in dialog.entities.items() if entity.valid},
            flow_functions=flow.functions if flow else {},
        )

    def resolve(self, text: str) -> str:
        return render(text, self.scope()).text

    def resolve_for_machines(self, text: str) -> str:
        """Variables that are not set are empty instead of staying as they are written."""
        return render(text, self.scope(), unset="").text.strip()

    def random(self) -> Random:
        """The same in all of a turn, so that what is announced and what is kept have one order."""
        return Random(f"{self.dialog.context.id} {self.dialog.turns}")  # noqa: S311 nothing here is a secret


def begin_turn(
    dialog: DialogState, compiled: CompiledProject, ports: Ports, listener: Listener | None = None
) -> TurnState:
    dialog = dialog.copy()
    dialog.listen = None
    held, dialog.held = dialog.held, {}
    channel_family = family(dialog.context.channel_type)
    return TurnState(
        compiled=compiled,
        ports=ports,
        dialog=dialog,
        transcript=Transcript(dialog, ports.clock, listener),
        trace=Trace(in_flow=dialog.flow, in_step=dialog.step),
        family=channel_family,
        safety_levels=compiled.safety_levels(channel_family),
        started=ports.clock.monotonic(),
        held=held,
    )
