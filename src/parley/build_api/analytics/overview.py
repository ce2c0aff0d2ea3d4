"""How an agent does: conversations, containment, handoffs, errors and latency over time."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, BaseModel, Field
from starlette.responses import Response

from parley.build_api.analytics.models import Analytics
from parley.build_api.analytics.peaks import Peaks, read_peaks
from parley.build_api.transcripts import is_score, sees_transcripts
from parley.domain.analytics import answers, comparison, metric_answers, metrics
from parley.domain.analytics.metrics import LONGEST_NAME, MetricPoints, MetricSums
from parley.domain.analytics.model import (
    HOUR,
    MOST_POINTS,
    Dimension,
    Points,
    Question,
    Step,
    Sums,
    TooManySteps,
    check,
    step_start,
    steps,
    to_json,
)
from parley.domain.conversations.latencies import parts_json
from parley.domain.deployments.model import SEQUENCE
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.kit.ids import EPOCH
from parley.kit.values import value
from parley.storage.db import Database
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Flag
from parley.web.replica_reads import reads_recent
from parley.web.responses import json_response
from parley.web.timestamps import Timestamp, parse_timestamp

Text = Annotated[str, Field(max_length=255)]
UTC_NAME = "UTC"


def _known(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("is no time zone")
    return name


TimeZone = Annotated[str, Field(max_length=64), AfterValidator(_known)]
USUAL = timedelta(days=7)


class PeriodQuery(BaseModel):
    start: Timestamp | None = Field(
        default=None, description="ISO 8601, rounded down to the hour. Default: a week ago."
    )
    end: Timestamp | None = Field(default=None, description="ISO 8601, rounded up to the hour. Default: now.")
    environment: Literal["sandbox", "pre-release", "live"] | None = Field(default=None, description="Default: all.")
    channel: Text | None = None
    variant: Text | None = Field(default=None, description="The variant's id.")
    deployment: UUID | None = None

    def question(self, project_info: ProjectInfo, now: datetime) -> Question:
        """With one point for all of it."""
        end = self.end or now
        start = self.start or max(end, EPOCH + USUAL) - USUAL
        if end <= start:
            raise ValidationFailed(fields=[FieldError("end", "is not after start")])
        first = step_start(start, Step.HOUR, start)
        last = step_start(end, Step.HOUR, end)
        return Question(
            project_info.id,
            SEQUENCE if self.environment is None else (self.environment,),
            first,
            last if last == end else last + HOUR,
            Step.ALL,
            self.channel,
            self.variant,
            self.deployment,
        )


class AnalyticsQuery(PeriodQuery):
    step: Step = Field(default=Step.DAY, description="Weeks begin on Monday.")
    timeZone: TimeZone = Field(default=UTC_NAME, description="In which days and weeks begin, such as `Europe/Berlin`.")
    groupBy: Dimension | None = Field(default=None, description="Points for each value of this.")
    compare: Text | None = Field(
        default=None,
        description="Another answer beside it: `before` (the time just as long before), `week` (a week earlier), "
        "`start=…` (as long, from then on), or the same with another `environment=…`, `channel=…`, `variant=…` or "
        "`deployment=…`.",
    )

    metric: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)] | None = Field(
        default=None, description="The name of a metric that agent code writes: its figures beside the others."
    )
    latencyParts: Flag = Field(default=False, description="Also what latencies are made of, in `total`.")

    def question(self, project_info: ProjectInfo, now: datetime) -> Question:
        return replace(
            super().question(project_info, now),
            step=self.step,
            by=self.groupBy,
            zone=ZoneInfo(self.timeZone),
            with_parts=self.latencyParts,
        )

    def compared(self, question: Question) -> Question | None:
        if self.compare is None:
            return None
        try:
            return comparison.compared(question, self.compare, parse_timestamp)
        except ValueError as error:
            raise ValidationFailed(fields=[FieldError("compare", str(error))]) from None


async def read_analytics(request: ApiRequest[None, AnalyticsQuery]) -> Response:
    query = request.query
    question = query.question(request.project, request.resources.clock.now())
    check(question)
    other = query.compared(question)
    # Each takes a connection of its own, and most of its time passes in the database.
    mine, *others = await asyncio.gather(*(_answer(request, each) for each in (question, other) if each is not None))
    said = {
        "start": iso(question.start),
        "end": iso(question.end),
        "step": question.step,
        "groupBy": question.by,
        "total": mine.shown_total(),
        "points": mine.shown_points(),
    }
    if other is not None:
        said["compared"] = _compared(other, mine, others[0])
    return json_response(said)


@value
class Answer:
    """Sums, and what is counted beside them."""

    total: Sums
    points: Points
    metric: MetricPoints | None
    peaks: Peaks | None
    has_parts: bool

    def shown_total(self) -> dict[str, Any]:
        metric = None if self.metric is None else MetricSums()
        for sums in (self.metric or {}).values():
            assert metric is not None
            metric.add(sums)
        peak = None if self.peaks is None else max(self.peaks.values(), default=0)
        shown = _figures(self.total, peak, metric)
        return {**shown, "latencyParts": parts_json(self.total.parts)} if self.has_parts else shown

    def shown_points(self) -> list[dict[str, Any]]:
        ordered = sorted(self.points.items(), key=lambda each: (each[0][0], each[0][1] or ""))
        return [{"start": iso(at[0]), "group": at[1], **self._shown(at, sums)} for at, sums in ordered]

    def _shown(self, at: tuple[datetime, str | None], sums: Sums) -> dict[str, Any]:
        metric = None if self.metric is None else self.metric.get(at, MetricSums())
        return _figures(sums, None if self.peaks is None else self.peaks.get(at, 0), metric)


def _figures(sums: Sums, peak: int | None, metric: MetricSums | None) -> dict[str, Any]:
    shown = {**to_json(sums), "peakConcurrency": peak}
    return shown if metric is None else {**shown, "metric": metrics.to_json(metric)}


async def _answer(request: ApiRequest[None, AnalyticsQuery], question: Question) -> Answer:
    db, name = request.resources.db, request.query.metric
    points, metric, peaks = await asyncio.gather(
        answers.answer(db, question),
        _metric(db, question, name, sees_transcripts(request)),
        read_peaks(db, question, request.resources.clock.now()),
    )
    if len(points) > MOST_POINTS:
        raise TooManySteps(f"An answer has at most {MOST_POINTS} points.")
    total = Sums()
    for sums in points.values():
        if not sees_transcripts(request):
            sums.reasons.clear()
        total.add(sums)
    if question.by is None:
        points = {(start, None): points.get((start, None), Sums()) for start in steps(question)}
    return Answer(total, points, metric, peaks, question.with_parts)


async def _metric(db: Database, question: Question, name: str | None, with_texts: bool) -> MetricPoints | None:
    if name is None:
        return None
    points = await metric_answers.answer(db, question, name)
    for sums in points.values() if not with_texts else ():
        sums.by_value = Counter({value: times for value, times in sums.by_value.items() if is_score(value)})
    return points


def _compared(question: Question, mine: Answer, other: Answer) -> dict[str, Any]:
    total, here = other.shown_total(), mine.shown_total()
    differences = comparison.differences(mine.total, other.total)
    differences["peakConcurrency"] = comparison.difference(here["peakConcurrency"], total["peakConcurrency"])
    for figure in ("count", "sum", "mean") if mine.metric is not None else ():
        name = f"metric{figure.capitalize()}"
        differences[name] = comparison.difference(here["metric"][figure], total["metric"][figure])
    return {
        "start": iso(question.start),
        "end": iso(question.end),
        "environment": question.environments[0] if len(question.environments) == 1 else None,
        "channel": question.channel,
        "variant": question.variant_id,
        "deployment": question.deployment_id and str(question.deployment_id),
        "total": total,
        "points": other.shown_points(),
        "differences": differences,
    }


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/analytics",
        reads_recent(read_analytics),
        AGENTS,
        "How an agent does over time",
        description="Sums by hour, day or week, of all conversations or by environment, channel, variant or "
        "deployment. They are kept ready: a quarter of a year is answered as fast as a day.",
        query=AnalyticsQuery,
        reply=Analytics,
        errors=(ProjectNotFound, TooManySteps),
    ),
)
