"""A conversation as builders read it, with everything its turns did."""

from __future__ import annotations

from collections.abc import Container, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.conversations import store as conversations
from parley.domain.conversations import turn_store
from parley.domain.conversations.model import ConversationsNotFound, metric_text, row_id
from parley.domain.projects.info import ProjectNotFound
from parley.domain.recordings import store as recordings
from parley.domain.records import store as records
from parley.domain.records.model import View
from parley.domain.records.pages.reader import read_records
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS, Forbidden
from parley.web.responses import json_response

PUBLIC_NAMES = {
    "id": "conversationId",
    "account_id": "accountId",
    "project_id": "projectId",
    "variant_id": "variantId",
    "variant_name": "variantName",
    "environment": "clientEnv",
    "started_at": "startedAt",
    "channel": "channel",
    "from_number": "fromNumber",
    "to_number": "toNumber",
    "in_progress": "inProgress",
    "num_turns": "numTurns",
    "total_duration": "totalDuration",
    "polyai_duration": "polyaiDuration",
    "handoff": "handoff",
    "handoff_reason": "handoffReason",
    "handoff_destination": "handoffDestination",
    "num_silences": "numSilences",
    "num_ood": "numOod",
}


class Summary(BaseModel):
    conversationId: str
    accountId: str
    projectId: str
    variantId: str
    variantName: str
    clientEnv: str
    startedAt: str
    channel: str
    fromNumber: str
    toNumber: str
    inProgress: bool
    numTurns: int
    totalDuration: int
    polyaiDuration: int
    handoff: bool
    handoffReason: str
    handoffDestination: str
    numSilences: int
    numOod: int
    audioUrl: str | None = Field(description="Of the recording, from `/v1/agents/{agent_id}/` on; null: there is none.")


class MetricValue(BaseModel):
    timestamp: str
    value: str


class Detail(Summary):
    replayOf: str | None = Field(description="The conversation that was played again here; null: none was.")
    state: dict[str, Any]
    metrics: dict[str, list[MetricValue]]
    turns: list[dict[str, Any]]
    functionEvents: dict[str, list[dict[str, Any]]] = Field(
        description="Functions called, by number of the turn; the end function under the number after the last one."
    )


async def read_agent_conversation(request: ApiRequest[None, None]) -> Response:
    db, found = request.resources.db, row_id(request.path["conversation_id"])
    header = await conversations.find_header(db, found) if found else None
    if found is None or header is None or header["project_id"] != request.project.id:
        raise ConversationsNotFound
    record = orjson.loads((await read_records(db, [found], View(latency=True), {}))[0])
    traces = [(row["number"], row["trace"]) for row in await turn_store.list_traces(db, found)]
    written = [
        (turn.agent_response_at, turn.metrics) for turn in (await records.find_turns(db, [found])).get(found, [])
    ]
    if (finish := await conversations.find_finish(db, found)) is not None:
        traces.append((max((number for number, _ in traces), default=-1) + 1, finish.trace))
        written.append((finish.at, finish.metrics))
    detail = {
        **summary_json(record, await recordings.list_recorded(db, [found])),
        "replayOf": header["replay_of"] or None,
        "state": record["state"],
        "metrics": _metrics_json(written),
        "turns": record["turns"],
        "functionEvents": {str(number): functions for number, trace in traces if (functions := _list_functions(trace))},
    }
    return json_response(detail)


def require_transcripts(request: ApiRequest[Any, Any]) -> None:
    """Who may not read what was said may not hear it, or have it said again."""
    shown = (request.key.scope.settings, request.project.settings)
    if not all(settings.get("show_transcripts", True) for settings in shown):
        raise Forbidden


def _metrics_json(written: Iterable[tuple[datetime, Iterable[tuple[str, Any]]]]) -> dict[str, list[dict[str, str]]]:
    """By name, with the moment at which each value was written."""
    metrics: dict[str, list[dict[str, str]]] = {}
    for at, values in written:
        for name, value in values:
            metrics.setdefault(name, []).append({"timestamp": iso(at), "value": metric_text(value)})
    return metrics


def summary_json(record: dict[str, Any], recorded: Container[UUID | None]) -> dict[str, Any]:
    audio = f"conversations/{record['id']}/audio" if row_id(record["id"]) in recorded else None
    return {**{shown: record[name] for name, shown in PUBLIC_NAMES.items()}, "audioUrl": audio}


def _list_functions(trace: dict[str, Any]) -> list[dict[str, Any]]:
    return list(trace.get("functions", ()))


CONVERSATIONS = "/v1/agents/{agent_id}/conversations"

ENDPOINTS = (
    Endpoint(
        "GET",
        f"{CONVERSATIONS}/{{conversation_id}}",
        read_agent_conversation,
        AGENTS,
        "One conversation, with turns, state, metrics and the functions that were called",
        description="While it runs, as far as it has come.",
        reply=Detail,
        errors=(ProjectNotFound, ConversationsNotFound),
    ),
)
