"""The answer to a question: kept hours as far as there are any, and what came later as it is."""

from __future__ import annotations

from datetime import datetime

from parley.domain.analytics import store
from parley.domain.analytics.model import Hours, Points, Question, Sums, step_start
from parley.domain.conversations.counted_hours_store import list_begun
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Database


async def answer(db: Database, question: Question) -> Points:
    points: Points = {}
    begun = await list_begun(db, Count.ANALYTICS, question.project_id, question.environments)
    for environment, counted in begun.items():
        await _add_stage(db, question, Stage(question.project_id, environment), counted, points)
    return points


async def _add_stage(db: Database, question: Question, stage: Stage, counted: datetime | None, points: Points) -> None:
    kept = question.within(counted)
    if kept > question.start:
        for place, sums in (await store.read_hours(db, question, stage, kept)).items():
            points.setdefault(place, Sums()).add(sums)
    if kept < question.end:
        for (hour, facet), sums in (await _measure(db, question, stage, counted)).items():
            group = facet.group(question.by, stage.environment)
            points.setdefault((_start(question, hour), group), Sums()).add(sums)


async def _measure(db: Database, question: Question, stage: Stage, counted: datetime | None) -> Hours:
    if counted is not None:
        return await store.measure(db, stage, question.within(counted), question.end, question)
    # There may be a few conversations or a quarter of a year of them.
    async with db.planned() as tx:
        return await store.measure(tx, stage, question.start, question.end, question)


def _start(question: Question, hour: datetime) -> datetime:
    return step_start(hour, question.step, question.start, question.zone)
