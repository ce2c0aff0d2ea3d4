"""Every SQL statement about sums of conversations: counting them, keeping them, reading them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np
import orjson

from parley.domain.analytics.hour_span_store import HourSpan
from parley.domain.analytics.model import NUMBERS, Facet, Hours, Points, Question, Sums, steps
from parley.domain.conversations.latencies import BUCKETS, FIRST_MS, GROWTH, TIMINGS, Part
from parley.domain.conversations.model import EARLY, Stage
from parley.kit.ids import EPOCH
from parley.storage.db import Connection, Database, Row
from parley.storage.partitions import MILLISECOND, first_id

FACET = "date_trunc('hour', c.started_at, 'UTC') as hour, c.channel, c.variant_id, c.deployment_id"
MEANT = """
    c.project_id = $1 and c.environment = $2 and c.id >= $3 and c.id < $4 and c.started_at >= $5 and c.started_at < $6
    and ($7::text is null or c.channel = $7) and ($8::text is null or c.variant_id = $8)
    and ($9::uuid is null or c.deployment_id = $9)
"""
BUCKET = f"""
    least(
        greatest(floor(ln(greatest({{0}}, 0.001)::float8 / {FIRST_MS}) / ln({GROWTH}::float8)), 0), {BUCKETS - 1}
    )::int
