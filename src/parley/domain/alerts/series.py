"""What a rule would have measured at moments of the last hours, from minutes that are rolled up."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from parley.domain.alerts import activity_store, measurement
from parley.domain.alerts.activity import Activity, select_activity
from parley.domain.alerts.model import Gap, Reading, Rule, State
from parley.domain.alerts.rollups import MINUTE, closed_until
from parley.domain.concurrency.model import floor
from parley.storage.db import Database

HOUR = timedelta(hours=1)


class Span(StrEnum):
    """How far back a series goes."""

    HOUR = "1h"
    SIX_HOURS = "6h"
    DAY = "24h"

    @property
    def length(self) -> timedelta:
        return timedelta(hours=int(self.removesuffix("h")))


STEPS = {Span.HOUR: MINUTE, Span.SIX_HOURS: 5 * MINUTE, Span.DAY: 10 * MINUTE}


@dataclass(frozen=True, slots=True)
class Point:
    at: datetime
    reading: Reading

    def state_of(self, rule: Rule) -> State:
        if isinstance(self.reading, Gap):
            return self.reading.value
        return State.ALERT if rule.is_breached_by(self.reading) else State.OK


def step_of(rule: Rule, span: Span) -> timedelta:
    """Never longer than the rule's window: a peak lies in at least one of them."""
    return min(STEPS[span], rule.window_duration.span)


def moments_of(rule: Rule, span: Span, now: datetime) -> list[datetime]:
    """On a grid, so that whoever asks again finds the same ones; the last is not after now."""
    step = step_of(rule, span)
    last, count = floor(now, step), span.length // step
    return [last - number * step for number in reversed(range(count))]


async def read_series(db: Database, rule: Rule, environments: Sequence[str], span: Span, now: datetime) -> list[Point]:
    """Hour by hour: no more is in memory at a time than what evaluating a rule takes."""
    moments = moments_of(rule, span, now)
    known = await activity_store.list_rollups(db, moments[0] - rule.window_duration.span - MINUTE)
    points: list[Point] = []
    for _, group in groupby(moments, lambda moment: floor(moment, HOUR)):
        some = list(group)
        first, end = some[0] - rule.window_duration.span, some[-1]
        found = await measurement.read_activity(db, [rule.account_id], environments, first, end)
        projects = found.get(rule.account_id)
        points += await asyncio.to_thread(read_points, rule, some, projects, known)
    return points


def read_points(
    rule: Rule, moments: Sequence[datetime], projects: Mapping[str, Activity] | None, known: Container[datetime]
) -> list[Point]:
    """`projects`: what happened between the first window's beginning and the last moment; None: nobody knows. `known`:
    the minutes that are rolled up."""
    if projects is None:
        return [Point(moment, Gap.NOT_MEASURED) for moment in moments]
    activity = select_activity(rule.project_id, projects)
    window, read_anew_from = rule.window_duration.span, closed_until(moments[-1])
    points = []
    for moment in moments:
        if _is_known(moment - window, min(moment, read_anew_from), known):
            points.append(Point(moment, activity.since(moment - window).before(moment).read(rule.metric)))
        else:
            points.append(Point(moment, Gap.NOT_MEASURED))
    return points


def _is_known(start: datetime, end: datetime, known: Container[datetime]) -> bool:
    first = floor(start, MINUTE)
    count = -((first - end) // MINUTE)
    return all(first + number * MINUTE in known for number in range(count))
