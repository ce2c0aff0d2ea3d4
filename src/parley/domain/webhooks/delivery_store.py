"""Every SQL statement about deliveries and attempts: a queue of its own, leased like jobs, and the log of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.webhooks.delivery import AttemptResult, DeliveryStatus, EndpointLimits, LeasedDelivery
from parley.kit.ids import uuid7
from parley.storage.db import Connection, Database, Row


async def insert_deliveries(tx: Connection, pairs: Sequence[tuple[UUID, str]], at: datetime) -> list[UUID]:
    """One delivery for each pair of event and endpoint, due now. Their ids."""
    ids = [uuid7() for _ in pairs]
    await tx.execute(
        """
        insert into webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
        select id, event_id, endpoint_id, now(), $4
        from unnest($1::uuid[], $2::uuid[], $3::text[]) as new (id, event_id, endpoint_id)
        """,
        ids, [event for event, _ in pairs], [endpoint for _, endpoint in pairs], at,
    )  # fmt: skip
    return ids


async def lease_due(
    tx: Connection, count: int, busy: Mapping[str, int], limits: EndpointLimits, spare_seconds: float
) -> list[LeasedDelivery]:
    """Leases up to `count` due deliveries, those first that have been due for longest; what others hold is passed over.

    No endpoint gets more than its limit at a time, counting the `busy` ones under way: one that is slow and has
    thousands waiting holds up nobody else. So the endpoints that have something waiting are stepped through, by the
    index, and each is asked for its few. A lease lasts as long as the attempt may take, and `spare_seconds` more.
    """
    # While a delivery is leased, `next_attempt_at` is when the lease runs out: one index finds what is due and what
    # a dead worker had.
    rows = await tx.fetch(
        """
        with recursive waiting as (
            (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
            union all
            select (
                select endpoint_id from webhook_deliveries
                where status = 'pending' and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1
            )
            from waiting where waiting.endpoint_id is not null
        ),
        due as (
            select found.id
            from waiting
            join webhook_endpoints as endpoint on endpoint.id = waiting.endpoint_id
            left join unnest($1::text[], $2::int[]) as busy (endpoint_id, n) on busy.endpoint_id = endpoint.id
            cross join lateral (
                select id, next_attempt_at from webhook_deliveries
                where endpoint_id = endpoint.id and status = 'pending' and next_attempt_at <= now()
                order by next_attempt_at
                limit least(
                    greatest(case when failing_since is null then $3::int else $4::int end - coalesce(busy.n, 0), 0), $5
                )
                for update skip locked
            ) as found
            order by found.next_attempt_at limit $5
        )
        update webhook_deliveries as delivery
        set lease = $6, next_attempt_at = now() + make_interval(secs => endpoint.timeout_ms / 1000.0 + $7)
        from due, webhook_endpoints as endpoint, webhook_events as event
        where delivery.id = due.id and endpoint.id = delivery.endpoint_id and event.id = delivery.event_id
        returning delivery.id, lease, attempts - attempts_before as attempts, event_id, endpoint_id, url, enabled,
            case when include_record then coalesce(full_body, body) else body end as body, timeout_ms,
            headers, failing_since, secret, old_secret, old_secret_until
        """,
        list(busy), list(busy.values()), limits.healthy, limits.failing, count, uuid7(), spare_seconds,
    )  # fmt: skip
    return [LeasedDelivery(**row) for row in rows]


async def record_results(tx: Connection, results: Sequence[AttemptResult]) -> set[UUID]:
    """Writes what came of deliveries, and logs the attempts. Only of those whose lease still holds, which are returned:
    the others belong to another worker, or are gone."""
    # Leases are compared, not workers: one that hung past the end of its lease must not overwrite what another did.
    tried = [result.attempt for result in results]
    rows = await tx.fetch(
        """
        with seen as (
            select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[], $5::timestamptz[], $6::int[],
                                 $7::int[], $8::text[])
                as seen (id, lease, status, wait, started_at, duration_ms, status_code, error)
        ),
        kept as (
            update webhook_deliveries as delivery
            set status = seen.status, lease = null,
                attempts = attempts + case when seen.started_at is null then 0 else 1 end,
                next_attempt_at = case when seen.status = 'pending' then now() + make_interval(secs => seen.wait) end,
                finished_at = case when seen.status <> 'pending' then now() end
            from seen where delivery.id = seen.id and delivery.lease = seen.lease
            returning delivery.id, delivery.attempts
        ),
        logged as (
            insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error)
            select kept.id, kept.attempts, seen.started_at, seen.duration_ms, seen.status_code, seen.error
            from kept join seen using (id) where seen.started_at is not null
        )
        select id from kept
        """,
        [result.delivery.id for result in results],
        [result.delivery.lease for result in results],
        [result.step.status for result in results],
        [result.step.wait for result in results],
        [each and each.started_at for each in tried],
        [each and each.duration_ms for each in tried],
        [each and each.outcome.status for each in tried],
        [each.outcome.error if each else "" for each in tried],
    )  # fmt: skip
    return {row["id"] for row in rows}


async def restart_delivery(tx: Connection, delivery_id: UUID) -> bool:
    """Begins a delivery anew. False when it is still under way, or not there."""
    # Attempts go on being counted, because their numbers are those of the log; `attempts_before` begins the new round.
    done: bool | None = await tx.fetchval(
        """
        update webhook_deliveries
        set status = 'pending', attempts_before = attempts, next_attempt_at = now(), finished_at = null
        where id = $1 and status <> 'pending' returning true
        """,
        delivery_id,
    )
    return bool(done)


async def restart_deliveries(
    tx: Connection,
    endpoint_id: str,
    since: datetime,
    until: datetime,
    statuses: Sequence[DeliveryStatus],
    most: int | None = None,
) -> int:
    """Begins those deliveries of an endpoint anew whose events happened in that time, and came to one of these ends;
    the oldest first, at most so many."""
    # Locked in the order of ids, so that two of these at once wait for each other and never both; and no more than for
    # an update, so that attempts, which refer to deliveries, can be logged meanwhile.
    restarted: int = await tx.fetchval(
        """
        with ended as (
            select delivery.id from webhook_deliveries as delivery
            join webhook_events as event on event.id = delivery.event_id
            where delivery.endpoint_id = $1 and delivery.status = any($4)
                and event.created_at >= $2 and event.created_at < $3
            order by delivery.id limit $5
            for no key update of delivery
        ),
        restarted as (
            update webhook_deliveries as delivery
            set status = 'pending', attempts_before = attempts, next_attempt_at = now(), finished_at = null
            from ended where delivery.id = ended.id
            returning 1
        )
        select count(*) from restarted
        """,
        endpoint_id, since, until, list(statuses), most,
    )  # fmt: skip
    return restarted


async def find_delivery(tx: Connection, delivery_id: UUID) -> Row | None:
    """Its status and its endpoint's."""
    return await tx.fetchrow(
        """
        select delivery.status, endpoint_id, enabled from webhook_deliveries as delivery
        join webhook_endpoints as endpoint on endpoint.id = endpoint_id where delivery.id = $1
        """,
        delivery_id,
    )


async def list_deliveries(tx: Connection, endpoint_id: str | None, status: str | None, limit: int) -> list[Row]:
    return await tx.fetch(
        """
        select delivery.id, event_id, event_type, endpoint_id, status, attempts, next_attempt_at, finished_at,
            delivery.created_at
        from webhook_deliveries as delivery join webhook_events as event on event.id = event_id
        where ($1::text is null or endpoint_id = $1) and ($2::text is null or status = $2)
        order by delivery.id desc limit $3
        """,
        endpoint_id, status, limit,
    )  # fmt: skip


async def list_attempts(tx: Connection, delivery_id: UUID) -> list[Row]:
    return await tx.fetch(
        """
        select number, started_at, duration_ms, status_code, error from webhook_attempts
        where delivery_id = $1 order by number
        """,
        delivery_id,
    )


async def find_backlog(db: Database) -> Row:
    """How many deliveries are on their way, how many of them are tried again, for how many seconds the first of them
    has been overdue, and how old the oldest is."""
    (row,) = await db.fetch(
        """
        select count(*) as pending, count(*) filter (where attempts > attempts_before) as retrying,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
            greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as overdue
        from webhook_deliveries where status = 'pending'
        """
    )
    return row
