"""Drawing conversations by their number.

Hours that are over are counted. A number out of as many as all hours of the time have together stands for an hour and a
place in it, so each conversation has one number, and as many numbers as are wanted are drawn at once. A number that
stands for none, because its conversation is gone or did not start in the time itself, is passed over.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random

import numpy as np
from numpy.typing import NDArray

from parley.domain.conversations.model import EARLY
from parley.domain.records.filters import MILLISECOND, Conditions, count_up_to
from parley.domain.records.model import Filters, Listed
from parley.kit.ids import EPOCH, MICROSECOND
from parley.storage.db import Database, Row
from parley.storage.partitions import first_id

HOUR = timedelta(hours=1)
MOST_UNCOUNTED = 10_000
"""Of what started since the last counted hour. Counting is far behind when there is more."""
SPARE = 20
"""So many numbers more are drawn, and a quarter: some are passed over."""
WORTH = 1.0
"""To pass by so many ids for each conversation that there is takes as long as to look at them all."""
FOREVER = datetime(9000, 1, 1, tzinfo=UTC)

chance = Random()  # noqa: S311 nothing here is a secret
os.register_at_fork(after_in_child=chance.seed)  # children of one process must not all draw the same
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Hours:
    """Microseconds since 1970 of each, and how many conversations started in it, or once did. The last one is longer:
    it lasts up to the end."""

    starts: Integers
    counts: Integers
    end: datetime

    @property
    def total(self) -> int:
        return int(self.counts.sum())


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation: the one that so many others come before, of those that started from one moment up to another."""

    start: datetime
    end: datetime
    number: int


async def draw(db: Database, filters: Filters, limit: int) -> list[Listed] | None:
    """`limit` of those that started in that time, in random order. None when drawing does not help: hours are not
    counted yet, to go to each place would take longer than to look at all, or too many of them are gone."""
    hours = await _hours(db, filters)
    if hours is None or not hours.total:
        return None
    numbers = chance.sample(range(hours.total), min(hours.total, limit + limit // 4 + SPARE))
    places = _places(hours, np.array(numbers, np.int64))
    if places is None:
        return None
    rows = await _at(db, filters, places, limit)
    if len(rows) < limit and len(places) < hours.total:
        return None
    return [Listed(row["id"], row["record_bytes"]) for row in rows]


def _places(hours: Hours, numbers: Integers) -> list[Place] | None:
    """Where these numbers are. None when more ids would be passed on the way than there are. (Those of the hour before
    are: an id can be older than its conversation.)"""
    ends = np.cumsum(hours.counts)
    which = np.searchsorted(ends, numbers, side="right")
    within = numbers - ends[which] + hours.counts[which]
    if (within + np.concatenate(([0], hours.counts))[which]).sum() > hours.total * WORTH:
        return None
    last = len(hours.counts) - 1
    starts = [EPOCH + each * MICROSECOND for each in hours.starts[which].tolist()]
    return [
        Place(start, hours.end if hour == last else start + HOUR, number)
        for start, hour, number in zip(starts, which.tolist(), within.tolist(), strict=True)
    ]


async def _hours(db: Database, filters: Filters) -> Hours | None:
    """Counted ones, and as the last one everything since. None when that is too much, or nothing was ever counted."""
    row = await db.fetchrow(
        """
        select p.counted_until, h.starts, h.counts
        from concurrency_progress as p cross join lateral (
            select string_agg(int8send((extract(epoch from hour) * 1000000)::int8), ''::bytea order by hour) as starts,
                   string_agg(int8send(conversations), ''::bytea order by hour) as counts
            from started_hours
            where project_id = p.project_id and environment = p.environment
                and ($3::timestamptz is null or hour > $3) and ($4::timestamptz is null or hour < $4)
        ) as h
        where p.project_id = $1 and p.environment = $2
        """,
        filters.project_id, filters.environment, filters.start and filters.start - HOUR, filters.end,
    )  # fmt: skip
    if row is None:
        return None
    since: datetime = row["counted_until"]
    start, end = max(since, filters.start or since), filters.end or FOREVER
    uncounted = await count_up_to(db, replace(filters, start=start, end=end), MOST_UNCOUNTED)
    if uncounted == MOST_UNCOUNTED:
        return None
    starts, counts = (np.frombuffer(row[name] or b"", ">i8").astype(np.int64) for name in ("starts", "counts"))
    return Hours(np.append(starts, (start - EPOCH) // MICROSECOND), np.append(counts, uncounted), end)


async def _at(db: Database, filters: Filters, places: list[Place], limit: int) -> list[Row]:
    """(id, record_bytes) of whoever is at these places and is meant, in their order, at most `limit`. Ids are gone
    through in an index alone."""
    where = Conditions(filters)
    wanted = [
        where.arg([place.start for place in places]),
        where.arg([place.end for place in places]),
        where.arg([first_id(place.start - EARLY) for place in places]),
        where.arg([first_id(place.end + MILLISECOND) for place in places]),
        where.arg([place.number for place in places]),
    ]
    types = ("timestamptz[]", "timestamptz[]", "uuid[]", "uuid[]", "int8[]")
    given = ", ".join(f"{arg}::{kind}" for arg, kind in zip(wanted, types, strict=True))
    return await db.fetch(
        f"""
        select drawn.id, c.record_bytes
        from unnest({given}) with ordinality as p (start, "end", first_id, end_id, number, turn)
            cross join lateral (
                select c.id from conversations as c
                where c.project_id = $1 and c.environment = $2 and c.id >= p.first_id and c.id < p.end_id
                    and c.started_at >= p.start and c.started_at < p.end
                order by c.id offset p.number limit 1
            ) as drawn
            cross join lateral (
                select c.record_bytes from conversations as c where c.id = drawn.id and {where} offset 0
            ) as c
        order by p.turn limit {where.arg(limit)}
        """,
        *where.args,
    )
