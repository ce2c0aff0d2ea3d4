"""Which metrics agent code writes, and what they come to."""

from __future__ import annotations

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.analytics.overview import PeriodQuery
from parley.domain.analytics import metric_answers
from parley.domain.analytics.metrics import to_json
from parley.domain.analytics.model import TooManySteps, check
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.replica_reads import reads_recent
from parley.web.responses import json_response


class MetricSummary(BaseModel):
    name: str = Field(description="The value of `metric`, here and in the list of conversations.")
    conversations: int = Field(description="In which it was written; known of finished ones.")
    count: int = Field(description="How often it was written.")
    numbers: int = Field(description="How often it was a number.")
    sum: float | None = Field(description="Of these; null: there is none.")
    mean: float | None
    min: float | None
    max: float | None


class MetricList(BaseModel):
    start: str
    end: str
    metrics: list[MetricSummary] = Field(description="The most frequent first.")
    total: int = Field(description="How many names there are.")


class MetricsQuery(PeriodQuery):
    limit: int = Field(default=50, ge=1, le=500)


async def list_metrics(request: ApiRequest[None, MetricsQuery]) -> Response:
    question = request.query.question(request.project, request.resources.clock.now())
    check(question)
    found = await metric_answers.list_metrics(request.resources.db, question)
    shown = []
    for name, sums in list(found.items())[: request.query.limit]:
        figures = to_json(sums)
        del figures["values"]
        shown.append({"name": name, **figures})
    return json_response(
        {"start": iso(question.start), "end": iso(question.end), "metrics": shown, "total": len(found)}
    )


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/analytics/metrics",
        reads_recent(list_metrics),
        AGENTS,
        "What agent code measured",
        query=MetricsQuery,
        reply=MetricList,
        errors=(ProjectNotFound, TooManySteps),
        description="Every metric written with `conv.write_metric` in finished conversations of the time, with "
        "its sums; over time and by value it is in `/analytics` with `metric`.",
    ),
)
