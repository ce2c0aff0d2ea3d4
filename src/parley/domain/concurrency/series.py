"""The series that a query asks for: counted hours as far as there are any, and a count of what ran since."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from parley.domain.concurrency import store
from parley.domain.concurrency.model import (
    MOST_INTERVALS,
    WINDOW,
    Facet,
    FacetRows,
    Range,
    Series,
    SeriesQuery,
    TooManyIntervals,
)
from parley.domain.concurrency.peaks import build_series
from parley.storage.db import Database


async def read_series(db: Database, query: SeriesQuery, now: datetime) -> list[Series]:
    """One series, or by variant one for each that ran in the range. Nothing runs after now."""
    counted, hours = await _read_counted(db, query)
    spans: list[FacetRows] = []
    if counted < query.range.windows:
        rest = Range(query.range.start + counted * WINDOW, query.range.end)
        by = Facet.VARIANT if query.by_variant else Facet.ALL
        spans = await store.fetch_spans(db, replace(query, range=rest), by, now)
    # Off the loop: an answer may have a million numbers.
    return await asyncio.to_thread(build_series, query, hours, spans, counted)


async def _read_counted(db: Database, query: SeriesQuery) -> tuple[int, list[FacetRows]]:
    """How many windows of the range are known from counted hours, and these."""
    if query.facet is None:
        return 0, []
    most = MOST_INTERVALS // query.range.windows
    # One part more than fits tells that there are too many.
    until, hours = await store.fetch_hours(db, query.stage, query.facet, query.range, most + 1)
    if len(hours) > most:
        raise TooManyIntervals
    return query.range.windows_before(until), hours
