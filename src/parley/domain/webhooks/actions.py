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
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.webhooks import delivery_store, log_store, store
from parley.domain.webhooks.delivery import AttemptResult, DeliveryStatus
from parley.domain.webhooks.model import (
    ID_PREFIX,
    ID_WIDTH,
    MOST_ENDPOINTS,
    TEST_EVENT,
    Announcement,
    DeliveryNotFound,
    EndpointDisabled,
    PreviousTestUnderWay,
    Recipient,
    TooManyWebhookEndpoints,
    WebhookEndpoint,
    WebhookEndpointNotFound,
)
from parley.domain.webhooks.signing import mint_secret
from parley.kit.clock import iso
from parley.kit.encryption import Encryptor
from parley.kit.ids import base62, uuid7_at
from parley.storage.db import Connection, wake

DELIVERIES_DUE = "parley_webhooks"
"""Signalled without a payload: whoever sends looks for what is due."""
UNDELIVERED = (DeliveryStatus.FAILED, DeliveryStatus.DROPPED)


@dataclass(frozen=True, slots=True)
class CreatedEndpoint:
    """A new endpoint and its secret: the only moment at which both are known."""

    endpoint: WebhookEndpoint
    secret: str


async def create_endpoint(
    tx: Connection, encryptor: Encryptor, account_id: str, fields: Mapping[str, Any], now: datetime
) -> CreatedEndpoint:
    """`fields` are checked already: `name`, `url`, `event_types`, and what else an endpoint may have."""
    await lock_account(tx, account_id)  # the limit holds also when two are created at the same moment
    if await store.count_endpoints(tx, account_id) >= MOST_ENDPOINTS:
        raise TooManyWebhookEndpoints
    new_id = ID_PREFIX + base62(secrets.randbelow(62**ID_WIDTH), ID_WIDTH)
    endpoint = WebhookEndpoint(id=new_id, account_id=account_id, created_at=now, updated_at=now, **fields)
    secret = mint_secret()
    await store.insert_endpoint(tx, endpoint, encrypt_secret(encryptor, new_id, secret))
    await audit.record(tx, account_id, Verb.CREATED, Kind.WEBHOOK_ENDPOINT, new_id)
    return CreatedEndpoint(endpoint, secret)


async def change_endpoint(
    tx: Connection, account_id: str, endpoint_id: str, changes: Mapping[str, Any], now: datetime
) -> WebhookEndpoint:
    """`changes` are checked already. One that is enabled, or sent elsewhere, begins with a clean slate."""
    before = await store.lock_endpoint(tx, account_id, endpoint_id)
    if before is None:
        raise WebhookEndpointNotFound
    after = replace(before, **changes)
    # What failed at another address says nothing about this one.
    if changes.get("enabled") or after.url != before.url:
        after = replace(after, failing_since=None)
    if "enabled" in changes:
        after = replace(after, disabled_reason="")
    if after == before:
        return before
    after = replace(after, updated_at=now)
    await store.update_endpoint(tx, after)
    changed = {name for name, value in changes.items() if getattr(before, name) != value}
    if "enabled" in changed:
        verb = Verb.ENABLED if after.enabled else Verb.DISABLED
        await audit.record(tx, account_id, verb, Kind.WEBHOOK_ENDPOINT, endpoint_id)
    if others := changed - {"enabled"}:
        await audit.record(tx, account_id, Verb.CHANGED, Kind.WEBHOOK_ENDPOINT, endpoint_id, fields=others)
    return after


async def remove_endpoint(tx: Connection, account_id: str, endpoint_id: str) -> None:
    """With its deliveries: nothing more is sent to it."""
    if not await store.delete_endpoint(tx, account_id, endpoint_id):
        raise WebhookEndpointNotFound
    await audit.record(tx, account_id, Verb.DELETED, Kind.WEBHOOK_ENDPOINT, endpoint_id)


async def rotate_secret(
    tx: Connection, encryptor: Encryptor, account_id: str, endpoint_id: str, now: datetime, overlap: timedelta
) -> str:
    """A new secret. The old one is of no use from now on, or, with an overlap, signs beside it for that long."""
    if await store.lock_endpoint(tx, account_id, endpoint_id) is None:
        raise WebhookEndpointNotFound
    secret = mint_secret()
    old_until = now + overlap if overlap else None
    await store.set_secret(tx, endpoint_id, encrypt_secret(encryptor, endpoint_id, secret), now, old_until)
    await audit.record(tx, account_id, Verb.ROTATED, Kind.WEBHOOK_ENDPOINT, endpoint_id, fields=["signing_secret"])
    return secret


async def publish_event(
    tx: Connection, account_id: str, event_type: str, payload: Mapping[str, Any], at: datetime
) -> UUID:
    """An event, to every enabled endpoint of the account that wants it. It goes out if and only if the transaction of
    what happened is committed."""
    event_id = uuid7_at(at)
    # Stored as bytes: what is signed is what is sent, attempt after attempt.
    await store.insert_event(tx, event_id, account_id, event_type, orjson.dumps(payload), at)
    subscribers = await store.list_subscribers(tx, account_id, event_type)
    await _deliver(tx, [(event_id, endpoint) for endpoint in subscribers], at)
    return event_id