"""
PACKED = np.dtype(">i4")


def meant_args(stage: Stage, start: datetime, end: datetime, only: Question | None) -> tuple[Any, ...]:
    """The arguments of MEANT."""
    return (
        stage.project_id, stage.environment, first_id(max(start, EPOCH + EARLY) - EARLY),
        first_id(max(end, EPOCH) + MILLISECOND), start, end,
        *((only.channel, only.variant_id, only.deployment_id) if only else (None, None, None)),
    )  # fmt: skip


async def measure(
    db: Database | Connection, stage: Stage, start: datetime, end: datetime, only: Question | None
) -> Hours:
    """From the conversations themselves. `only`: those that a question is about."""
    args = meant_args(stage, start, end, only)
    found: Hours = {}
    for row in await db.fetch(
        f"""
        select {FACET}, count(*) as conversations, count(c.ended_at) as ended,
               count(*) filter (where c.ended_at is not null and c.handoff) as handoffs,
               coalesce(sum(extract(epoch from c.ended_at - c.started_at)), 0)::float8 as seconds,
               sum(c.num_turns) as turns, sum(c.num_silences) as silences, sum(c.num_ood) as misunderstood,
               count(*) filter (where c.end_reason in ('crash', 'error')) as crashed,
               coalesce(sum(f.function_errors), 0) as function_errors, coalesce(sum(f.api_errors), 0) as api_errors
        from conversations as c
            left join finishes as f on f.conversation_id = c.id and f.conversation_id >= $3 and f.conversation_id < $4
        where {MEANT} group by 1, 2, 3, 4
        """,
        *args,
    ):
        sums = found[_key(row)] = Sums()
        for name in NUMBERS:
            setattr(sums, name, row[name])
    for row in await db.fetch(
        f"""
        select {FACET}, c.handoff_reason as reason, count(*) as times from conversations as c
        where {MEANT} and c.handoff and c.ended_at is not null group by 1, 2, 3, 4, 5
        """,
        *args,
    ):
        found.setdefault(_key(row), Sums()).reasons[row["reason"]] += row["times"]
    for row in await db.fetch(
        f"""
        select {FACET}, case when t.latency_ms is not null then {BUCKET.format("t.latency_ms")} end as bucket,
               count(*) as times, sum(t.function_errors) as function_errors, sum(t.api_errors) as api_errors
        from conversations as c
            join turns as t on t.conversation_id = c.id and t.conversation_id >= $3 and t.conversation_id < $4
        where {MEANT} group by 1, 2, 3, 4, 5
        """,
        *args,
    ):
        sums = found.setdefault(_key(row), Sums())
        sums.function_errors += row["function_errors"]
        sums.api_errors += row["api_errors"]
        if row["bucket"] is not None:
            sums.latencies[row["bucket"]] += row["times"]
    if only is None or only.with_parts:
        await _measure_parts(db, args, found)
    return found


async def _measure_parts(db: Database | Connection, args: Sequence[Any], found: Hours) -> None:
    """What latencies are made of, from the traces of turns: each of them is unpacked, once."""
    for row in await db.fetch(
        f"""
        select {FACET}, p.number, {BUCKET.format("p.ms")} as bucket, count(*) as times
        from conversations as c
            join turns as t on t.conversation_id = c.id and t.conversation_id >= $3 and t.conversation_id < $4
            cross join lateral (select t.trace -> 'timings' as timings offset 0) as traced
            cross join lateral (
                select number, (traced.timings ->> name)::float8 as ms
                from unnest($10::text[]) with ordinality as named (name, number)
            ) as p
        where {MEANT} and p.ms > 0 group by 1, 2, 3, 4, 5, 6
        """,
        *args, [TIMINGS[part] for part in Part],
    ):  # fmt: skip
        found.setdefault(_key(row), Sums()).parts[row["number"] - 1, row["bucket"]] += row["times"]


def _key(row: Row) -> tuple[datetime, Facet]:
    return row["hour"], Facet(row["channel"], row["variant_id"], row["deployment_id"])


async def insert_hours(tx: Connection, stage: Stage, hours: Mapping[tuple[datetime, Facet], Sums]) -> None:
    names = ", ".join(NUMBERS)
    places = ", ".join(f"${number}" for number in range(10, 10 + len(NUMBERS)))
    await tx.executemany(
        f"""
        insert into analytics_hours
            (project_id, environment, hour, channel, variant_id, deployment_id, reasons, latencies, parts, {names})
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, {places})
        """,
        [
            (
                stage.project_id, stage.environment, hour, facet.channel, facet.variant_id, facet.deployment_id,
                *_columns(sums),
            )
            for (hour, facet), sums in hours.items()
        ],
    )  # fmt: skip


async def read_hours(db: Database | Connection, question: Question, span: HourSpan) -> Points:
    """The counted hours of a question, added up by step and dimension."""
    starts = list(steps(question))
    meant, args = span.where(question)
    table = "analytics_hours" if span.totals is None else "analytics_totals"
    sums = ", ".join(f"sum(h.{name})::{'float8' if name == 'seconds' else 'bigint'} as {name}" for name in NUMBERS)
    points: Points = {}
    for row in await db.fetch(
        f"""
        select {step_of(args, starts)} as step, {span.group(question)}::text as part,
               string_agg(h.latencies, ''::bytea) as packed,
               {"string_agg(h.parts, ''::bytea)" if question.with_parts else "''::bytea"} as packed_parts,
               string_agg(h.reasons::text, ',') filter (where h.handoffs > 0) as reasons, {sums}
        from {table} as h where {meant} group by 1, 2
        """,
        *args,
    ):
        point = points[starts[row["step"]], row["part"]] = _unpacked(row["packed"], row["packed_parts"])
        point.reasons = added_up(row["reasons"])
        for name in NUMBERS:
            setattr(point, name, row[name])
    return points


def step_of(args: list[Any], starts: Sequence[datetime]) -> str:
    """The SQL of which step an hour `h` is in, of those that begin at these moments, which become one more argument."""
    args.append(starts)
    return f"width_bucket(h.hour, ${len(args)}::timestamptz[]) - 1"


def added_up(counts: str | None) -> Counter[str]:
    """Of JSON objects, one behind the other in a text: to take thousands apart is quicker here than in SQL."""
    total: Counter[str] = Counter()
    for each in orjson.loads(f"[{counts or ''}]"):
        for name, times in each.items():
            total[name] += times
    return total


def _unpacked(latencies: bytes, parts: bytes) -> Sums:
    """Of any number of hours. Those that a version before counted have no parts."""
    return Sums(
        latencies=np.frombuffer(latencies, PACKED).reshape(-1, BUCKETS).sum(axis=0, dtype=np.int64),
        parts=np.frombuffer(parts, PACKED).reshape(-1, len(Part), BUCKETS).sum(axis=0, dtype=np.int64),
    )


async def fetch_hours(tx: Connection, stage: Stage, start: datetime, end: datetime) -> Hours:
    """Each by itself."""
    found: Hours = {}
    for row in await tx.fetch(
        f"""
        select hour, channel, variant_id, deployment_id, latencies, parts, reasons, {", ".join(NUMBERS)}
        from analytics_hours
        where project_id = $1 and environment = $2 and hour >= $3 and hour < $4
        """,
        stage.project_id, stage.environment, start, end,
    ):  # fmt: skip
        sums = found[_key(row)] = _unpacked(row["latencies"], row["parts"])
        sums.reasons = Counter(row["reasons"])
        for name in NUMBERS:
            setattr(sums, name, row[name])
    return found


async def insert_totals(tx: Connection, stage: Stage, totals: Mapping[tuple[datetime, str, str], Sums]) -> None:
    names = ", ".join(NUMBERS)
    places = ", ".join(f"${number}" for number in range(9, 9 + len(NUMBERS)))
    await tx.executemany(
        f"""
        insert into analytics_totals (project_id, environment, hour, facet, value, reasons, latencies, parts, {names})
        values ($1, $2, $3, $4, $5, $6, $7, $8, {places})
        """,
        [(stage.project_id, stage.environment, *place, *_columns(sums)) for place, sums in totals.items()],
    )


def _columns(sums: Sums) -> tuple[Any, ...]:
    parts = sums.parts.astype(PACKED).tobytes() if sums.parts.any() else b""
    return (
        dict(sums.reasons),
        sums.latencies.astype(PACKED).tobytes(),
        parts,
        *(getattr(sums, name) for name in NUMBERS),
    )


async def find_oldest_open(db: Database, stage: Stage, since: datetime) -> datetime | None:
    """When the first of those started that are not finished yet; none from before `since` is waited for."""
    row = await db.fetchrow(
        """
        select min(started_at) as oldest from conversations
        where project_id = $1 and environment = $2 and record_bytes is null and id >= $3
        """,
        stage.project_id, stage.environment, first_id(since),
    )  # fmt: skip
    return row["oldest"] if row else None


async def delete_hours(tx: Connection, stage: Stage, since: datetime) -> None:
    """That hour and later ones."""
    await tx.execute(
        "delete from analytics_hours where project_id = $1 and environment = $2 and hour >= $3",
        stage.project_id, stage.environment, since,
    )  # fmt: skip
