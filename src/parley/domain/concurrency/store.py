"""Every SQL statement about concurrency.

Spans and hours come by the hundred thousand, so the server packs them: one value for each part, in the binary form that
it sends such columns in anyway, which numpy reads without making an object of anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import numpy as np

from parley.domain.concurrency.model import (
    HOUR,
    WINDOWS_OF_HOUR,
    CountedHour,
    Facet,
    FacetRows,
    Integers,
    Range,
    SeriesQuery,
    floor,
    to_micros,
)
from parley.domain.conversations.model import EARLY, Stage
from parley.kit.ids import EPOCH
from parley.storage.db import Connection, Database
from parley.storage.partitions import MILLISECOND, first_id

LOOKBACK = EARLY + timedelta(hours=2)
"""How much older than a moment the id of a conversation that ran then can be: it ran for at most two hours, and its id
may be an hour older than itself. Those that ran for longer, or still run, are found by indexes of their own."""

# PostgreSQL counts the microseconds of a moment from here.
_SERVER_EPOCH = to_micros(datetime(2000, 1, 1, tzinfo=UTC))
_SPAN = np.dtype([("start", ">i8"), ("end", ">i8")])
# An array as PostgreSQL sends it: dimensions, whether it has nulls, type, length and lower bound come first.
_HOUR = np.dtype(
    [("hour", ">i8"), ("array", ">i4", 5), ("peaks", [("length", ">i4"), ("peak", ">i4")], WINDOWS_OF_HOUR)]
)


async def fetch_spans(db: Database | Connection, query: SeriesQuery, by: Facet, now: datetime) -> list[FacetRows]:
    """The conversations that the query is about and that ran at some moment of its range, parted by a facet."""
    stage, range_ = query.stage, query.range
    # No id is older than 1970, and ids know a moment by its millisecond only: hence the maxima and the one more.
    rows = await db.fetch(
        """
        select value, name, string_agg(timestamptz_send(started_at) || timestamptz_send(ended_at), ''::bytea) as rows
        from (
            select case $8::text when 'variant' then variant_id when 'variant_name' then variant_name
                                 when 'language' then lower(language) when 'number' then to_number else '' end as value,
                   case $8::text when 'variant' then variant_name else '' end as name,
                   started_at, coalesce(ended_at, $7) as ended_at, variant_id, variant_name, language, to_number
            from (
                select started_at, ended_at, variant_id, variant_name, language, to_number from conversations
                where project_id = $1 and environment = $2 and id >= $3 and id < $4
                union all
                select started_at, ended_at, variant_id, variant_name, language, to_number from conversations
                where project_id = $1 and environment = $2 and id < $3
                    and ended_at - started_at > interval '2 hours' and ended_at > $5
                union all
                select started_at, ended_at, variant_id, variant_name, language, to_number from conversations
                where project_id = $1 and environment = $2 and id < $3 and record_bytes is null and ended_at is null
            ) as candidates
        ) as c
        where started_at < $6 and ended_at > $5 and ended_at > started_at
            and ($9::text is null or variant_id = $9) and ($10::text is null or variant_name = $10)
            and ($11::text is null or lower(language) = $11) and ($12::text is null or to_number = $12)
        group by value, name
        """,
        stage.project_id, stage.environment,
        first_id(max(range_.start, EPOCH + LOOKBACK) - LOOKBACK), first_id(max(range_.end, EPOCH) + MILLISECOND),
        range_.start, range_.end, now, by,
        query.variant_id, query.variant_name, query.language, query.number,
    )  # fmt: skip
    return [FacetRows(row["value"], row["name"], _read_spans(row["rows"])) for row in rows]


async def fetch_hours(
    db: Database, stage: Stage, facet: tuple[Facet, str | None], range_: Range, most: int
) -> tuple[datetime | None, list[FacetRows]]:
    """Until when hours were counted (None: never), and those that have windows of the range: at most `most` parts.

    Both from one statement, because the first may be lowered, and the others deleted, at any moment.
    """
    rows = await db.fetch(
        """
        select p.counted_until, h.value, h.name,
               string_agg(timestamptz_send(h.hour) || array_send(h.peaks), ''::bytea) as rows
        from concurrency_progress p left join concurrency_hours h
            on h.project_id = p.project_id and h.environment = p.environment and h.facet = $3
                and ($4::text is null or h.value = $4) and h.hour >= $5 and h.hour < $6
        where p.project_id = $1 and p.environment = $2
        group by p.counted_until, h.value, h.name limit $7
        """,
        stage.project_id, stage.environment, *facet, floor(range_.start, HOUR), range_.end, most,
    )  # fmt: skip
    parts = [FacetRows(row["value"], row["name"], _read_hours(row["rows"])) for row in rows if row["rows"] is not None]
    return (rows[0]["counted_until"] if rows else None), parts


async def insert_hours(tx: Connection, stage: Stage, counted: Iterable[CountedHour]) -> None:
    await tx.executemany(
        """
        insert into concurrency_hours (project_id, environment, facet, value, name, hour, peaks)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        [(stage.project_id, stage.environment, c.facet, c.value, c.name, c.hour, c.peaks) for c in counted],
    )


async def insert_started_hours(tx: Connection, stage: Stage, range_: Range) -> None:
    """How many conversations started in each hour of the range."""
    await tx.execute(
        """
        insert into started_hours (project_id, environment, hour, conversations)
        select $1, $2, date_trunc('hour', started_at, 'UTC'), count(*) from conversations
        where project_id = $1 and environment = $2 and id >= $3 and id < $4 and started_at >= $5 and started_at < $6
        group by 3
        """,
        stage.project_id, stage.environment,
        first_id(max(range_.start, EPOCH + EARLY) - EARLY), first_id(range_.end + MILLISECOND),
        range_.start, range_.end,
    )  # fmt: skip


async def delete_hours(tx: Connection, stage: Stage, since: datetime) -> None:
    since_then = (stage.project_id, stage.environment, since)
    await tx.execute(
        "delete from concurrency_hours where project_id = $1 and environment = $2 and hour >= $3", *since_then
    )
    await tx.execute("delete from started_hours where project_id = $1 and environment = $2 and hour >= $3", *since_then)


def _read_spans(packed: bytes) -> Integers:
    read = np.frombuffer(packed, _SPAN)
    return np.column_stack((read["start"], read["end"])).astype(np.int64) + _SERVER_EPOCH


def _read_hours(packed: bytes) -> Integers:
    read = np.frombuffer(packed, _HOUR)
    return np.column_stack((read["hour"].astype(np.int64) + _SERVER_EPOCH, read["peaks"]["peak"]))
