"""What agents measured, in answer to a question: kept hours as far as there are any, and what came later as it is."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import metric_store as store
from parley.domain.analytics.metrics import MetricPoints, MetricSums
from parley.domain.analytics.model import Question, step_start
from parley.domain.conversations.counted_hours_store import list_begun
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Database


async def answer(db: Database, question: Question, name: str) -> MetricPoints:
    """One metric, by step and by the dimension that the question has."""
    points: MetricPoints = {}
    for environment, counted in (await _begun(db, question)).items():
        stage = Stage(question.project_id, environment)
        if counted > question.start:
            for place, sums in (await store.read_hours(db, question, stage, counted, name)).items():
                points.setdefault(place, MetricSums()).add(sums)
        if counted < question.end:
            measured = await store.measure(db, stage, counted, question.end, question, name)
            for found, sums in measured.items():
                start = step_start(found.hour, question.step, question.start, question.zone)
                group = found.facet.group(question.by, environment)
                points.setdefault((start, group), MetricSums()).add(sums)
    return points


async def list_metrics(db: Database, question: Question) -> dict[str, MetricSums]:
    """All of them, the most frequent first. What was kept of their values is left out."""
    found: dict[str, MetricSums] = {}
    for environment, counted in (await _begun(db, question)).items():
        stage = Stage(question.project_id, environment)
        if counted > question.start:
            for name, sums in (await store.read_names(db, question, stage, counted)).items():
                found.setdefault(name, MetricSums()).add(sums)
        if counted < question.end:
            measured = await store.measure(db, stage, counted, question.end, question, None)
            for place, sums in measured.items():
                sums.by_value.clear()
                found.setdefault(place.name, MetricSums()).add(sums)
    return dict(sorted(found.items(), key=lambda each: (-each[1].times, each[0])))


async def _begun(db: Database, question: Question) -> dict[str, datetime]:
    """Until when the hours of the question are counted, by environment."""
    begun = await list_begun(db, Count.METRICS, question.project_id, question.environments)
    return {environment: question.within(counted) for environment, counted in begun.items()}
