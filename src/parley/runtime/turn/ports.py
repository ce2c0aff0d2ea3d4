"""What a turn reaches the world through. All of it is given; a turn opens nothing itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from parley.agent_host.protocol import FunctionHost, Json, NewExternalEvent, TranscriptLine
from parley.kit.clock import Clock
from parley.kit.values import value
from parley.providers.llm.protocol import Model
from parley.runtime.agent.apis import Secrets
from parley.runtime.turn.commitment import COUNTS, Commitment


class RetrievalError(Exception):
    """The topics could not be searched; the turn goes on without them."""


class Ranked(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def distance(self) -> float: ...


class Retriever(Protocol):
    """A project's topics, ready to be searched (parley.providers.embeddings.index.TopicIndex is one)."""

    async def query(self, text: str, previous: Sequence[str]) -> Sequence[Ranked]:
        """Topics with their distance. `previous` are earlier user inputs, newest first. May raise RetrievalError."""
        ...


class SafetyClassifier(Protocol):
    async def check(self, text: str, levels: Mapping[str, str]) -> str | None:
        """The category that blocks the text, or None. `levels` holds the categories to look for (violence, hate,
        sexual, self_harm and, for what users say, jailbreak) with lenient, medium or strict."""
        ...


class Apis(Protocol):
    """The APIs that a project configures (parley.runtime.agent.apis.ConfiguredApis is one)."""

    async def call(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        """Raises HostServiceError."""
        ...


@value
class Limits:
    model_requests: int = 10
    function_steps: int = 20
    invalid_returns: int = 3
    nudges: int = 2
    """How often the model is reminded to call a function that it only announced."""
    function_timeout: float = 10.0
    function_timeout_with_delays: float = 30.0
    turn_seconds: float = 90.0


@value
class Ports:
    model: Model
    host: FunctionHost
    retriever: Retriever
    safety: SafetyClassifier
    secrets: Secrets
    apis: Apis
    read_history: Callable[[], Awaitable[Sequence[TranscriptLine]]]
    """Every line of the conversation up to the turn under way."""
    expect_event: Callable[[NewExternalEvent], Awaitable[None]]
    """Lets an external event in before the turn that handed out its id is over: some answer faster than that."""
    clock: Clock
    limits: Limits = field(default_factory=Limits)
    commitment: Commitment = COUNTS
    """Whether the turn counts, which functions wait for."""
    keeps_prompts: bool = False
    """Whether the trace holds on to what the model is sent and answers."""
