"""The answer to a question: counted hours as far as there are any, and what came later as it is."""

from __future__ import annotations

from parley.domain.analytics import store
from parley.domain.analytics.hour_spans import StageHours, find_hour_spans
from parley.domain.analytics.model import Hours, Points, Question, Sums, step_start
from parley.domain.conversations.model import Count
from parley.storage.db import Database


async def answer(db: Database, question: Question) -> Points:
    points: Points = {}
    for hours in await find_hour_spans(db, Count.ANALYTICS, question):
        for span in hours.spans:
            for place, sums in (await store.read_hours(db, question, span)).items():
                points.setdefault(place, Sums()).add(sums)
        for (hour, facet), sums in (await _measure(db, question, hours)).items():
            start = step_start(hour, question.step, question.start, question.zone)
            points.setdefault((start, facet.group(question.by, hours.stage.environment)), Sums()).add(sums)
    return points


async def _measure(db: Database, question: Question, hours: StageHours) -> Hours:
    if hours.until >= question.end:
        return {}
    if hours.is_counted:
        return await store.measure(db, hours.stage, hours.until, question.end, question)
    # There may be a few conversations or a quarter of a year of them.
    async with db.planned() as tx:
        return await store.measure(tx, hours.stage, hours.until, question.end, question)
