"""What an alert rule has measured lately, and the states that it has been in."""

from __future__ import annotations

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.monitoring.alert_models import Condition
from parley.build_api.monitoring.alerts import NOT_FOUND, ONE, check_id, condition_json, find_rule
from parley.domain.alerts import series, store
from parley.domain.alerts.model import HISTORY_KEPT, Gap, State
from parley.domain.alerts.series import Point, Span
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import MONITORING
from parley.web.responses import json_response
from parley.web.timestamps import Timestamp


class SeriesPoint(BaseModel):
    at: str = Field(description="The end of a window.")
    value: int | None
    state: State = Field(description="What the value means by the rule as it is now; `unknown`: it was not measured.")


class Series(Condition):
    step_seconds: int
    data: list[SeriesPoint]


class SeriesQuery(BaseModel):
    span: Span = Field(default=Span.SIX_HOURS, description="How far back.")


class PastState(BaseModel):
    state: State
    value: int | None = Field(description="What was measured when it began.")
    since: str
    until: str | None = Field(description="Null: the state that the rule is in.")


class History(BaseModel):
    data: list[PastState]
    next_cursor: str | None = Field(description="The `cursor` of the next page; null: this was the last one.")


class HistoryQuery(BaseModel):
    limit: int = Field(default=50, ge=1, le=200)
    cursor: Timestamp | None = Field(default=None, description="The `next_cursor` of the page before.")


async def get_series(request: ApiRequest[None, SeriesQuery]) -> Response:
    resources, span = request.resources, request.query.span
    rule = await find_rule(resources, request.caller, request.path)
    environments = resources.settings.alert_environments
    points = await series.read_series(resources.db, rule, environments, span, resources.clock.now())
    return json_response(
        {
            **condition_json(rule),
            "step_seconds": int(series.step_of(rule, span).total_seconds()),
            "data": [{"at": iso(point.at), "value": _value(point), "state": point.state_of(rule)} for point in points],
        }
    )


def _value(point: Point) -> int | None:
    return None if isinstance(point.reading, Gap) else point.reading


async def get_history(request: ApiRequest[None, HistoryQuery]) -> Response:
    query, resources = request.query, request.resources
    rule = await find_rule(resources, request.caller, request.path)
    found = await store.list_states(resources.db, rule.id, query.cursor, query.limit + 1)
    shown, rest = found[: query.limit], found[query.limit :]
    listed = [
        {
            "state": row["state"],
            "value": row["value"],
            "since": iso(row["at"]),
            "until": iso(row["until"]) if row["until"] else None,
        }
        for row in shown
    ]
    return json_response({"data": listed, "next_cursor": shown[-1]["at"].isoformat() if rest else None})


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{ONE}/series",
        get_series,
        MONITORING,
        "What an alert rule has measured lately",
        query=SeriesQuery,
        reply=Series,
        before=check_id,
        errors=NOT_FOUND,
        description="The rule as it is now, measured in windows that end at equal distances, the oldest first. A "
        "window that was not measured at the time has no value: nobody watched then.",
    ),
    Endpoint(
        "GET",
        f"{ONE}/history",
        get_history,
        MONITORING,
        "The states that an alert rule has been in",
        query=HistoryQuery,
        reply=History,
        before=check_id,
        errors=NOT_FOUND,
        description=f"Newest first, of the last {HISTORY_KEPT.days} days.",
    ),
)
