"""What a turn did, beside its words: the metadata of debug chat, and of the chat of command-line toolkits.

The same facts in two spellings. Our own trace goes along, under its own names.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from parley.build_api.chat.function_events import FunctionEvent, turn_events
from parley.build_api.transcripts import without_words
from parley.domain.conversations.model import collect_metrics
from parley.runtime.turn.output import TurnResult

ALWAYS_EMPTY = "Empty: clients expect it. `{}` says where the conversation is."


class LlmRequest(BaseModel):
    """One question to the model."""

    llm_request: dict[str, Any]
    llm_response: dict[str, Any]
    duration: float = Field(description="Milliseconds.")


class DebugMetadata(BaseModel):
    model_config = ConfigDict(extra="allow")

    state: dict[str, Any] = Field(description="What the agent's functions keep, as this turn left it.")
    metrics: dict[str, str | list[str]] = Field(description="What this turn wrote.")
    currentNode: str = Field(description=ALWAYS_EMPTY.format("inStep"))
    nodeTrace: list[str] = Field(description=ALWAYS_EMPTY.format("inStep"))
    functionEvents: list[FunctionEvent] = Field(description="Of this turn, in their order.")
    handoffDestination: str
    retrievedTopics: list[str]
    retrievedSources: list[str]
    citedTopic: str
    inFlow: str | None
    inStep: str | None
    asrLangCode: str
    ttsLangCode: str
    llmRequests: list[LlmRequest]


class ToolkitMetadata(BaseModel):
    model_config = ConfigDict(extra="allow")

    state: dict[str, Any]
    metrics: dict[str, str | list[str]]
    current_node: str
    node_trace: list[str]
    function_events: list[FunctionEvent]
    handoff_destination: str
    retrieved_topics: list[str]
    retrieved_sources: list[str]
    cited_topic: str
    in_flow: str | None
    in_step: str | None
    asr_lang_code: str
    tts_lang_code: str
    llm_requests: list[LlmRequest]


def toolkit_metadata(result: TurnResult, at: datetime, with_said: bool) -> dict[str, Any]:
    """`with_said`: with what the turn knew and kept, which may be of earlier turns and conversations."""
    trace = _trace(result, with_said)
    return {**trace, **_facts(result, trace, at, with_said)}


def debug_metadata(result: TurnResult, at: datetime, with_said: bool) -> dict[str, Any]:
    trace = _trace(result, with_said)
    facts = _facts(result, trace, at, with_said)
    return {**trace, **{to_camel(name): fact for name, fact in facts.items()}}


def _trace(result: TurnResult, with_said: bool) -> dict[str, Any]:
    trace = result.trace.to_json()
    return trace if with_said else without_words(trace)


def _facts(result: TurnResult, trace: Mapping[str, Any], at: datetime, with_said: bool) -> dict[str, Any]:
    dialog = result.dialog
    return {
        "state": dialog.state_json if with_said else {},
        "metrics": collect_metrics(result.output.metrics) if with_said else {},
        "current_node": "",
        "node_trace": [],
        "function_events": turn_events(trace["functions"], at),
        "handoff_destination": result.handoff.destination if result.handoff else "",
        "retrieved_topics": [topic["name"] for topic in trace["topics"]],
        "retrieved_sources": [],
        "cited_topic": "",
        "in_flow": trace["in_flow"],
        "in_step": trace["in_step"],
        "asr_lang_code": dialog.language,
        "tts_lang_code": dialog.language,
        "llm_requests": [_llm_request(each) for each in trace["model_requests"]],
    }


def _llm_request(request: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "llm_request": {"model_id": request["model"], "functions": list(request["tools"])},
        "llm_response": {"function_calls": list(request["calls"]), "error": request["error"]},
        "duration": request["duration_ms"],
    }
