"""A conversation as builders read it, with everything its turns did."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import orjson
from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.conversations.summaries import Summary, add_facts
from parley.build_api.conversations.turns import DetailTurn, FunctionEvents, detail_turns, function_events
from parley.build_api.transcripts import sees_transcripts, without_texts
from parley.domain.conversations import store as conversations
from parley.domain.conversations import turn_store
from parley.domain.conversations.model import ConversationsNotFound, metric_text, row_id
from parley.domain.deployments import ab_test_store
from parley.domain.deployments.ab_tests import Arm
from parley.domain.projects.info import ProjectNotFound
from parley.domain.records import store as records
from parley.domain.records.model import View
from parley.domain.records.pages.reader import read_records
from parley.kit.clock import iso, without_zone
from parley.storage.db import Row
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response


class MetricValue(BaseModel):
    timestamp: str = Field(description="In UTC, without a zone.")
    value: str


class PartOfTest(BaseModel):
    id: str
    name: str
    arm: Arm = Field(description="`control`: it talks to what was live; `variant`: to what that is compared with.")


class Detail(Summary):
    replayOf: str | None = Field(description="The conversation that was played again here; null: none was.")
    abTest: PartOfTest | None = Field(description="The A/B test that it is a part of.")
    state: dict[str, Any] = Field(description="Empty where key or project do not show transcripts.")
    metrics: dict[str, list[MetricValue]] = Field(
        description="Where key or project do not show transcripts only scores and yes or no."
    )
    turns: list[DetailTurn] = Field(description="Empty where key or project do not show transcripts.")
    functionEvents: FunctionEvents = Field(
        description="What functions did, by the position of the turn, from 1 on; the end function comes after the last."
    )


async def read_agent_conversation(request: ApiRequest[None, None]) -> Response:
    db, found = request.resources.db, row_id(request.path["conversation_id"])
    header = await conversations.find_header(db, found) if found else None
    if found is None or header is None or header["project_id"] != request.project.id:
        raise ConversationsNotFound
    view = View(transcripts=sees_transcripts(request), latency=True)
    record = orjson.loads((await read_records(db, [found], view, {}))[0])
    traces = await turn_store.list_traces(db, found)
    written = [
        (turn.agent_response_at, turn.metrics) for turn in (await records.find_turns(db, [found])).get(found, [])
    ]
    if (finish := await conversations.find_finish(db, found)) is not None:
        written.append((finish.at, finish.metrics))
    metrics = _metrics_json(written)
    summary = (await add_facts(db, {found: record}, view.transcripts)).get(found)
    if summary is None:  # it has gone meanwhile
        raise ConversationsNotFound
    detail = {
        **summary,
        "replayOf": header["replay_of"] or None,
        "abTest": await _part_of_test(request, header),
        "state": record["state"] if view.transcripts else {},
        "metrics": metrics if view.transcripts else without_texts(metrics),
        "turns": detail_turns(record, traces, summary["language"]),
        "functionEvents": function_events(record["id"], traces, finish) if view.transcripts else {},
    }
    return json_response(detail)


async def _part_of_test(request: ApiRequest[None, None], header: Row) -> dict[str, str] | None:
    if header["ab_test_id"] is None:
        return None
    test = await ab_test_store.find_test(request.resources.db, request.project.id, header["ab_test_id"])
    return (
        test if test is None else {"id": str(test.id), "name": test.name, "arm": test.arm_of(header["deployment_id"])}
    )


def _metrics_json(written: Iterable[tuple[datetime, Iterable[tuple[str, Any]]]]) -> dict[str, list[dict[str, str]]]:
    """By name, with the moment at which each value was written."""
    metrics: dict[str, list[dict[str, str]]] = {}
    for at, values in written:
        for name, value in values:
            metrics.setdefault(name, []).append({"timestamp": without_zone(iso(at)), "value": metric_text(value)})
    return metrics


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
