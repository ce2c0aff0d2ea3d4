"""A turn under way: the copy of the mind that it changes, and everything it collects until it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from random import Random

from parley.agent_host.allowance import PER_TURN, Allowance
from parley.agent_host.protocol import Json, NewExternalEvent, OutgoingMessage, TranscriptLine
from parley.domain.projects.model import Step
from parley.providers.llm.protocol import Message
from parley.runtime.agent.channels import family
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.agent.references import Scope, render
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.output import Event, Listener, Speech, Waiting
from parley.runtime.turn.ports import Ports
from parley.runtime.turn.reply import Spoken
from parley.runtime.turn.retrieval import Findings
from parley.runtime.turn.trace import Trace

Place = tuple[str | None, str | None]
"""A flow and one of its steps."""


@dataclass(slots=True)
class TurnState:
    dialog: DialogState
    compiled: CompiledProject
    ports: Ports
    spoken: Spoken
    trace: Trace
    started: float
    family: str
    window: list[Message]
    listener: Listener | None = None
    allowance: Allowance = PER_TURN
    """What the functions of this turn may still do."""
    tool_result: str | None = None
    """The last tool result, as long as the model has not been asked since."""
    user_text: str = ""
    is_silence: bool = False
    is_woken: bool = False
    """Not the user's turn, but that of an external event."""
    alternatives: Sequence[str] = ()
    findings: Findings = field(default_factory=Findings)
    offered: dict[str, None] = field(default_factory=dict)
    """Tools named in the content of this turn's functions."""
    entered: Step | None = None
    """A function step that was entered and has yet to run."""
    stood: Place = (None, None)
    """The last flow and step where a conversation can be: those of function steps are only passed through."""
    fills_silence: bool = False
    """The listener says fillers, and goes on with them until it is told something else."""
    is_over: bool = False
    needs_fallback: bool = False
    """The turn was cut short: say something if nothing was said."""
    apologised: bool = False
    """A sentence of ours stands in for an answer."""
    invalid_returns: int = 0
    nudges: int = 0
    lines: list[TranscriptLine] = field(default_factory=list)
    metrics: list[tuple[str, Json]] = field(default_factory=list)
    messages: list[OutgoingMessage] = field(default_factory=list)
    new_events: list[NewExternalEvent] = field(default_factory=list)
    entities: dict[str, str] = field(default_factory=dict)
    function_errors: int = 0
    api_errors: int = 0
    delay_responses: list[str] = field(default_factory=list)
    utterance_channel: str | None = None
    attachments: list[Json] = field(default_factory=list)
    suggestions: list[str] = field(default_factory=list)
    other: dict[str, Json] = field(default_factory=dict)

    @property
    def step(self) -> Step | None:
        return self.compiled.step(self.dialog.flow, self.dialog.step)

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
        return Scope(
            names=self.compiled.names,
            family=self.family,
            language=dialog.language,
            state=dialog.state_json,
            attributes=self._attributes(),
            entities={name: entity.value for name, entity in dialog.entities.items() if entity.valid},
            flow_functions=flow.functions if flow else {},
        )

    def _attributes(self) -> Mapping[str, str]:
        configured = self.compiled.attributes(self.dialog.variant)
        written = self.dialog.variant_attributes.get(self.dialog.variant or "")
        return {**configured, **written} if written else configured

    def chance(self) -> Random:
        """The same in all of a turn, so that what is announced and what is kept have one order."""
        return Random(f"{self.dialog.context.id} {self.dialog.turns}")  # noqa: S311 nothing here is a secret

    def resolved(self, text: str) -> str:
        return render(text, self.scope()).text

    def filled(self, text: str) -> str:
        """For machines to read: variables that are not set are empty instead of staying as they are written."""
        return render(text, self.scope(), unset="").text.strip()

    async def say(self, text: str) -> None:
        """The next words of the utterance under way."""
        if speech := self.spoken.say(text):
            await self.tell(speech)

    async def tell(self, event: Event) -> None:
        if self.listener is None:
            return
        if isinstance(event, Speech):
            event = Speech(event.text, self.dialog.language, self.dialog.voice, self.utterance_channel == "DTMF")
        self.fills_silence = isinstance(event, Waiting) and event.function is None
        await self.listener(event)

    def said(self) -> tuple[TranscriptLine, ...]:
        """The history, with what this turn has added so far."""
        return (*self.dialog.history, *self.lines)

    def last_agent_text(self) -> str:
        newest_first = chain(reversed(self.lines), reversed(self.dialog.history))
        return next((line.text for line in newest_first if line.role == "agent"), "")

    def heard(self, text: str) -> None:
        self.lines.append(TranscriptLine("user", text))

    def told(self, text: str) -> None:
        """Words of the agent: one line of history per turn, however many utterances it took."""
        if not text:
            return
        if self.lines and self.lines[-1].role == "agent":
            text = f"{self.lines.pop().text} {text}"
        self.lines.append(TranscriptLine("agent", text))

    def end(self, reason: str) -> None:
        self.dialog.ended = True
        self.dialog.end_reason = self.dialog.end_reason or reason
        self.is_over = True

    def cut_short(self, cap: str) -> None:
        self.trace.caps.append(cap)
        self.is_over = self.needs_fallback = True


def begin_turn(
    dialog: DialogState, compiled: CompiledProject, ports: Ports, listener: Listener | None = None
) -> TurnState:
    dialog = dialog.copied()
    dialog.listen = None
    return TurnState(
        dialog=dialog,
        compiled=compiled,
        ports=ports,
        spoken=Spoken(ports.clock),
        trace=Trace(in_flow=dialog.flow, in_step=dialog.step),
        started=ports.clock.monotonic(),
        family=family(dialog.context.channel_type),
        window=list(dialog.window),
        listener=listener,
        stood=(dialog.flow, dialog.step),
    )
