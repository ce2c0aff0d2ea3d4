"""What the turns and the end of a conversation did: functions called, state changed, where in which flow, how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.transcripts import is_score, sees_transcripts, without_words
from parley.domain.conversations import store, turn_store
from parley.domain.conversations.model import ConversationsNotFound, Finish, metric_text, row_id
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.storage.db import Row
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class TurnTrace(BaseModel):
    number: int
    deploymentId: str = Field(description="What the turn ran on.")
    user_input_datetime: str
    agent_response_datetime: str
    latency_ms: float | None
    function_errors: int
    api_errors: int
    trace: dict[str, Any] = Field(
        description="Where the operator keeps prompts (`PARLEY_KEEP_PROMPTS`) and transcripts are shown, each of "
        "`model_requests` has `prompt`, the messages that the model was sent (`role`, `content`, `tool_calls`, "
        "`tool_call_id`), and `answer`, its `content` and `tool_calls`, both cut where they are long. Where "
        "transcripts are not shown it has nothing of what was said, called with, answered, logged or kept."
    )


class EndTrace(BaseModel):
    datetime: str
    deploymentId: str
    function_errors: int
    api_errors: int
    metrics: list[tuple[str, Any]]
    trace: dict[str, Any]


class ConversationTrace(BaseModel):
    conversationId: str
    turns: list[TurnTrace]
    end: EndTrace | None = Field(description="What the end function did; null until it ran, and where there is none.")


async def read_trace(request: ApiRequest[None, None]) -> Response:
    public = request.path["conversation_id"]
    found = row_id(public)
    header = await store.find_header(request.resources.db, found) if found else None
    if found is None or header is None or header["project_id"] != request.project.id:
        raise ConversationsNotFound
    with_said = sees_transcripts(request)
    rows = await turn_store.list_traces(request.resources.db, found, with_exchanges=with_said)
    finish = await store.find_finish(request.resources.db, found)
    last = str(header["deployment_id"])
    end = _end_json(finish, last, with_said) if finish else None
    ran_on = deployments_of([row["trace"] for row in rows], last)
    turns = [_turn_json(row, deployment, with_said) for row, deployment in zip(rows, ran_on, strict=True)]
    return json_response({"conversationId": public, "turns": turns, "end": end})


def deployments_of(traces: Sequence[dict[str, Any]], last: str) -> list[str]:
    """What each turn ran on. Few conversations move to another deployment: only the turns where they did say so."""
    found = []
    for trace in reversed(traces):
        found.append(last)
        last = trace.get("moved_from") or last
    return found[::-1]


def _turn_json(row: Row, deployment_id: str, with_said: bool) -> dict[str, Any]:
    return {
        "number": row["number"],
        "deploymentId": deployment_id,
        "user_input_datetime": iso(row["user_input_at"]),
        "agent_response_datetime": iso(row["agent_response_at"]),
        "latency_ms": row["latency_ms"],
        "function_errors": row["function_errors"],
        "api_errors": row["api_errors"],
        "trace": _with_exchanges(row["trace"]) if with_said else without_words(row["trace"]),
    }


def _with_exchanges(trace: dict[str, Any]) -> dict[str, Any]:
    """What was sent and answered stands with its request."""
    exchanges = trace.pop("exchanges", None)
    if exchanges:
        requests = zip(trace["model_requests"], exchanges, strict=True)
        trace["model_requests"] = [{**asked, **exchange} for asked, exchange in requests]
    return trace


def _end_json(finish: Finish, deployment_id: str, with_said: bool) -> dict[str, Any]:
    return {
        "datetime": iso(finish.at),
        "deploymentId": deployment_id,
        "function_errors": finish.function_errors,
        "api_errors": finish.api_errors,
        "metrics": [(name, value) for name, value in finish.metrics if with_said or is_score(metric_text(value))],
        "trace": finish.trace if with_said else without_words(finish.trace),
    }


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/conversations/{conversation_id}/trace",
        read_trace,
        AGENTS,
        "What each turn of a conversation did, and its end function",
        reply=ConversationTrace,
        errors=(ProjectNotFound, ConversationsNotFound),
        description="For debugging an agent: functions with arguments, results, logs and state changes, flow and step, "
        "retrieved topics, prompt sizes and timings, turn by turn.",
    ),
)
