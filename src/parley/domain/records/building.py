"""A record from the rows of its conversation. Pure, and the same for one that runs and for one that is sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from parley.domain.conversations.model import Turn, collect_metrics
from parley.domain.conversations.redaction import redact_state
from parley.domain.records.model import Header
from parley.kit.clock import iso
from parley.kit.text.redact import redactor
from parley.storage.db import json_bytes


@dataclass(frozen=True, slots=True)
class Built:
    """The three parts of a record: who sees it decides which metrics and whether the turns are shown."""

    head: bytes
    """JSON members without braces."""
    metrics: Mapping[str, Any]
    turns: bytes
    """A JSON array."""


def build(header: Header, turns: Sequence[Turn], *, latency: bool = False) -> Built:
    """`turns` begin with the opening: what the agent said before anyone had said a thing to it."""
    members = [{**_turn(turn), "latency": _latency(turn)} if latency else _turn(turn) for turn in turns]
    metrics = header.metrics
    if metrics is None:
        metrics = collect_metrics([(name, value) for turn in turns for name, value in turn.metrics])
    return Built(json_bytes(_head(header, turns))[1:-1], metrics, json_bytes(members))


def _head(header: Header, turns: Sequence[Turn]) -> dict[str, Any]:
    last_said = turns[-1].agent_response_at if turns else header.started_at
    end = header.ended_at or last_said
    return {
        "id": header.public_id,
        "account_id": header.account_id,
        "project_id": header.project_id,
        "variant_id": header.variant_id,
        "variant_name": header.variant_name,
        "environment": header.environment,
        "started_at": iso(header.started_at),
        "channel": header.channel,
        "from_number": header.from_number,
        "to_number": header.to_number,
        "in_progress": header.ended_at is None,
        "num_turns": len(turns),
        "total_duration": _seconds(header.started_at, end),
        "polyai_duration": _seconds(header.started_at, last_said if header.handoff else end),
        "handoff": header.handoff,
        "handoff_reason": header.handoff_reason,
        "handoff_destination": header.handoff_destination,
        "num_silences": sum(turn.is_silence for turn in turns),
        "num_ood": sum(turn.is_ood for turn in turns),
        "state": _state(header),
    }


def _state(header: Header) -> dict[str, Any]:
    """What the agent kept, and the built-in keys, which are there whether or not its code ever ran."""
    built_in = {
        "from_": header.from_number,
        "to": header.to_number,
        "call_sid": header.public_id,
        "asr_lang_code": header.language,
        "tts_lang_code": header.language,
    }
    state = redact_state(header.state, redactor(tuple(header.hidden))) if header.hidden else header.state
    missing = {name: value for name, value in built_in.items() if state.get(name) is None}
    return {**state, **missing}


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "user_input": turn.user_input,
        "user_input_datetime": iso(turn.user_input_at),
        "user_input_dtmf": turn.dtmf,
        "barge_in": turn.barge_in,
        "agent_response": turn.agent_response,
        "agent_response_datetime": iso(turn.agent_response_at),
        "intents": turn.intents,
        "entities": turn.entities,
        "is_ood": turn.is_ood,
        "is_silence": turn.is_silence,
        "translated_user_input": "",
        "english_agent_response": "",
    }


def _latency(turn: Turn) -> dict[str, Any]:
    seconds = None if turn.latency_ms is None else round(turn.latency_ms / 1000, 4)
    return {"perceived_latency": seconds, "label": None, "perceived_latency_percentile_1d": None}


def _seconds(start: datetime, end: datetime) -> int:
    return max(0, int((end - start).total_seconds()))
