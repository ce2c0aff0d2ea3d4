"""From a question to its series: counted hours as far as there are any, and a count of what ran since."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from parley.domain.concurrency import store
from parley.domain.concurrency.counting import series
from parley.domain.concurrency.model import (
    MOST_INTERVALS,
    WINDOW,
    Facet,
    Part,
    Question,
    Range,
    Series,
    TooManyIntervals,
)
from parley.storage.db import Database


async def measure(db: Database, question: Question, now: datetime) -> list[Series]:
    """One series, or by variant one for each that ran in the range. Nothing runs after now."""
    counted, hours = await _counted(db, question)
    spans: list[Part] = []
    if counted < question.range.windows:
        rest = Range(question.range.start + counted * WINDOW, question.range.end)
        by = Facet.VARIANT if question.by_variant else Facet.ALL
        spans = await store.spans(db, replace(question, range=rest), by, now)
    return await asyncio.to_thread(series, question, hours, spans, counted)


async def _counted(db: Database, question: Question) -> tuple[int, list[Part]]:
    """How many windows of the range are known from counted hours, and these."""
    if question.facet is None:
        return 0, []
    most = MOST_INTERVALS // question.range.windows
    until, hours = await store.hours(db, question.stage, question.facet, question.range, most + 1)
    if len(hours) > most:
        raise TooManyIntervals
    return question.range.windows_before(until), hours
