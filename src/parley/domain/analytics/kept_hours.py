"""What is kept of the hours that a question is about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.analytics import totals_store
from parley.domain.analytics.kept_store import Kept
from parley.domain.analytics.model import Question
from parley.domain.analytics.totals import totals_of
from parley.domain.conversations.counted_hours_store import list_begun
from parley.domain.conversations.model import Count, Stage
from parley.kit.values import value
from parley.storage.db import Database


@value
class KeptHours:
    """Of one stage."""

    stage: Stage
    spans: Sequence[Kept]
    until: datetime
    """From here on conversations have to be looked at."""
    is_counted: bool
    """False: no hour of the stage ever was."""


async def find_kept(db: Database, count: Count, question: Question) -> list[KeptHours]:
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
        spans = [Kept(stage, question.start, added, totals), Kept(stage, added, until)]
        kept = [span for span in spans if span.start < span.end]
        found.append(KeptHours(stage, kept, until, counted is not None))
    return found
