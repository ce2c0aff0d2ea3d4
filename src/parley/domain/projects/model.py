"""What an agent project says, as frozen values. Names are exact and case-sensitive; file names never matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from parley.domain.projects.experimental import Experimental

Json = Any
"""A value that came from, or goes to, JSON."""

ENVIRONMENTS = ("sandbox", "pre-release", "live")
RETURN_KEYS = (
    *("content", "utterance", "end_turn", "hangup", "handoff", "listen", "transition", "variant"),
    "utterance_channel",
)
"""What a dictionary that an entry function returns may hold."""


class FunctionKind(StrEnum):
    START = "start"
    END = "end"
    GLOBAL = "global"
    TRANSITION = "transition"
    STEP = "step"


class StepKind(StrEnum):
    ADVANCED = "advanced_step"
    DEFAULT = "default_step"
    FUNCTION = "function_step"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str
    """A JSON Schema type: string, integer, number or boolean."""
    description: str = ""
    required: bool = True
    """False only for a parameter that has a default value in the code."""


@dataclass(frozen=True, slots=True)
class DelayResponse:
    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class LatencyControl:
    delay_before: float = 0.0
    silence_after: float = 0.0
    responses: tuple[DelayResponse, ...] = ()
    randomize: bool = False
    """True: the texts are said in a random order; the pauses keep theirs."""

    def moments(self) -> Iterator[tuple[float, str]]:
        """When each response is due, in seconds since the function began: one takes its time, then there is silence."""
        moment = self.delay_before
        for response in self.responses:
            yield moment, response.text
            moment += response.seconds + self.silence_after


@dataclass(frozen=True, slots=True)
class Function:
    """An entry function: read from the syntax tree, never imported by the serving process."""

    name: str
    path: str
    """Identity inside the project, for instance ``flows/booking/functions/save_date.py``."""
    kind: FunctionKind
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    latency: LatencyControl | None = None
    flow: str | None = None
    """The name of the flow that a transition function or a function step belongs to."""
    line: int = 1


@dataclass(frozen=True, slots=True)
class Confirmations:
    """Functions that run only when the user has agreed to their very arguments."""

    questions: Mapping[str, str] = field(default_factory=dict)
    """By function, what the user is asked; empty: a sentence of ours."""
    agree: tuple[str, ...] = ()
    """Words that agree, besides those of the languages that we know."""


@dataclass(frozen=True, slots=True)
class Condition:
    name: str
    description: str
    exits_flow: bool
    child_step: str | None = None
    required_entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    kind: StepKind
    prompt: str = ""
    conditions: tuple[Condition, ...] = ()
    extracted_entities: tuple[str, ...] = ()
    model: str | None = None
    reasoning_effort: str | None = None
    settings: Mapping[str, Json] = field(default_factory=dict)
    """The voice settings of the step (asr_biasing, dtmf_config, asr, vad, barge_in) as written, except that
    ``dtmf_config.inter_digit_timeout`` is always in seconds."""
    function: Function | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    name: str
    slug: str
    """The folder's name, which Python imports use."""
    description: str
    start_step: str
    steps: Mapping[str, Step]
    """By step name; function steps by the stem of their file."""
    functions: Mapping[str, Function]


@dataclass(frozen=True, slots=True)
class Topic:
    name: str
    enabled: bool = True
    example_queries: tuple[str, ...] = ()
    content: str = ""
    actions: str = ""
    tags: tuple[str, ...] = ()
    variant: str | None = None
    """Set for a child topic: it only applies while this variant is active."""


@dataclass(frozen=True, slots=True)
class Entity:
    name: str
    description: str
    type: str
    """numeric, alphanumeric, enum, date, phone_number, time, address, free_text or name_config."""
    config: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    id: str
    is_default: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Handoff:
    name: str
    description: str = ""
    is_default: bool = False
    method: str = "bye"
    phone_number: str = ""
    outbound_endpoint: str = ""
    outbound_encryption: str = ""
    sip_headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SmsTemplate:
    name: str
    text: str
    phone_numbers: Mapping[str, str] = field(default_factory=dict)
    """Sender by environment (``pre-release`` is spelled with a hyphen here)."""


@dataclass(frozen=True, slots=True)
class ApiOperation:
    name: str
    method: str
    resource: str


@dataclass(frozen=True, slots=True)
class ApiTarget:
    base_url: str
    auth_type: str = "none"


@dataclass(frozen=True, slots=True)
class ApiIntegration:
    name: str
    description: str
    environments: Mapping[str, ApiTarget]
    operations: Mapping[str, ApiOperation]


@dataclass(frozen=True, slots=True)
class PhraseFilter:
    name: str
    patterns: tuple[str, ...]
    say_phrase: bool = False
    language: str | None = None
    function: str | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    pattern: str
    replacement: str
    whole: bool
    """True: the whole transcript must match; false: every match is replaced."""


