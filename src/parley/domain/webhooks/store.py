"""Every SQL statement about endpoints and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.webhooks.model import Recipient, WebhookEndpoint
from parley.storage.db import Connection, Database, Row


def _endpoint(row: Row) -> WebhookEndpoint:
    return WebhookEndpoint(
        id=row["id"],
        account_id=row["account_id"],
        name=row["name"],
        url=row["url"],
        event_types=row["event_types"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        enabled=row["enabled"],
        timeout_ms=row["timeout_ms"],
        headers=row["headers"],
        include_record=row["include_record"],
        disabled_reason=row["disabled_reason"],
        failing_since=row["failing_since"],
    )


async def count_endpoints(tx: Connection, account_id: str) -> int:
    counted: int = await tx.fetchval("select count(*) from webhook_endpoints where account_id = $1", account_id)
    return counted


async def insert_endpoint(tx: Connection, endpoint: WebhookEndpoint, encrypted: bytes) -> None:
    await tx.execute(
        """
        insert into webhook_endpoints (id, account_id, name, url, enabled, event_types, timeout_ms, headers, secret,
                                       created_at, updated_at, include_record)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        """,
        endpoint.id, endpoint.account_id, endpoint.name, endpoint.url, endpoint.enabled, list(endpoint.event_types),
        endpoint.timeout_ms, dict(endpoint.headers), encrypted, endpoint.created_at, endpoint.updated_at,
        endpoint.include_record,
    )  # fmt: skip


async def find_endpoint(db: Database | Connection, account_id: str, endpoint_id: str) -> WebhookEndpoint | None:
    row = await db.fetchrow(
        "select * from webhook_endpoints where account_id = $1 and id = $2", account_id, endpoint_id
    )
    return _endpoint(row) if row else None


async def find_endpoint_by_id(tx: Connection, endpoint_id: str) -> WebhookEndpoint | None:
    """Whoever's it is: for the operator."""
    row = await tx.fetchrow("select * from webhook_endpoints where id = $1", endpoint_id)
    return _endpoint(row) if row else None


async def lock_endpoint(tx: Connection, account_id: str, endpoint_id: str) -> WebhookEndpoint | None:
    row = await tx.fetchrow(
        "select * from webhook_endpoints where account_id = $1 and id = $2 for no key update", account_id, endpoint_id
    )
    return _endpoint(row) if row else None


async def list_endpoints(
    db: Database | Connection, account_id: str | None, enabled: bool | None = None, event_type: str | None = None
) -> list[WebhookEndpoint]:
    rows = await db.fetch(
        """
        select * from webhook_endpoints
        where ($1::text is null or account_id = $1) and ($2::boolean is null or enabled = $2)
            and ($3::text is null or $3 = any(event_types))
        order by created_at, id
        """,
        account_id, enabled, event_type,
    )  # fmt: skip
    return [_endpoint(row) for row in rows]


async def update_endpoint(tx: Connection, endpoint: WebhookEndpoint) -> None:
    await tx.execute(
        """
        update webhook_endpoints
        set name = $2, url = $3, enabled = $4, event_types = $5, timeout_ms = $6, headers = $7, disabled_reason = $8,
            failing_since = $9, updated_at = $10, include_record = $11
        where id = $1
        """,
        endpoint.id, endpoint.name, endpoint.url, endpoint.enabled, list(endpoint.event_types), endpoint.timeout_ms,
        dict(endpoint.headers), endpoint.disabled_reason, endpoint.failing_since, endpoint.updated_at,
        endpoint.include_record,
    )  # fmt: skip


async def delete_endpoint(tx: Connection, account_id: str, endpoint_id: str) -> bool:
    gone: bool | None = await tx.fetchval(
        "delete from webhook_endpoints where account_id = $1 and id = $2 returning true", account_id, endpoint_id
    )
    return bool(gone)


async def set_secret(
    tx: Connection, endpoint_id: str, encrypted: bytes, at: datetime, old_until: datetime | None
) -> None:
    """`old_until`: how long the secret of before goes on signing beside the new one; None: not at all."""
    await tx.execute(
        """
        update webhook_endpoints
        set old_secret = case when $4::timestamptz is null then null else secret end, old_secret_until = $4,
            secret = $2, updated_at = $3
        where id = $1
        """,
        endpoint_id, encrypted, at, old_until,
    )  # fmt: skip


