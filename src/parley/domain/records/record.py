"""A record from the rows of its conversation, and the forms in which it is shown. Pure, and the same for one that runs
and for one that gets its snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from parley.domain.conversations.model import Turn, collect_metrics
from parley.domain.conversations.redaction import redact_state
from parley.domain.records.model import Header, View
from parley.kit.clock import iso
from parley.kit.text.redact import redactor
from parley.storage.db import json_bytes

NOT_IN_V1 = frozenset({"latency", "translated_user_input", "english_agent_response"})
"""Members of a turn that came after v1."""
WHITELIST = ("id", "started_at", "account_id", "project_id")


@dataclass(frozen=True, slots=True)
class Record:
    """The three parts of a record. They are apart because the view decides which metrics and whether the turns are
    shown, without anything being parsed again."""

    head: bytes
    """JSON members without braces."""
    metrics: Mapping[str, Any]
    turns: bytes
    """A JSON array."""


def build_record(header: Header, turns: Sequence[Turn], *, latency: bool = False) -> Record:
    """`turns` begin with the opening: what the agent said before anyone had said a thing to it."""
    members = [{**_turn_members(turn), "latency": _latency(turn)} if latency else _turn_members(turn) for turn in turns]
    metrics = header.metrics
    if metrics is None:
        metrics = collect_metrics([(name, value) for turn in turns for name, value in turn.metrics])
    return Record(json_bytes(_head_members(header, turns))[1:-1], metrics, json_bytes(members))


def render_record(record: Record, view: View) -> bytes:
    """What the view leaves of a record, in the same form as a snapshot (`store.find_snapshots`)."""
    metrics: Mapping[str, Any] = record.metrics
    if view.metrics is not None:
        metrics = {name: value for name, value in metrics.items() if name in view.metrics}
    turns = record.turns if view.transcripts else b"[]"
    return b"".join((b"{", record.head, b',"metrics":', json_bytes(metrics), b',"turns":', turns, b"}"))


def to_legacy(record: Mapping[str, Any], *, whitelisted: bool = False) -> dict[str, Any]:
    """A record of v3 as v1 has it: null for empty text, without what came later. `whitelisted`: for a project whose
    readers get no more than whose and when."""
    if whitelisted:
        return {name: record[name] for name in WHITELIST}
    turns = [_null_for_empty({k: v for k, v in turn.items() if k not in NOT_IN_V1}) for turn in record["turns"]]
    return {**_null_for_empty(record), "turns": turns}


def _null_for_empty(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: None if value == "" else value for name, value in members.items()}


def _head_members(header: Header, turns: Sequence[Turn]) -> dict[str, Any]:
    last_response = turns[-1].agent_response_at if turns else header.started_at
    end = header.ended_at or last_response
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
        # After a handoff somebody else talks on: the agent's part ends with its last response.
        "polyai_duration": _seconds(header.started_at, last_response if header.handoff else end),
        "handoff": header.handoff,
        "handoff_reason": header.handoff_reason,
        "handoff_destination": header.handoff_destination,
        "num_silences": sum(turn.is_silence for turn in turns),
        "num_ood": sum(turn.is_ood for turn in turns),
        "state": _state(header),
    }


def _state(header: Header) -> dict[str, Any]:
    """What the agent stored, and the built-in keys, which are there whether or not its code ever ran."""
    built_in = {
        "from_": header.from_number,
        "to": header.to_number,
        "call_sid": header.public_id,
        "asr_lang_code": header.language,
        "tts_lang_code": header.language,
    }
    state = header.state
    if header.redacted_kinds:
        state = redact_state(state, redactor(tuple(header.redacted_kinds)))
    missing = {name: value for name, value in built_in.items() if state.get(name) is None}
    return {**state, **missing}


def _turn_members(turn: Turn) -> dict[str, Any]:
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
        "translated_user_input": turn.translated_user_input,
        "english_agent_response": turn.english_agent_response,
    }


def _latency(turn: Turn) -> dict[str, Any]:
    seconds = None if turn.latency_ms is None else round(turn.latency_ms / 1000, 4)
    # Label and percentile belong to the form that integrators know; nothing here works them out.
    return {"perceived_latency": seconds, "label": None, "perceived_latency_percentile_1d": None}


def _seconds(start: datetime, end: datetime) -> int:
    # A clock that went back must not make a negative duration.
    return max(0, int((end - start).total_seconds()))
