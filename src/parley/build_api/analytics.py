"""How an agent does: conversations, containment, handoffs, errors and latency over time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.domain.analytics import answers, comparison
from parley.domain.analytics.model import (
    HOUR,
    MOST_POINTS,
    Dimension,
    Question,
    Step,
    Sums,
    TooManySteps,
    check,
    step_start,
    steps,
    to_json,
)
from parley.domain.deployments.model import SEQUENCE
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.kit.ids import EPOCH
from parley.storage.db import Database
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response
from parley.web.timestamps import Timestamp, parse_timestamp

Text = Annotated[str, Field(max_length=255)]
USUAL = timedelta(days=7)


class Figures(BaseModel):
    conversations: int = Field(description="That started in this time.")
    ended: int = Field(description="Of those, how many have ended.")
    contained: int = Field(description="Of those that have ended, how many were not handed over.")
    containment: float | None = Field(description="Their share; null: none has ended.")
    handoffs: int
    handoffRate: float | None
    handoffReasons: dict[str, int] = Field(description="The most frequent first.")
    turns: int
    silences: int
    misunderstoodTurns: int = Field(description="Turns that were out of domain.")
    misunderstoodShare: float | None = Field(description="Their share of all turns.")
    meanDuration: float | None = Field(description="Seconds, of those that have ended.")
    latencyP50Ms: int | None = Field(description="From the user's last word to the agent's first; exact to 7.5 %.")
    latencyP95Ms: int | None
    crashed: int = Field(description="Conversations that broke off.")
    functionErrors: int
    apiErrors: int
    errorsPerConversation: float | None = Field(description="All of these three together.")


class Point(Figures):
    start: str = Field(description="Of the step.")
    group: str | None = Field(description="The value of `groupBy`; null without it.")


class Difference(BaseModel):
    value: float | None
    compared: float | None
    change: float | None = Field(description="0.1: a tenth more than what it is compared with.")
    isBetter: bool | None = Field(description="null: the same, unknown, or neither better nor worse.")
    isSure: bool | None = Field(
        description="Of shares: the difference is larger than chance makes it in 19 of 20 times. null: not known."
    )


class Compared(BaseModel):
    start: str
    end: str
    environment: str | None = Field(description="Which conversations it is about; null: all.")
    channel: str | None
    variant: str | None
    deployment: str | None
    total: Figures
    points: list[Point] = Field(description="In the order of time: the first stands beside the first, and so on.")
    differences: dict[str, Difference] = Field(description="By the name of a figure.")


class Analytics(BaseModel):
    start: str
    end: str
    step: Step
    groupBy: Dimension | None
    total: Figures
    points: list[Point] = Field(description="In the order of time; with `groupBy`, only those with conversations.")
    compared: Compared | None = Field(default=None, description="Only with `compare`.")


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
    step: Step = Field(default=Step.DAY, description="Days and weeks begin in UTC, weeks on Monday.")
    groupBy: Dimension | None = Field(default=None, description="Points for each value of this.")
    compare: Text | None = Field(
        default=None,
        description="Another answer beside it: `before` (the time just as long before), `week` (a week earlier), "
        "`start=…` (as long, from then on), or the same with another `environment=…`, `channel=…`, `variant=…` or "
        "`deployment=…`.",
    )

    def question(self, project_info: ProjectInfo, now: datetime) -> Question:
        return replace(super().question(project_info, now), step=self.step, by=self.groupBy)

    def compared(self, question: Question) -> Question | None:
        if self.compare is None:
            return None
        try:
            return comparison.compared(question, self.compare, parse_timestamp)
        except ValueError as error:
            raise ValidationFailed(fields=[FieldError("compare", str(error))]) from None


async def read_analytics(request: ApiRequest[None, AnalyticsQuery]) -> Response:
    question = request.query.question(request.project, request.resources.clock.now())
    check(question)
    other = request.query.compared(question)
    total, points = await _answer(request.resources.db, question)
    said = {
        "start": iso(question.start),
        "end": iso(question.end),
        "step": question.step,
        "groupBy": question.by,
        "total": to_json(total),
        "points": points,
    }
    if other is not None:
        said["compared"] = await _compared(request.resources.db, other, total)
    return json_response(said)


async def _answer(db: Database, question: Question) -> tuple[Sums, list[dict[str, Any]]]:
    points = await answers.answer(db, question)
    if len(points) > MOST_POINTS:
        raise TooManySteps(f"An answer has at most {MOST_POINTS} points.")
    total = Sums()
    for sums in points.values():
        total.add(sums)
    if question.by is None:
        points = {(start, None): points.get((start, None), Sums()) for start in steps(question)}
    ordered = sorted(points.items(), key=lambda each: (each[0][0], each[0][1] or ""))
    return total, [_point(start, group, sums) for (start, group), sums in ordered]


async def _compared(db: Database, question: Question, mine: Sums) -> dict[str, Any]:
    total, points = await _answer(db, question)
    return {
        "start": iso(question.start),
        "end": iso(question.end),
        "environment": question.environments[0] if len(question.environments) == 1 else None,
        "channel": question.channel,
        "variant": question.variant_id,
        "deployment": question.deployment_id and str(question.deployment_id),
        "total": to_json(total),
        "points": points,
        "differences": comparison.differences(mine, total),
    }


def _point(start: datetime, group: str | None, sums: Sums) -> dict[str, Any]:
    return {"start": iso(start), "group": group, **to_json(sums)}


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/analytics",
        read_analytics,
        AGENTS,
        "How an agent does over time",
        description="Sums by hour, day or week, of all conversations or by environment, channel, variant or "
        "deployment. They are kept ready: a quarter of a year is answered as fast as a day.",
        query=AnalyticsQuery,
        reply=Analytics,
        errors=(ProjectNotFound, TooManySteps),
    ),
)
