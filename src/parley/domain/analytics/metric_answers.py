"""What agents measured, in answer to a question: counted hours as far as there are any, what came later as it is."""

from __future__ import annotations

from parley.domain.analytics import metric_store as store
from parley.domain.analytics.hour_spans import StageHours, find_hour_spans
from parley.domain.analytics.metrics import MetricHours, MetricPoints, MetricSums
from parley.domain.analytics.model import Question, step_start
from parley.domain.conversations.model import Count
from parley.storage.db import Database


async def answer(db: Database, question: Question, name: str) -> MetricPoints:
    """One metric, by step and by the dimension that the question has."""
    points: MetricPoints = {}
    for hours in await find_hour_spans(db, Count.METRICS, question):
        for span in hours.spans:
            for place, sums in (await store.read_hours(db, question, span, name)).items():
                points.setdefault(place, MetricSums()).add(sums)
        for found, sums in (await _measure(db, question, hours, name)).items():
            start = step_start(found.hour, question.step, question.start, question.zone)
            group = found.facet.group(question.by, hours.stage.environment)
            points.setdefault((start, group), MetricSums()).add(sums)
    return points


async def list_metrics(db: Database, question: Question) -> dict[str, MetricSums]:
    """All of them, the most frequent first. What was kept of their values is left out."""
    found: dict[str, MetricSums] = {}
    for hours in await find_hour_spans(db, Count.METRICS, question):
        for span in hours.spans:
            for name, sums in (await store.read_names(db, question, span)).items():
                found.setdefault(name, MetricSums()).add(sums)
        for place, sums in (await _measure(db, question, hours, None)).items():
            sums.by_value.clear()
            found.setdefault(place.name, MetricSums()).add(sums)
    return dict(sorted(found.items(), key=lambda each: (-each[1].times, each[0])))


async def _measure(db: Database, question: Question, hours: StageHours, name: str | None) -> MetricHours:
    if hours.until >= question.end:
        return {}
    return await store.measure(db, hours.stage, hours.until, question.end, question, name)
