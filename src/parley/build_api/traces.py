"""What the turns and the end of a conversation did: functions called, state changed, where in which flow, how long."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.conversations import store, turn_store
from parley.domain.conversations.model import ConversationsNotFound, Finish, row_id
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.storage.db import Row
from parley.web.endpoint import Call, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import reply


class TurnTrace(BaseModel):
    number: int
    user_input_datetime: str
    agent_response_datetime: str
    latency_ms: float | None
    function_errors: int
    api_errors: int
    trace: dict[str, Any]


class EndTrace(BaseModel):
    datetime: str
    function_errors: int
    api_errors: int
    metrics: list[tuple[str, Any]]
    trace: dict[str, Any]


class ConversationTrace(BaseModel):
    conversationId: str
    turns: list[TurnTrace]
    end: EndTrace | None = Field(description="What the end function did; null until it ran, and where there is none.")


async def read_trace(call: Call[None, None]) -> Response:
    public = call.path["conversation_id"]
    found = row_id(public)
    header = await store.find_header(call.resources.db, found) if found else None
    if found is None or header is None or header["project_id"] != call.project.id:
        raise ConversationsNotFound
    rows = await turn_store.list_traces(call.resources.db, found)
    finish = await store.find_finish(call.resources.db, found)
    end = _end_json(finish) if finish else None
    return reply({"conversationId": public, "turns": [_turn_json(row) for row in rows], "end": end})


def _turn_json(row: Row) -> dict[str, Any]:
    return {
        "number": row["number"],
        "user_input_datetime": iso(row["user_input_at"]),
        "agent_response_datetime": iso(row["agent_response_at"]),
        "latency_ms": row["latency_ms"],
        "function_errors": row["function_errors"],
        "api_errors": row["api_errors"],
        "trace": row["trace"],
    }


def _end_json(finish: Finish) -> dict[str, Any]:
    return {
        "datetime": iso(finish.at),
        "function_errors": finish.function_errors,
        "api_errors": finish.api_errors,
        "metrics": finish.metrics,
        "trace": finish.trace,
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
