"""Every SQL statement about what agents measured: counting it, keeping it, reading it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from parley.domain.analytics.hour_span_store import HourSpan
from parley.domain.analytics.metrics import (
    LONGEST_NAME,
    LONGEST_VALUE,
    MetricFacet,
    MetricHours,
    MetricPoints,
    MetricSums,
    bounded,
)
from parley.domain.analytics.model import Facet, Question, steps
from parley.domain.analytics.store import FACET, MEANT, added_up, meant_args, step_of
from parley.domain.conversations.model import Stage
from parley.storage.db import Connection, Database, Row

NUMBER = r"^-?[0-9]{1,15}(\.[0-9]{1,17})?([eE][-+]?[0-9]{1,2})?$"
SCORE = "^([0-9]|10)$"
SUMS = """
    sum(h.conversations)::bigint as conversations, sum(h.times)::bigint as times, sum(h.numbers)::bigint as numbers,
    sum(h.total)::float8 as total, min(h.lowest) as lowest, max(h.highest) as highest
"""


async def measure(
    db: Database | Connection, stage: Stage, start: datetime, end: datetime, only: Question | None, name: str | None
) -> MetricHours:
    """From the conversations themselves, once they are finished. `only`: those that a question is about; `name`: None
    for every metric."""
    rows = await db.fetch(
        f"""
        select {FACET}, m.name, v.value, count(*) filter (where v.nth = 1) as conversations, count(*) as times,
               count(v.number) as numbers, coalesce(sum(v.number), 0)::float8 as total,
               min(v.number) as lowest, max(v.number) as highest
        from conversations as c cross join lateral jsonb_each(c.metrics) as m (name, written) cross join lateral (
            select e.nth, case when e.text ~ '{NUMBER}' then e.text::float8 end as number,
                   case when e.text ~ '{SCORE}' or (e.text !~ '{NUMBER}' and length(e.text) <= {LONGEST_VALUE})
                        then e.text end as value
            from jsonb_array_elements_text(
                case jsonb_typeof(m.written) when 'array' then m.written else jsonb_build_array(m.written) end
            ) with ordinality as e (text, nth)
        ) as v
        where {MEANT} and c.metrics <> '{{}}' and length(m.name) between 1 and {LONGEST_NAME}
            and ($10::text is null or (m.name = $10 and c.metrics ? $10))
        group by hour, c.channel, c.variant_id, c.deployment_id, m.name, v.value
        """,
        *meant_args(stage, start, end, only), name,
    )  # fmt: skip
    found: MetricHours = {}
    for row in rows:
        facet = Facet(row["channel"], row["variant_id"], row["deployment_id"])
        sums = found.setdefault(MetricFacet(row["name"], row["hour"], facet), MetricSums())
        sums.add(_sums(row, Counter() if row["value"] is None else Counter({row["value"]: row["times"]})))
    return bounded(found)


def _sums(row: Row, by_value: Counter[str]) -> MetricSums:
    return MetricSums(
        row["conversations"], row["times"], row["numbers"], row["total"], row["lowest"], row["highest"], by_value
    )


async def insert_hours(tx: Connection, stage: Stage, hours: MetricHours) -> None:
    await tx.executemany(
        """
        insert into metric_hours (
            project_id, environment, name, hour, channel, variant_id, deployment_id, conversations, times, numbers,
            total, lowest, highest, by_value
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        """,
        [
            (
                stage.project_id, stage.environment, place.name, place.hour, place.facet.channel,
                place.facet.variant_id, place.facet.deployment_id, *_columns(sums),
            )
            for place, sums in hours.items()
        ],
    )  # fmt: skip


async def read_hours(db: Database, question: Question, span: HourSpan, name: str) -> MetricPoints:
    """The counted hours of one metric, added up by step and dimension."""
    starts = list(steps(question))
    meant, args = span.where(question)
    step = step_of(args, starts)
    args.append(name)
    rows = await db.fetch(
        f"""
        select {step} as step, {span.group(question)}::text as part, {SUMS},
               string_agg(h.by_value::text, ',') filter (where h.by_value <> '{{}}') as by_value
        from {_table(span)} as h where {meant} and h.name = ${len(args)} group by 1, 2
        """,
        *args,
    )
    return {(starts[row["step"]], row["part"]): _sums(row, added_up(row["by_value"])) for row in rows}


async def read_names(db: Database, question: Question, span: HourSpan) -> dict[str, MetricSums]:
    """The counted hours of every metric, without its values."""
    meant, args = span.where(question)
    rows = await db.fetch(f"select h.name, {SUMS} from {_table(span)} as h where {meant} group by 1", *args)
    return {row["name"]: _sums(row, Counter()) for row in rows}


def _table(span: HourSpan) -> str:
    return "metric_hours" if span.totals is None else "metric_totals"


async def fetch_hours(tx: Connection, stage: Stage, start: datetime, end: datetime) -> MetricHours:
    """Each by itself. Whoever forgets a text of them waits, and then finds it in what they were added up to as well."""
    rows = await tx.fetch(
        """
        select name, hour, channel, variant_id, deployment_id, conversations, times, numbers, total, lowest, highest,
               by_value
        from metric_hours where project_id = $1 and environment = $2 and hour >= $3 and hour < $4 for share
        """,
        stage.project_id, stage.environment, start, end,
    )  # fmt: skip
    return {
        MetricFacet(row["name"], row["hour"], Facet(row["channel"], row["variant_id"], row["deployment_id"])): _sums(
            row, Counter(row["by_value"])
        )
        for row in rows
    }


async def insert_totals(
    tx: Connection, stage: Stage, totals: Mapping[tuple[tuple[str, datetime], str, str], MetricSums]
) -> None:
    await tx.executemany(
        """
        insert into metric_totals (
            project_id, environment, name, hour, facet, value, conversations, times, numbers, total, lowest, highest,
            by_value
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        """,
        [
            (stage.project_id, stage.environment, name, hour, facet, named, *_columns(sums))
            for ((name, hour), facet, named), sums in totals.items()
        ],
    )


def _columns(sums: MetricSums) -> tuple[Any, ...]:
    return (
        sums.conversations, sums.times, sums.numbers, sums.total, sums.lowest, sums.highest, dict(sums.by_value),
    )  # fmt: skip


async def delete_hours(tx: Connection, stage: Stage, since: datetime) -> None:
    """That hour and later ones."""
    await tx.execute(
        "delete from metric_hours where project_id = $1 and environment = $2 and hour >= $3",
        stage.project_id, stage.environment, since,
    )  # fmt: skip
