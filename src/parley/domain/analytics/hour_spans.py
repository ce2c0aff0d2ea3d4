"""Which hours of a question were counted already, and from where on conversations have to be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.analytics import totals_store
from parley.domain.analytics.hour_span_store import HourSpan
from parley.domain.analytics.model import Question
from parley.domain.analytics.totals import totals_of
from parley.domain.conversations.counted_hours_store import list_begun
from parley.domain.conversations.model import Count, Stage
from parley.kit.values import value
from parley.storage.db import Database


@value
class StageHours:
    """The counted hours of one stage."""

    stage: Stage
    spans: Sequence[HourSpan]
    until: datetime
    """From here on conversations have to be looked at."""
    is_counted: bool
    """False: no hour of the stage ever was."""


async def find_hour_spans(db: Database, count: Count, question: Question) -> list[StageHours]:
    """Of each environment that ever had conversations."""
    begun = await list_begun(db, count, question.project_id, question.environments)
    totals = totals_of(question)
    added_up: dict[str, datetime] = {}
    if totals is not None:
        added_up = await totals_store.find_added_up(db, count, question.project_id, question.environments)
    found = []
    for environment, counted in begun.items():
        stage = Stage(question.project_id, environment)
        until, added = question.within(counted), question.within(added_up.get(environment))
        spans = [HourSpan(stage, question.start, added, totals), HourSpan(stage, added, until)]
        spans = [span for span in spans if span.start < span.end]
        found.append(StageHours(stage, spans, until, counted is not None))
    return found
