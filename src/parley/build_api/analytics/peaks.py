"""The most conversations that ran at once in each step of a question, from the series of the Concurrency API."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from parley.domain.analytics.model import Dimension, Question, steps
from parley.domain.concurrency.model import WINDOW, Range, Series, SeriesQuery, TooManyIntervals
from parley.domain.concurrency.series import read_series
from parley.domain.conversations.counted_hours_store import list_begun
from parley.domain.conversations.model import Count, Stage
from parley.storage.db import Database

Peaks = dict[tuple[datetime, str | None], int]
"""By the beginning of the step, and the value of the dimension where one is asked for."""
UNKNOWN = (Dimension.CHANNEL, Dimension.DEPLOYMENT)
"""By which concurrency is not counted."""


async def read_peaks(db: Database, question: Question, now: datetime) -> Peaks | None:
    """None: that is not known of such conversations."""
    if question.channel is not None or question.deployment_id is not None or question.by in UNKNOWN:
        return None
    found: Peaks = {}
    for environment in await list_begun(db, Count.CONCURRENCY, question.project_id, question.environments):
        asked = SeriesQuery(
            Stage(question.project_id, environment),
            Range.around(question.start, question.end),
            variant_id=question.variant_id,
            by_variant=question.by is Dimension.VARIANT,
        )
        try:
            series = await read_series(db, asked, now)
        except TooManyIntervals:
            return None
        for place, peak in (await asyncio.to_thread(_by_step, question, environment, series)).items():
            found[place] = max(found.get(place, 0), peak)
    return found


def _by_step(question: Question, environment: str, series: Sequence[Series]) -> Peaks:
    starts = list(steps(question))
    first = [max((start - question.start) // WINDOW, 0) for start in starts]
    return {
        (start, _group(question, environment, line)): int(peak)
        for line in series
        for start, peak in zip(starts, np.maximum.reduceat(line.peaks, first), strict=True)
    }


def _group(question: Question, environment: str, line: Series) -> str | None:
    if question.by is Dimension.VARIANT:
        return line.variant_id
    return environment if question.by is Dimension.ENVIRONMENT else None
