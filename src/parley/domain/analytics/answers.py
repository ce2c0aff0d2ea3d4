"""The answer to a question: kept hours as far as there are any, and what came later as it is."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import store
from parley.domain.analytics.model import Points, Question, Sums, step_start
from parley.domain.conversations.counted_hours_store import find_progress
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Database


async def answer(db: Database, question: Question) -> Points:
    points: Points = {}
    for environment in question.environments:
        stage = Stage(question.project_id, environment)
        await _add_stage(db, question, stage, points)
    return points


async def _add_stage(db: Database, question: Question, stage: Stage, points: Points) -> None:
    counted = await find_progress(db, Count.ANALYTICS, stage) or question.start
    counted = min(max(counted, question.start), question.end)
    if counted > question.start:
        for place, sums in (await store.read_hours(db, question, stage, counted)).items():
            points.setdefault(place, Sums()).add(sums)
    if counted < question.end:
        for (hour, facet), sums in (await store.measure(db, stage, counted, question.end, question)).items():
            group = facet.group(question.by, stage.environment)
            points.setdefault((_start(question, hour), group), Sums()).add(sums)


def _start(question: Question, hour: datetime) -> datetime:
    return step_start(hour, question.step, question.start, question.zone)