@dataclass(frozen=True, slots=True)
class Pronunciation:
    pattern: str
    replacement: str
    case_sensitive: bool = False
    language: str | None = None


@dataclass(frozen=True, slots=True)
class SafetyFilters:
    levels: Mapping[str, str] = field(default_factory=dict)
    """Enabled categories only: violence, hate, sexual or self_harm → lenient, medium or strict."""


@dataclass(frozen=True, slots=True)
class Guardrail:
    """An author's own check on what the agent does: a condition in words and what follows."""

    name: str
    prompt: str
    action: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Guardrails:
    platform: Mapping[str, bool] = field(default_factory=dict)
    """The built-in ones that the project mentions, by name (``jailbreak_defence`` …) → switched on."""
    custom: tuple[Guardrail, ...] = ()


@dataclass(frozen=True, slots=True)
class Channel:
    """The greeting and manner of one channel (voice or chat)."""

    greeting: str = ""
    greeting_language: str | None = None
    style_prompt: str = ""
    disclaimer: str = ""
    """Empty when there is none or it is switched off."""
    disclaimer_language: str | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    name: str
    arguments: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class TestCase:
    name: str
    scenario: str
    channel: str
    language: str
    variant: str | None = None
    simulated_at: str | None = None
    tags: tuple[str, ...] = ()
    caller_number: str | None = None
    sip_headers: Mapping[str, str] = field(default_factory=dict)
    integration_attributes: Mapping[str, Json] | None = None
    prompt_assertions: tuple[str, ...] = ()
    function_call_assertions: tuple[ExpectedCall, ...] = ()
    script: tuple[Mapping[str, Json], ...] = ()
    """Our own addition: user lines and model moves for a run without any model."""
    api_mocks: Mapping[str, Json] = field(default_factory=dict)
    """Integration → operation → answers, tried in order: {respond: {status, body, headers}, repeat}."""
    mistakes: tuple[str, ...] = ()
    """Why it cannot be trusted: a misspelt expectation would hold whatever happens."""


@dataclass(frozen=True, slots=True)
class Project:
    project_id: str
    account_id: str
    name: str
    # Not used: a project lives in the region of the node that made it.
    region: str | None = None
    adjectives: tuple[str, ...] = ()
    personality: str = ""
    role: str = ""
    role_info: str = ""
    rules: str = ""
    default_language: str = "en-US"
    additional_languages: tuple[str, ...] = ()
    topics: Mapping[str, Topic] = field(default_factory=dict)
    flows: Mapping[str, Flow] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    """Global functions by name; ``start_function`` and ``end_function`` included."""
    entities: Mapping[str, Entity] = field(default_factory=dict)
    variants: Mapping[str, Variant] = field(default_factory=dict)
    handoffs: Mapping[str, Handoff] = field(default_factory=dict)
    sms_templates: Mapping[str, SmsTemplate] = field(default_factory=dict)
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    api_integrations: Mapping[str, ApiIntegration] = field(default_factory=dict)
    voice: Channel = field(default_factory=Channel)
    chat: Channel | None = None
    """None when the project has no chat/ folder: text then falls back to the voice file."""
    safety: Mapping[str, SafetyFilters] = field(default_factory=dict)
    """By channel, ``voice`` and ``chat``, already resolved against the project's own file."""
    guardrails: Guardrails = field(default_factory=Guardrails)
    confirmations: Confirmations = field(default_factory=Confirmations)
    phrase_filters: tuple[PhraseFilter, ...] = ()
    corrections: tuple[Correction, ...] = ()
    pronunciations: tuple[Pronunciation, ...] = ()
    speech: Mapping[str, Json] = field(default_factory=dict)
    """asr_settings and keyphrases as written, for the voice door."""
    experimental: Experimental = field(default_factory=Experimental)
    real_time_config: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """Values by environment; an environment without a file is absent."""
    real_time_schemas: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """The JSON Schema of those values, for whoever edits them without a deployment."""
    tests: Mapping[str, TestCase] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    """Every Python file by path, for the agent host. ``_gen/`` is left out: its stubs are shadowed, never imported."""

    @property
    def default_variant(self) -> Variant | None:
        return next((v for v in self.variants.values() if v.is_default), None)

    @property
    def default_handoff(self) -> Handoff | None:
        return next((h for h in self.handoffs.values() if h.is_default), None)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong with a project's files, with the place to look."""

    path: str
    """Empty: the project as a whole."""
    line: int
    message: str
    fatal: bool = True
    """False: worth knowing, but the project still runs (a module that cannot be imported, a stale reference)."""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}: " if self.path else ""
        return f"{where}{'' if self.fatal else 'warning: '}{self.message}"
