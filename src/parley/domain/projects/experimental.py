"""What `experimental_config.json` sets, with what holds where it sets nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Retrieval:
    # Thresholds are distances: the one inside of flows is the stricter one.
    threshold: float = 0.4
    in_flow_threshold: float = 0.35
    top_k: int = 5
    # Topics, not turns: so many that were found in earlier turns stay in the prompt.
    history_len: int = 7
    previous_user_inputs: int = 2
    qa_metric_threshold: float = 0.33
    qa_metric_exclusions: tuple[str, ...] = ()
    channel_exclusions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelChoice:
    model: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    kb_functions_in_flows: bool = False
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """``channel_overrides``, ``flow_overrides`` or ``variant_overrides`` as written."""


@dataclass(frozen=True, slots=True)
class HandoffApi:
    state_keys: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    shared_id_state_key: str | None = None


@dataclass(frozen=True, slots=True)
class MemorySettings:
    identifier_source: str
    state_keys: tuple[str, ...] = ()
    identifier_blacklist: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fillers:
    """What is said on a call while the model takes long."""

    utterances: Mapping[str, tuple[str, ...]]
    """By language; the key ``""`` holds those for all."""
    first_after: float
    interval: float
    randomize: bool = False


@dataclass(frozen=True, slots=True)
class Experimental:
    retrieval: Retrieval = field(default_factory=Retrieval)
    prompts: Mapping[str, str] = field(default_factory=dict)
    llm: ModelChoice = field(default_factory=ModelChoice)
    max_silence_count: int = 3
    hangup_utterance: Mapping[str, str] = field(default_factory=dict)
    """By language; the key ``""`` holds the one for all."""
    channel_disclaimers: Mapping[str, str] = field(default_factory=dict)
    handoff_api: HandoffApi | None = None
    memory: MemorySettings | None = None
    fillers: Fillers | None = None
    wrap_utterances_on_webchat: bool = False
    raw: Mapping[str, Any] = field(default_factory=dict)