async def announce(tx: Connection, project_id: str, announcement: Announcement) -> None:
    """Tells whoever wants to know. Where nobody does, nothing is written."""
    if recipients := await store.list_recipients(tx, project_id, announcement.event_type):
        await announce_to(tx, recipients, announcement)


async def announce_to(
    tx: Connection, recipients: Sequence[Recipient], announcement: Announcement, record: bytes | None = None
) -> None:
    """`record`: the JSON of the conversation's record, for endpoints that want it."""
    event_id, account_id = uuid7_at(announcement.at), recipients[0].account_id
    body = orjson.dumps({"event_type": announcement.event_type, **announcement.members})
    full_body = None if record is None else body[:-1] + b',"record":' + record + b"}"
    await store.insert_event(
        tx,
        event_id,
        account_id,
        announcement.event_type,
        body,
        announcement.at,
        announcement.conversation_id,
        full_body,
    )
    await _deliver(tx, [(event_id, each.id) for each in recipients if each.enabled], announcement.at)


async def replay_delivery(tx: Connection, delivery_id: UUID) -> None:
    """Sends an event to its endpoint once more. One that is still under way goes on as it was."""
    found = await delivery_store.find_delivery(tx, delivery_id)
    if found is None:
        raise DeliveryNotFound
    if not found["enabled"]:
        raise EndpointDisabled
    await delivery_store.restart_delivery(tx, delivery_id)
    wake(tx, DELIVERIES_DUE)


async def send_test(tx: Connection, endpoint: WebhookEndpoint, now: datetime) -> UUID:
    """An event that says nothing but that it is a test, to this endpoint alone. The id of its delivery."""
    if not endpoint.enabled:
        raise EndpointDisabled
    if await log_store.has_pending(tx, endpoint.id, TEST_EVENT):
        raise PreviousTestUnderWay
    event_id = uuid7_at(now)
    named = {"id": endpoint.id, "name": endpoint.name}
    body = orjson.dumps({"event_type": TEST_EVENT, "endpoint": named, "sent_at": iso(now)})
    await store.insert_event(tx, event_id, endpoint.account_id, TEST_EVENT, body, now)
    (delivery_id,) = await _deliver(tx, [(event_id, endpoint.id)], now)
    return delivery_id


async def replay_deliveries(
    tx: Connection,
    endpoint: WebhookEndpoint,
    since: datetime,
    until: datetime,
    *,
    delivered: bool,
    now: datetime,
    most: int | None = None,
) -> int:
    """Sends what the endpoint did not get of the events of a time: what failed, what was dropped, and what happened
    while it was disabled. With `delivered` also what it got. How many there are, up to `most`."""
    if not endpoint.enabled:
        raise EndpointDisabled
    ends = (*UNDELIVERED, DeliveryStatus.DELIVERED) if delivered else UNDELIVERED
    restarted = await delivery_store.restart_deliveries(tx, endpoint.id, since, until, ends, most)
    left = None if most is None else most - restarted
    missed = await store.list_missed_events(tx, endpoint, since, until, left)
    await _deliver(tx, [(event, endpoint.id) for event in missed], now)
    wake(tx, DELIVERIES_DUE)
    return restarted + len(missed)


async def record_results(tx: Connection, results: Sequence[AttemptResult], now: datetime) -> set[UUID]:
    """What came of attempts, for the deliveries and for the endpoints. Which deliveries were still the caller's.

    Endpoints come first: who deletes one locks it before its deliveries, and the other order would be a deadlock.
    """
    found = {(result.delivery.endpoint_id, result.step.disable) for result in results}
    disabled = sorted((endpoint_id, reason) for endpoint_id, reason in found if reason)
    if disabled:
        # Entries of the audit log refer to accounts, and who deletes an account locks it before its endpoints.
        await store.hold_accounts(tx, [endpoint_id for endpoint_id, _ in disabled])
    working = {result.delivery.endpoint_id for result in results if result.step.status is DeliveryStatus.DELIVERED}
    tried = {result.delivery.endpoint_id for result in results if result.attempt is not None}
    await store.set_health(tx, working, tried - working, now)
    # In one order: two workers must not wait for each other's endpoints.
    for endpoint_id, reason in disabled:
        if (account_id := await store.set_disabled(tx, endpoint_id, reason, now)) is not None:
            await audit.record(tx, account_id, Verb.DISABLED, Kind.WEBHOOK_ENDPOINT, endpoint_id)
    return await delivery_store.record_results(tx, results)


async def _deliver(tx: Connection, pairs: Sequence[tuple[UUID, str]], at: datetime) -> list[UUID]:
    if not pairs:
        return []
    delivery_ids = await delivery_store.insert_deliveries(tx, pairs, at)
    wake(tx, DELIVERIES_DUE)
    return delivery_ids


def encrypt_secret(encryptor: Encryptor, endpoint_id: str, secret: str) -> bytes:
    return encryptor.encrypt(secret.encode(), _bound_to(endpoint_id))


def decrypt_secret(encryptor: Encryptor, endpoint_id: str, encrypted: bytes) -> str:
    return encryptor.decrypt(encrypted, _bound_to(endpoint_id)).decode()


def _bound_to(endpoint_id: str) -> bytes:
    """Ties a secret to its endpoint, so that rows cannot be swapped."""
    return f"webhook\0{endpoint_id}".encode()
