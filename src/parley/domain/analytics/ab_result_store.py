"""Every SQL statement about what the conversations of an A/B test came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.analytics.ab_results import ArmSums
from parley.domain.analytics.metric_store import NUMBER
from parley.domain.conversations.model import EARLY
from parley.domain.deployments.ab_tests import AbTest, Arm
from parley.domain.deployments.actions import LIVE
from parley.kit.estimates import Mean
from parley.storage.db import Connection, Database
from parley.storage.partitions import MILLISECOND, first_id

MEANT = """
    c.project_id = $1 and c.environment = $2 and c.id >= $3 and c.id < $4 and c.ab_test_id = $5
    and c.deployment_id = any($6) and c.started_at >= $7
"""
"""Not those that somebody moved to another deployment since."""


DAY_OF = "date_trunc('day', c.started_at at time zone 'utc') at time zone 'utc'"


async def read_days(
    db: Database | Connection, test: AbTest, metrics: Sequence[str], now: datetime, since: datetime | None
) -> dict[datetime, dict[Arm, ArmSums]]:
    """By the day in which conversations started; from `since` on, which is the beginning of one."""
    args = _meant_args(test, now, since)
    rows = await db.fetch(
        f"""
        select {DAY_OF} as day, c.deployment_id, count(*) as conversations, count(c.ended_at) as ended,
               count(*) filter (where c.ended_at is not null and c.handoff) as handoffs,
               count(c.record_bytes) as finished, avg(s.seconds) as mean, var_samp(s.seconds) as variance
        from conversations as c
            cross join lateral (select extract(epoch from c.ended_at - c.started_at)::float8 as seconds) as s
        where {MEANT} group by 1, 2
        """,
        *args,
    )
    measured = await _read_metrics(db, args, metrics) if metrics else {}
    days: defaultdict[datetime, dict[Arm, ArmSums]] = defaultdict(dict)
    for row in rows:
        days[row["day"]][test.arm_of(row["deployment_id"])] = ArmSums(
            row["conversations"],
            row["ended"],
            row["handoffs"],
            _mean(row["ended"], row),
            measured.get((row["day"], row["deployment_id"]), {}),
            row["finished"],
        )
    return dict(days)


async def _read_metrics(
    db: Database | Connection, args: tuple[Any, ...], names: Sequence[str]
) -> dict[tuple[datetime, UUID], dict[str, Mean]]:
    rows = await db.fetch(
        f"""
        select {DAY_OF} as day, c.deployment_id, m.name, count(*) as conversations, avg(v.number) as mean,
               var_samp(v.number) as variance
        from conversations as c cross join unnest($8::text[]) as m (name) cross join lateral (
            select avg(case when e.text ~ '{NUMBER}' then e.text::float8 end) as number
            from jsonb_array_elements_text(
                case jsonb_typeof(c.metrics -> m.name)
                    when 'array' then c.metrics -> m.name else jsonb_build_array(c.metrics -> m.name)
                end
            ) as e (text)
        ) as v
        where {MEANT} and c.metrics ? m.name and v.number is not null group by 1, 2, 3
        """,
        *args, list(names),
    )  # fmt: skip
    found: defaultdict[tuple[datetime, UUID], dict[str, Mean]] = defaultdict(dict)
    for row in rows:
        found[row["day"], row["deployment_id"]][row["name"]] = _mean(row["conversations"], row)
    return found


def _mean(count: int, row: Any) -> Mean:
    return Mean(count, row["mean"] or 0.0, row["variance"] or 0.0)


def _meant_args(test: AbTest, now: datetime, since: datetime | None) -> tuple[Any, ...]:
    """A conversation may have had its id for a while before it began, and one that began on the test's last moment may
    have been given its deployment before."""
    end, start = (test.ended_at or now) + EARLY, test.created_at - EARLY
    both = [test.deployment_of(arm) for arm in Arm]
    first = first_id(start if since is None else max(start, since - EARLY))
    return test.project_id, LIVE, first, first_id(end + MILLISECOND), test.id, both, since or start
