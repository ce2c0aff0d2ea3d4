"""Drawing conversations by their number.

Hours that are over are counted. A number out of as many as all hours of the time have together stands for an hour and a
position in it, so each conversation has one number, and as many numbers as are wanted are drawn at once. A number that
stands for none, because its conversation is gone or did not start in the time itself, is passed over.
"""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import numpy as np
from numpy.typing import NDArray

from parley.domain.records.filter_store import count_up_to
from parley.domain.records.model import Filters, RecordRef
from parley.domain.records.samples import sampling_store
from parley.domain.records.samples.sampling_store import Position
from parley.kit.ids import EPOCH, MICROSECOND
from parley.kit.values import value
from parley.storage.db import Database

HOUR = timedelta(hours=1)
MAX_UNCOUNTED = 10_000
"""Of what started since the last counted hour. Counting is far behind when there is more."""
SPARE = 20
"""So many numbers more are drawn, and a quarter: some are passed over."""
MAX_PASSED = 1.0
"""To pass by so many ids for each conversation that there is takes as long as to look at them all."""
FOREVER = datetime(9000, 1, 1, tzinfo=UTC)

chance = Random()  # noqa: S311 nothing here is a secret
os.register_at_fork(after_in_child=chance.seed)  # children of one process must not all draw the same
Integers = NDArray[np.int64]


@value
class Hours:
    """How many conversations started in each hour, or once did."""

    starts: Integers
    """Microseconds since 1970."""
    counts: Integers
    end: datetime
    """Of the last one, which is longer: what was not counted yet is all in it."""

    @property
    def total(self) -> int:
        return int(self.counts.sum())


async def draw_by_number(db: Database, filters: Filters, limit: int) -> list[RecordRef] | None:
    """`limit` of those that started in that time, in random order. None when drawing does not help: hours are not
    counted yet, to go to each position would take longer than to look at all, or too many of them are gone."""
    hours = await _find_hours(db, filters)
    if hours is None or not hours.total:
        return None
    numbers = chance.sample(range(hours.total), min(hours.total, limit + limit // 4 + SPARE))
    positions = _positions(hours, np.array(numbers, np.int64))
    if positions is None:
        return None
    found = await sampling_store.find_at_positions(db, filters, positions, limit)
    # Too few although not all were drawn: to draw more of the same would be uneven, whoever asks looks at all instead.
    if len(found) < limit and len(positions) < hours.total:
        return None
    return found


def _positions(hours: Hours, numbers: Integers) -> list[Position] | None:
    """Where these numbers are. None when more ids would be passed on the way than there are. (Those of the hour before
    are: an id can be older than its conversation.)"""
    ends = np.cumsum(hours.counts)
    which = np.searchsorted(ends, numbers, side="right")
    within = numbers - ends[which] + hours.counts[which]
    if (within + np.concatenate(([0], hours.counts))[which]).sum() > hours.total * MAX_PASSED:
        return None
    last = len(hours.counts) - 1
    starts = [EPOCH + each * MICROSECOND for each in hours.starts[which].tolist()]
    return [
        Position(start, hours.end if hour == last else start + HOUR, number)
        for start, hour, number in zip(starts, which.tolist(), within.tolist(), strict=True)
    ]


async def _find_hours(db: Database, filters: Filters) -> Hours | None:
    """Counted ones, and as the last one everything since. None when that is too much, or nothing was ever counted."""
    # The hour in which the time begins is needed as well: some of its conversations started in the time.
    row = await sampling_store.find_counted_hours(
        db, filters.project_id, filters.environment, filters.start and filters.start - HOUR, filters.end
    )
    if row is None:
        return None
    since: datetime = row["counted_until"]
    start, end = max(since, filters.start or since), filters.end or FOREVER
    uncounted = await count_up_to(db, replace(filters, start=start, end=end), MAX_UNCOUNTED)
    if uncounted == MAX_UNCOUNTED:
        return None
    starts, counts = (np.frombuffer(row[name] or b"", ">i8").astype(np.int64) for name in ("starts", "counts"))
    return Hours(np.append(starts, (start - EPOCH) // MICROSECOND), np.append(counts, uncounted), end)
