"""What happens to endpoints and events, each in the caller's transaction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from parley.domain.accounts.store import lock_account
from parley.domain.webhooks import deliveries, store
from parley.domain.webhooks.deliveries import CHANNEL, Result
from parley.domain.webhooks.model import (
    ID_PREFIX,
    ID_WIDTH,
    MOST_ENDPOINTS,
    DeliveryNotFound,
    EndpointDisabled,
    TooManyWebhookEndpoints,
    WebhookEndpoint,
    WebhookEndpointNotFound,
)
from parley.domain.webhooks.signing import mint_secret
from parley.domain.webhooks.steps import Status
from parley.kit.encryption import Encryptor
from parley.kit.ids import base62, uuid7_at
from parley.storage.db import Connection
from parley.storage.signals import notify

UNDELIVERED = (Status.FAILED, Status.DROPPED)


@dataclass(frozen=True, slots=True)
class Created:
    """A new endpoint and its secret: the only moment at which both are known."""

    endpoint: WebhookEndpoint
    secret: str


async def create(
    tx: Connection, encryptor: Encryptor, account_id: str, fields: Mapping[str, Any], now: datetime
) -> Created:
    """`fields` are checked already: `name`, `url`, `event_types`, and what else an endpoint may have."""
    await lock_account(tx, account_id)
    if await store.count_endpoints(tx, account_id) >= MOST_ENDPOINTS:
        raise TooManyWebhookEndpoints
    new_id = ID_PREFIX + base62(secrets.randbelow(62**ID_WIDTH), ID_WIDTH)
    endpoint = WebhookEndpoint(id=new_id, account_id=account_id, created_at=now, updated_at=now, **fields)
    secret = mint_secret()
    await store.insert_endpoint(tx, endpoint, seal_secret(encryptor, new_id, secret))
    return Created(endpoint, secret)


async def change(
    tx: Connection, account_id: str, endpoint_id: str, changes: Mapping[str, Any], now: datetime
) -> WebhookEndpoint:
    """`changes` are checked already. One that is enabled, or sent elsewhere, begins with a clean slate."""
    before = await store.lock_endpoint(tx, account_id, endpoint_id)
    if before is None:
        raise WebhookEndpointNotFound
    after = replace(before, **changes)
    if changes.get("enabled") or after.url != before.url:
        after = replace(after, failing_since=None)
    if "enabled" in changes:
        after = replace(after, disabled_reason="")
    if after == before:
        return before
    after = replace(after, updated_at=now)
    await store.update_endpoint(tx, after)
    return after


async def remove(tx: Connection, account_id: str, endpoint_id: str) -> None:
    """With its deliveries: nothing more is sent to it."""
    if not await store.delete_endpoint(tx, account_id, endpoint_id):
        raise WebhookEndpointNotFound


async def rotate(
    tx: Connection, encryptor: Encryptor, account_id: str, endpoint_id: str, now: datetime, overlap: timedelta
) -> str:
    """A new secret. The old one is of no use from now on, or, with an overlap, signs beside it for that long."""
    if await store.lock_endpoint(tx, account_id, endpoint_id) is None:
        raise WebhookEndpointNotFound
    secret = mint_secret()
    old_until = now + overlap if overlap else None
    await store.set_secret(tx, endpoint_id, seal_secret(encryptor, endpoint_id, secret), now, old_until)
    return secret


async def publish(tx: Connection, account_id: str, event_type: str, payload: Mapping[str, Any], at: datetime) -> UUID:
    """An event, to every enabled endpoint of the account that wants it. It goes out if and only if the transaction of
    what happened is committed."""
    event_id = uuid7_at(at)
    await store.insert_event(tx, event_id, account_id, event_type, orjson.dumps(payload), at)
    await _deliver(tx, [(event_id, endpoint) for endpoint in await store.subscribers(tx, account_id, event_type)], at)
    return event_id


async def replay(tx: Connection, delivery_id: UUID) -> None:
    """Sends an event to its endpoint once more. One that is still under way goes on as it was."""
    found = await deliveries.find(tx, delivery_id)
    if found is None:
        raise DeliveryNotFound
    if not found["enabled"]:
        raise EndpointDisabled
    await deliveries.restart(tx, delivery_id)
    await notify(tx, CHANNEL)


async def replay_range(
    tx: Connection, endpoint: WebhookEndpoint, since: datetime, until: datetime, *, delivered: bool, now: datetime
) -> int:
    """Sends what the endpoint did not get of the events of a time: what failed, what was dropped, and what happened
    while it was disabled. With `delivered` also what it got. How many there are."""
    if not endpoint.enabled:
        raise EndpointDisabled
    ends = (*UNDELIVERED, Status.DELIVERED) if delivered else UNDELIVERED
    restarted = await deliveries.restart_range(tx, endpoint.id, since, until, ends)
    missed = await store.missed_events(tx, endpoint, since, until)
    await _deliver(tx, [(event, endpoint.id) for event in missed], now)
    await notify(tx, CHANNEL)
    return restarted + len(missed)


async def record(tx: Connection, results: Sequence[Result], now: datetime) -> set[UUID]:
    """What came of attempts, for the deliveries and for the endpoints. Which deliveries were still the caller's.

    Endpoints come first: who deletes one locks it before its deliveries, and must not meet us halfway.
    """
    working = {result.due.endpoint_id for result in results if result.step.status is Status.DELIVERED}
    tried = {result.due.endpoint_id for result in results if result.attempt is not None}
    await store.set_health(tx, working, tried - working, now)
    for endpoint_id, reason in sorted({(result.due.endpoint_id, result.step.disable) for result in results}):
        if reason:
            await store.set_disabled(tx, endpoint_id, reason, now)
    return await deliveries.record(tx, results)


async def _deliver(tx: Connection, pairs: Sequence[tuple[UUID, str]], at: datetime) -> None:
    if pairs:
        await deliveries.insert(tx, pairs, at)
        await notify(tx, CHANNEL)


def seal_secret(encryptor: Encryptor, endpoint_id: str, secret: str) -> bytes:
    return encryptor.encrypt(secret.encode(), _place(endpoint_id))


def open_secret(encryptor: Encryptor, endpoint_id: str, sealed: bytes) -> str:
    return encryptor.decrypt(sealed, _place(endpoint_id)).decode()


def _place(endpoint_id: str) -> bytes:
    return f"webhook\0{endpoint_id}".encode()
