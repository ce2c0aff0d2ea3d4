"""Every SQL statement about activity.

Turns come by the million, so the server packs them: one value for each project, which numpy reads without making an
object of anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from parley.domain.alerts.activity import Activity, Integers
from parley.domain.alerts.rollups import MinuteRange, closed_until
from parley.storage.db import Connection, Database, Row

_TURN = np.dtype([("answered", ">i8"), ("latency", ">f4"), ("function_errors", ">i2"), ("api_errors", ">i2")])
"""What `packed_turn` makes, in network byte order, as PostgreSQL sends numbers."""
_MOMENT = np.dtype(">i8")


async def force_index_scans(tx: Connection) -> None:
    """The statements of this transaction look for the last minutes of tables that hold months. Whatever the planner
    believes after a burst of writes, they read nothing else, and take no more than one core."""
    await tx.execute(
        """
        select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
        as name union all select set_config('max_parallel_workers_per_gather', '0', true)
        """
    )


async def list_rollups(db: Database | Connection, since: datetime) -> dict[datetime, int]:
    """How many passes each minute has had."""
    rows = await db.fetch("select minute, looks from activity_minutes where minute >= $1", since)
    return {row["minute"]: row["looks"] for row in rows}


async def mark_minutes(tx: Connection, minutes: MinuteRange) -> None:
    """Before they are rolled up: whoever else would do so waits for the rows."""
    await tx.execute(
        """
        insert into activity_minutes (minute, looks) select minute, $2 from unnest($1::timestamptz[]) as minute
        on conflict (minute) do update set looks = greatest(activity_minutes.looks, excluded.looks)
        """,
        minutes.minutes, minutes.passes,
    )  # fmt: skip


async def roll_up(tx: Connection, minutes: MinuteRange) -> None:
    """Turns, and end functions that failed, which count as turns without a latency."""
    # A later pass replaces what an earlier one found, so that turns which were written late come in.
    await tx.execute(
        """
        insert into activity_turns (minute, account_id, project_id, environment, turns, starts)
        select t.minute, c.account_id, c.project_id, c.environment, string_agg(t.turns, ''::bytea),
               coalesce(string_agg(timestamptz_send(c.started_at), ''::bytea) filter (where t.is_opened), '')
        from (
            select date_bin('1 minute', agent_response_at, 'epoch') as minute, conversation_id,
                   string_agg(packed_turn(agent_response_at, latency_ms, function_errors, api_errors), ''::bytea)
                       as turns,
                   bool_or(number = 0) as is_opened
            from (
                select conversation_id, number, agent_response_at, latency_ms, function_errors, api_errors
                from turns where agent_response_at >= $1 and agent_response_at < $2
                union all
                select conversation_id, -1, ran_at, null, function_errors, api_errors
                from finishes where ran_at >= $1 and ran_at < $2 and function_errors + api_errors > 0
            ) as happened group by 1, 2
        ) as t join conversations c on c.id = t.conversation_id
        group by t.minute, c.account_id, c.project_id, c.environment
        on conflict (minute, project_id, environment) do update set turns = excluded.turns, starts = excluded.starts
        """,
        minutes.start, minutes.end,
    )  # fmt: skip


async def delete_minutes(tx: Connection, before: datetime) -> None:
    await tx.execute("delete from activity_minutes where minute < $1", before)


async def fetch_activity(
    tx: Connection, accounts: Sequence[str], environments: Sequence[str], first: datetime, now: datetime
) -> list[Row]:
    """What happened in each project, packed: from minutes that are rolled up, and since then from the turns themselves.
    Crashes and end functions that failed are few, and their conversations may have begun long ago: indexes of their own
    find them."""
    # From the beginning of the first minute: `Activity.since` cuts it to the microsecond.
    return await tx.fetch(
        """
        select account_id, project_id, string_agg(turns, ''::bytea) as turns, string_agg(starts, ''::bytea) as starts,
               string_agg(crashes, ''::bytea) as crashes
        from (
            select account_id, project_id, turns, starts, ''::bytea as crashes from activity_turns
            where minute >= date_bin('1 minute', $3, 'epoch') and minute < $4
                and account_id = any($1) and environment = any($2)
            union all
            select c.account_id, c.project_id, t.turns,
                   case when t.is_opened then timestamptz_send(c.started_at) else '' end, ''
            from (
                select conversation_id,
                       string_agg(packed_turn(agent_response_at, latency_ms, function_errors, api_errors), ''::bytea)
                           as turns,
                       bool_or(number = 0) as is_opened
                from (
                    select conversation_id, number, agent_response_at, latency_ms, function_errors, api_errors
                    from turns where agent_response_at >= $4 and agent_response_at < $5
                    union all
                    select conversation_id, -1, ran_at, null, function_errors, api_errors
                    from finishes where ran_at >= $4 and ran_at < $5 and function_errors + api_errors > 0
                ) as happened group by conversation_id
            ) as t join conversations c on c.id = t.conversation_id
            where c.account_id = any($1) and c.environment = any($2)
            union all
            select account_id, project_id, '', '', timestamptz_send(ended_at) from conversations
            where end_reason in ('crash', 'error') and ended_at >= $3 and ended_at < $5
                and account_id = any($1) and environment = any($2)
        ) as parts
        group by account_id, project_id
        """,
        accounts, environments, first, closed_until(now), now,
    )  # fmt: skip


def unpack_activity(row: Row) -> Activity:
    """Raises `ValueError` for bytes that are not whole."""
    turns = np.frombuffer(row["turns"], _TURN)
    return Activity(
        answered=turns["answered"].astype(np.int64),
        latencies=turns["latency"].astype(np.float64),
        function_errors=turns["function_errors"].astype(np.int64),
        api_errors=turns["api_errors"].astype(np.int64),
        starts=_moments(row["starts"]),
        crashes=_moments(row["crashes"]),
    )


def _moments(packed: bytes) -> Integers:
    return np.frombuffer(packed, _MOMENT).astype(np.int64)
