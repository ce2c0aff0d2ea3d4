"""Every SQL statement about calls. One that ended never changes again: each change says from which status it goes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.calls.model import CANCELLED, KEPT_AFTER_END, NO_CONNECTOR, WAITED_TOO_LONG, Call, Direction, Status
from parley.storage.db import Connection, Database, Row


async def insert_call(tx: Connection, call: Call) -> None:
    await tx.execute(
        """
        insert into calls (id, direction, account_id, project_id, connector_id, environment, variant_id, from_number,
                           to_number, encryption, metadata, status, created_at, give_up_at, calling_at, held_by)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
        """,
        call.id, call.direction, call.account_id, call.project_id, call.connector_id, call.environment,
        call.variant_id, call.from_number, call.to_number, call.encryption, dict(call.metadata), call.status,
        call.created_at, call.give_up_at, call.calling_at, call.held_by,
    )  # fmt: skip


async def count_request(tx: Connection, account_id: str, minute: datetime, most: int) -> bool:
    """Counts one more call of the account; False when it has had `most` of them in this minute. Others of the account
    wait until the transaction ends, so that the count is exact."""
    # A node whose clock is behind must not begin a minute anew that is over: the newer minute stays.
    counted: bool | None = await tx.fetchval(
        """
        insert into call_rates as r (account_id, minute, calls) values ($1, $2, 1)
        on conflict (account_id) do update
            set minute = greatest(r.minute, $2), calls = case when r.minute < $2 then 1 else r.calls + 1 end
            where r.minute < $2 or r.calls < $3
        returning true
        """,
        account_id, minute, most,
    )  # fmt: skip
    return bool(counted)


async def find_outbound(db: Database | Connection, account_id: str, call_id: UUID, now: datetime) -> Call | None:
    """None also for a call that ended too long ago, whether its row is still there or not."""
    row = await db.fetchrow(
        """
        select * from calls
        where id = $1 and account_id = $2 and direction = $3 and (ended_at is null or ended_at > $4)
        """,
        call_id, account_id, Direction.OUTBOUND, now - KEPT_AFTER_END,
    )  # fmt: skip
    return _call(row) if row else None


async def find_running(db: Database | Connection, project_id: str, call_id: UUID) -> Call | None:
    """None unless somebody talks on it."""
    row = await db.fetchrow(
        """
        select * from calls where id = $1 and project_id = $2 and connected_at is not null and ended_at is null
        """,
        call_id, project_id,
    )  # fmt: skip
    return _call(row) if row else None


async def insert_carrier_call(tx: Connection, connector_id: str, carrier_call_id: str, now: datetime) -> bool:
    """False when it is there already."""
    added: bool | None = await tx.fetchval(
        """
        insert into carrier_calls (connector_id, carrier_call_id, seen_at) values ($1, $2, $3)
        on conflict do nothing returning true
        """,
        connector_id, carrier_call_id, now,
    )  # fmt: skip
    return bool(added)


async def delete_carrier_call(tx: Connection, connector_id: str, carrier_call_id: str) -> None:
    await tx.execute(
        "delete from carrier_calls where connector_id = $1 and carrier_call_id = $2", connector_id, carrier_call_id
    )


async def delete_carrier_calls(tx: Connection, before: datetime, most: int) -> int:
    rows = await tx.fetch(
        """
        delete from carrier_calls where ctid in (select ctid from carrier_calls where seen_at <= $1 limit $2)
        returning true
        """,
        before, most,
    )  # fmt: skip
    return len(rows)


async def count_running(tx: Connection, connector_id: str) -> int:
    running: int = await tx.fetchval(
        "select count(*) from calls where connector_id = $1 and status = $2", connector_id, Status.CALLING
    )
    return running


async def start_oldest(tx: Connection, connector_id: str, held_by: int, now: datetime, count: int) -> list[Call]:
    """The status is looked at twice: while this statement waits for a row, the call may be given up."""
    rows = await tx.fetch(
        """
        with started as (
            update calls set status = 'calling', held_by = $2, calling_at = $3
            where status = 'queued' and id in (
                select id from calls where connector_id = $1 and status = 'queued' and give_up_at > $3
                order by id limit $4
            )
            returning *
        )
        select * from started order by id
        """,
        connector_id, held_by, now, count,
    )  # fmt: skip
    return [_call(row) for row in rows]


async def set_connected(tx: Connection, call_id: UUID, now: datetime) -> bool:
    """False as well for one that was cancelled while it rang."""
    changed: bool | None = await tx.fetchval(
        """
        update calls set connected_at = $2
        where id = $1 and status = 'calling' and connected_at is null and cancelled_at is null returning true
        """,
        call_id, now,
    )  # fmt: skip
    return bool(changed)


async def set_success(tx: Connection, call_id: UUID, now: datetime, reason: str = "") -> Call | None:
    row = await tx.fetchrow(
        """
        update calls set status = 'success', ended_at = $2, reason = case when cancelled_at is null then $3 else $4 end
        where id = $1 and status = 'calling' returning *
        """,
        call_id, now, reason, CANCELLED,
    )  # fmt: skip
    return _call(row) if row else None


async def set_cancelled(tx: Connection, account_id: str, call_id: UUID, now: datetime) -> Call | None:
    """One that waits has failed; of one that rings, or on which people talk, it is noted. None when it is over, or
    not there. It may be taken from the queue, or end, at the same moment: the row as it then is decides."""
    row = await tx.fetchrow(
        """
        update calls set cancelled_at = coalesce(cancelled_at, $4),
            status = case when status = 'queued' then 'failure' else status end,
            reason = case when status = 'queued' then $5 else reason end,
            ended_at = case when status = 'queued' then $4 else ended_at end
        where id = $1 and account_id = $2 and direction = $3 and status in ('queued', 'calling') returning *
        """,
        call_id, account_id, Direction.OUTBOUND, now, CANCELLED,
    )  # fmt: skip
    return _call(row) if row else None


async def list_cancelled(db: Database | Connection, ids: Sequence[UUID]) -> set[UUID]:
    """Those of these calls that nobody wants any more, and that are not over."""
    rows = await db.fetch(
        "select id from calls where id = any($1) and status = 'calling' and cancelled_at is not null", ids
    )
    return {row["id"] for row in rows}


async def list_open(db: Database | Connection, account_id: str) -> list[Call]:
    """Calls of an account that wait, ring or run, the oldest first."""
    rows = await db.fetch(
        "select * from calls where account_id = $1 and status in ('queued', 'calling') order by id", account_id
    )
    return [_call(row) for row in rows]


async def count_open(db: Database | Connection) -> Sequence[Row]:
    """Of all accounts, by direction and state, with the age of the oldest in seconds."""
    return await db.fetch(
        """
        select direction, count(*),
            case when status = 'queued' then 'queued' when connected_at is null then 'calling' else 'connected' end
                as state,
            extract(epoch from now() - min(created_at))::float8 as oldest
        from (
            select * from calls where status = 'queued' union all select * from calls where status = 'calling'
        ) as calls group by 1, 3
        """
    )


async def set_failure(tx: Connection, call_id: UUID, reason: str, sip_code: int | None, now: datetime) -> Call | None:
    row = await tx.fetchrow(
        """
        update calls set status = 'failure', reason = $2, sip_code = $3, ended_at = $4
        where id = $1 and status in ('queued', 'calling') returning *
        """,
        call_id, reason, sip_code, now,
    )  # fmt: skip
    return _call(row) if row else None


async def fail_expired(tx: Connection, now: datetime) -> list[Call]:
    """Fails those that have waited too long, or have no connector to wait for any more."""
    rows = await tx.fetch(
        """
        update calls set status = 'failure', ended_at = $1, reason = case when connector_id is null then $2 else $3 end
        where status = 'queued' and (give_up_at <= $1 or connector_id is null) returning *
        """,
        now, NO_CONNECTOR, WAITED_TOO_LONG,
    )  # fmt: skip
    return [_call(row) for row in rows]


async def list_abandoned(db: Database | Connection) -> list[Call]:
    """Calls of processes whose lock in the database is open: they died, or lost their connection a moment ago."""
    rows = await db.fetch(
        """
        select * from calls
        where status = 'calling' and held_by is not null and pg_try_advisory_xact_lock(held_by) order by id
        """
    )
    return [_call(row) for row in rows]


async def set_missed(tx: Connection, ids: Sequence[UUID], now: datetime, missed_before: datetime) -> set[UUID]:
    """Notes since when the process of each call has been missed. Which calls were missed before `missed_before`."""
    rows = await tx.fetch(
        """
        update calls set missed_since = coalesce(missed_since, $2) where id = any($1) and status = 'calling'
        returning id, missed_since <= $3 as is_orphan
        """,
        ids, now, missed_before,
    )  # fmt: skip
    return {row["id"] for row in rows if row["is_orphan"]}


async def clear_missed(tx: Connection, missed: Sequence[UUID]) -> None:
    """Processes that hold their lock again are no longer missed: all but those of the calls that are."""
    await tx.execute(
        "update calls set missed_since = null where status = 'calling' and missed_since is not null and id <> all($1)",
        missed,
    )


async def list_connectors_with_queued(db: Database | Connection) -> Sequence[str]:
    rows = await db.fetch(
        "select distinct connector_id from calls where status = 'queued' and connector_id is not null"
    )
    return [row["connector_id"] for row in rows]


async def delete_ended(tx: Connection, before: datetime, most: int) -> int:
    rows = await tx.fetch(
        """
        delete from calls where id in (select id from calls where ended_at <= $1 order by ended_at limit $2)
        returning id
        """,
        before, most,
    )  # fmt: skip
    return len(rows)


def _call(row: Row) -> Call:
    fields = {name: row[name] for name in Call.__dataclass_fields__}
    return Call(**{**fields, "direction": Direction(row["direction"]), "status": Status(row["status"])})
