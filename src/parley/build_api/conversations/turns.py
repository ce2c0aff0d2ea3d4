"""The turns of a conversation, with what each did: the record's own fields, and those that builders know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from parley.build_api.chat.function_events import FunctionEvent, recorded_events
from parley.domain.conversations.model import Finish
from parley.storage.db import Row


class TurnLatency(BaseModel):
    perceived_latency: float | None = Field(description="Seconds.")
    label: str | None
    perceived_latency_percentile_1d: float | None


class ShortEvent(BaseModel):
    name: str
    arguments: dict[str, Any]
    error: str | None


class FiltersTriggered(BaseModel):
    filters_triggered: dict[str, Any]


class TurnMetadata(BaseModel):
    asr_corrected_user_input: str
    current_node: str
    entities: list[dict[str, Any]]
    function_events: list[ShortEvent]
    retrieved_topics: list[str]
    safety: FiltersTriggered
    top_transcripts: list[dict[str, Any]]


class DetailTurn(BaseModel):
    model_config = ConfigDict(extra="allow")

    turn_id: int = Field(description="From 0 on.")
    user_input: str
    user_input_datetime: str
    user_input_audio_url: str | None
    user_input_dtmf: str | None
    user_input_dtmf_finish_key: str | None
    agent_response: str
    agent_response_datetime: str
    asr_lang_code: str
    tts_lang_code: str
    translated_user_input: str
    english_agent_response: str
    barge_in: bool
    intents: list[str]
    entities: dict[str, Any]
    is_ood: bool
    is_silence: bool
    latency: TurnLatency
    llm_requests: list[dict[str, Any]]
    reviews: list[dict[str, Any]]
    metadata: TurnMetadata


FunctionEvents = dict[str, list[FunctionEvent]]


def detail_turns(record: Mapping[str, Any], traces: Sequence[Row], language: str) -> list[dict[str, Any]]:
    """None where transcripts are not shown: the record has none then."""
    did = {row["number"]: row["trace"] for row in traces}
    return [_turn(number, turn, did.get(number, {}), language) for number, turn in enumerate(record["turns"])]


def _turn(number: int, turn: Mapping[str, Any], trace: Mapping[str, Any], language: str) -> dict[str, Any]:
    functions = trace.get("functions", ())
    return {
        "turn_id": number,
        **turn,
        "user_input_audio_url": None,
        "user_input_dtmf_finish_key": None,
        "asr_lang_code": language,
        "tts_lang_code": language,
        "llm_requests": list(trace.get("model_requests", ())),
        "reviews": [],
        "metadata": {
            # What was heard is stored corrected.
            "asr_corrected_user_input": turn["user_input"],
            "current_node": "",
            "entities": [{"name": name, "value": value} for name, value in turn["entities"].items()],
            "function_events": [
                {name: each.get(name) for name in ("name", "arguments", "error")} for each in functions
            ],
            "retrieved_topics": [topic["name"] for topic in trace.get("topics", ())],
            "safety": {"filters_triggered": {}},
            "top_transcripts": [],
        },
    }


def function_events(conversation_id: str, traces: Sequence[Row], end: Finish | None) -> dict[str, list[dict[str, Any]]]:
    """By the position of the turn, from 1 on; what the end function did comes after the last."""
    rows = [(row["number"], row["trace"], row["user_input_at"]) for row in traces]
    if end is not None:
        rows.append((max((number for number, _, _ in rows), default=-1) + 1, end.trace, end.at))
    return {
        str(number + 1): recorded_events(functions, at, conversation_id, number)
        for number, trace, at in rows
        if (functions := trace.get("functions"))
    }