async def set_health(tx: Connection, working: Iterable[str], failing: Iterable[str], at: datetime) -> None:
    """Endpoints that took an event, and such that did not: the time of nothing but failures ends, or begins."""
    # In the order of ids: two workers that report at the same moment must not wait for each other.
    await tx.execute(
        """
        with changed as (
            select id from webhook_endpoints
            where id = any($1) and failing_since is not null or id = any($2) and failing_since is null
            order by id for no key update
        )
        update webhook_endpoints set failing_since = case when failing_since is null then $3::timestamptz end
        from changed where webhook_endpoints.id = changed.id
        """,
        list(working), list(failing), at,
    )  # fmt: skip


async def hold_accounts(tx: Connection, endpoint_ids: Sequence[str]) -> None:
    """Until the end of the transaction nobody deletes the accounts of these endpoints."""
    await tx.execute(
        """
        select from accounts where id in (select account_id from webhook_endpoints where id = any($1))
        order by id for key share
        """,
        endpoint_ids,
    )


async def set_disabled(tx: Connection, endpoint_id: str, reason: str, at: datetime) -> str | None:
    """The account that it is of; None when it was disabled already."""
    account_id: str | None = await tx.fetchval(
        """
        update webhook_endpoints set enabled = false, disabled_reason = $2, updated_at = $3
        where id = $1 and enabled returning account_id
        """,
        endpoint_id, reason, at,
    )  # fmt: skip
    return account_id


async def insert_event(
    tx: Connection,
    event_id: UUID,
    account_id: str,
    event_type: str,
    body: bytes,
    at: datetime,
    conversation_id: UUID | None = None,
    full_body: bytes | None = None,
) -> None:
    """`full_body`: for endpoints that want records."""
    await tx.execute(
        """
        insert into webhook_events (id, account_id, event_type, body, created_at, conversation_id, full_body)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        event_id, account_id, event_type, body, at, conversation_id, full_body,
    )  # fmt: skip


async def list_recipients(tx: Connection, project_id: str, event_type: str) -> list[Recipient]:
    """Endpoints of the project's account that want such events, enabled or not. None of them can be deleted before the
    caller's transaction ends."""
    rows = await tx.fetch(
        """
        select e.id, e.account_id, e.enabled from webhook_endpoints as e
        where e.account_id = (select account_id from projects where id = $1) and $2 = any(e.event_types)
        order by e.id for key share
        """,
        project_id, event_type,
    )  # fmt: skip
    return [Recipient(**row) for row in rows]


async def list_subscribers(tx: Connection, account_id: str, event_type: str) -> Sequence[str]:
    """Enabled endpoints that want such events. None of them can be deleted before the caller's transaction ends."""
    rows = await tx.fetch(
        """
        select id from webhook_endpoints where account_id = $1 and enabled and $2 = any(event_types)
        order by id for key share
        """,
        account_id, event_type,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def list_missed_events(
    tx: Connection, endpoint: WebhookEndpoint, since: datetime, until: datetime, most: int | None = None
) -> list[UUID]:
    """Events of that time which the endpoint would have got, had it been there and enabled; at most so many."""
    rows = await tx.fetch(
        """
        select id from webhook_events
        where account_id = $1 and created_at >= $3 and created_at < $4 and event_type = any($5)
            and not exists (select from webhook_deliveries where event_id = webhook_events.id and endpoint_id = $2)
        order by created_at limit $6
        """,
        endpoint.account_id, endpoint.id, since, until, list(endpoint.event_types), most,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def delete_old_events(tx: Connection, before: datetime, limit: int) -> int:
    """With their deliveries and attempts; not while one of them is still on its way."""
    # Events that wait for a retry stay, however old: their deliveries would go with them.
    deleted: int = await tx.fetchval(
        """
        with old as (
            select id from webhook_events
            where created_at < $1 and not exists (
                select from webhook_deliveries where event_id = webhook_events.id and status = 'pending'
            )
            order by created_at limit $2
        ),
        gone as (delete from webhook_events using old where webhook_events.id = old.id returning 1)
        select count(*) from gone
        """,
        before, limit,
    )  # fmt: skip
    return deleted
