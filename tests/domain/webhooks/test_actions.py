"""Endpoints and events in the database."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import orjson
import pytest

from parley.domain.audit.model import Wanted
from parley.domain.audit.store import list_page
from parley.domain.webhooks import actions, store
from parley.domain.webhooks.actions import decrypt_secret
from parley.domain.webhooks.delivery import DeliveryStatus, NextStep, Outcome
from parley.domain.webhooks.jobs import forget_old_events
from parley.domain.webhooks.model import (
    MOST_ENDPOINTS,
    DeliveryNotFound,
    EndpointDisabled,
    EventType,
    TooManyWebhookEndpoints,
    WebhookEndpointNotFound,
)
from parley.kit.encryption import SecretUnreadable
from parley.kit.ids import uuid7
from parley.storage import chunks
from parley.storage.db import Database
from tests.domain.webhooks.hooks import Hooks, clock

pytestmark = pytest.mark.io

DAY = timedelta(days=1)


@pytest.fixture
def hooks(db: Database) -> Hooks:
    return Hooks(db)


async def test_the_limit_holds_when_many_ask_at_once(hooks: Hooks) -> None:
    account = await hooks.account()
    made = await asyncio.gather(*(hooks.endpoint(account) for _ in range(MOST_ENDPOINTS + 6)), return_exceptions=True)
    refused = [each for each in made if isinstance(each, BaseException)]
    assert [type(each) for each in refused] == [TooManyWebhookEndpoints] * 6
    assert len(await store.list_endpoints(hooks.db, account)) == MOST_ENDPOINTS
    await hooks.endpoint(await hooks.account())  # another account has its own


async def test_secrets_are_sealed_each_in_its_place(hooks: Hooks) -> None:
    account = await hooks.account()
    first, second = await hooks.endpoint(account), await hooks.endpoint(account)
    rows = {row["id"]: row["secret"] for row in await hooks.db.fetch("select id, secret from webhook_endpoints")}
    assert all(first.secret.encode() not in sealed for sealed in rows.values())
    assert decrypt_secret(hooks.encryptor, first.endpoint.id, rows[first.endpoint.id]) == first.secret
    with pytest.raises(SecretUnreadable):
        decrypt_secret(hooks.encryptor, second.endpoint.id, rows[first.endpoint.id])


async def test_an_event_exists_if_and_only_if_what_happened_does(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account)
    async with hooks.db.connection() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await actions.publish_event(connection, account, EventType.ALERT_TRIGGERED, {}, clock.now())
        await transaction.rollback()
    assert await hooks.deliveries() == []
    assert await hooks.db.fetch("select from webhook_events") == []
    await hooks.publish(account)
    assert len(await hooks.deliveries()) == 1


async def test_an_event_goes_to_whoever_wants_it(hooks: Hooks) -> None:
    account = await hooks.account()
    wants = await hooks.endpoint(account)
    await hooks.endpoint(account, event_types=["alerts.resolved"])
    await hooks.endpoint(account, enabled=False)
    await hooks.endpoint(await hooks.account())
    event = await hooks.publish(account, id="ar_1", name="Größe")
    (due,) = await hooks.take()
    assert (due.event_id, due.endpoint_id) == (event, wants.endpoint.id)
    assert orjson.loads(due.body) == {"event_type": "alerts.triggered", "alert": {"id": "ar_1", "name": "Größe"}}


async def test_publishing_does_not_fail_because_an_endpoint_is_being_deleted(hooks: Hooks) -> None:
    account = await hooks.account()
    goes, stays = await hooks.endpoint(account), await hooks.endpoint(account)
    async with hooks.db.transaction() as deleting:
        await actions.remove_endpoint(deleting, account, goes.endpoint.id)
        publishing = asyncio.create_task(hooks.publish(account))
        done, _ = await asyncio.wait({publishing}, timeout=0.2)
        assert not done, "it waits to see what becomes of the endpoint"
    await publishing
    assert [row["endpoint_id"] for row in await hooks.deliveries()] == [stays.endpoint.id]


async def test_changes(hooks: Hooks) -> None:
    account = await hooks.account()
    before = (await hooks.endpoint(account)).endpoint
    now = clock.now() + DAY
    async with hooks.db.transaction() as tx:
        assert await actions.change_endpoint(tx, account, before.id, {}, now) == before
        assert await actions.change_endpoint(tx, account, before.id, {"name": before.name}, now) == before
        after = await actions.change_endpoint(tx, account, before.id, {"name": "New", "headers": {"a": "b"}}, now)
        assert (after.name, after.headers, after.updated_at) == ("New", {"a": "b"}, now)
        assert await store.find_endpoint(tx, account, before.id) == after
        for other in ("whe_unknown", (await hooks.endpoint(await hooks.account())).endpoint.id):
            with pytest.raises(WebhookEndpointNotFound):
                await actions.change_endpoint(tx, account, other, {}, now)


async def test_enabling_or_moving_an_endpoint_gives_it_a_clean_slate(hooks: Hooks) -> None:
    account = await hooks.account()
    for changes in ({"enabled": True}, {"url": "https://elsewhere.example/", "enabled": True}):
        endpoint = (await hooks.endpoint(account)).endpoint
        async with hooks.db.transaction() as tx:
            await store.set_health(tx, [], [endpoint.id], clock.now())
            assert await store.set_disabled(tx, endpoint.id, "failing", clock.now())
            assert not await store.set_disabled(tx, endpoint.id, "gone", clock.now())
            kept = await actions.change_endpoint(tx, account, endpoint.id, {"name": "X"}, clock.now())
            assert (kept.enabled, kept.disabled_reason, kept.failing_since is None) == (False, "failing", False)
            fresh = await actions.change_endpoint(tx, account, endpoint.id, changes, clock.now())
            assert (fresh.enabled, fresh.disabled_reason, fresh.failing_since) == (True, "", None)


async def test_a_rotated_secret_is_gone_or_lives_on_for_a_while(hooks: Hooks) -> None:
    account = await hooks.account()
    created = await hooks.endpoint(account)
    endpoint_id, now = created.endpoint.id, clock.now()
    await hooks.publish(account)
    async with hooks.db.transaction() as tx:
        second = await actions.rotate_secret(tx, hooks.encryptor, account, endpoint_id, now, timedelta())
    (due,) = await hooks.take()
    assert decrypt_secret(hooks.encryptor, endpoint_id, due.secret) == second != created.secret
    assert (due.old_secret, due.old_secret_until) == (None, None)
    async with hooks.db.transaction() as tx:
        await actions.rotate_secret(tx, hooks.encryptor, account, endpoint_id, now, DAY)
    await hooks.make_due()
    (due,) = await hooks.take()
    assert due.old_secret is not None
    assert decrypt_secret(hooks.encryptor, endpoint_id, due.old_secret) == second
    assert due.old_secret_until == now + DAY


async def test_a_replay_begins_anew_and_keeps_the_log(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account)
    event = await hooks.publish(account)
    (due,) = await hooks.take()
    await hooks.record(due, NextStep(DeliveryStatus.FAILED), Outcome(404))
    async with hooks.db.transaction() as tx:
        await actions.replay_delivery(tx, due.id)
        await actions.replay_delivery(tx, due.id)  # it is under way: nothing to do
    (again,) = await hooks.take()
    assert (again.id, again.event_id, again.attempts) == (due.id, event, 0)
    await hooks.record(again, NextStep(DeliveryStatus.DELIVERED))
    assert [(row["number"], row["status_code"]) for row in await hooks.attempts(due.id)] == [(1, 404), (2, 204)]
    (row,) = await hooks.deliveries()
    assert (row["status"], row["attempts"]) == ("delivered", 2)


async def test_what_cannot_be_replayed(hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    await hooks.publish(account)
    (due,) = await hooks.take()
    await hooks.record(due, NextStep(DeliveryStatus.DROPPED, disable="gone"), Outcome(410))
    async with hooks.db.transaction() as tx:
        with pytest.raises(DeliveryNotFound):
            await actions.replay_delivery(tx, uuid7())
        with pytest.raises(EndpointDisabled):
            await actions.replay_delivery(tx, due.id)
        disabled = await store.find_endpoint_by_id(tx, endpoint.id)
        assert disabled is not None
        assert (disabled.enabled, disabled.disabled_reason) == (False, "gone")
        [entry] = await list_page(tx, endpoint.account_id, Wanted(kind="webhook_endpoint"), None, 1)
        assert (entry.verb, entry.subject, entry.actor.kind) == ("disabled", endpoint.id, "system")
        with pytest.raises(EndpointDisabled):
            await actions.replay_deliveries(tx, disabled, clock.now(), clock.now(), delivered=False, now=clock.now())


async def test_a_range_is_replayed(hooks: Hooks) -> None:
    """Once what failed and what happened while the endpoint was not there; on demand what it got, too."""
    account, now = await hooks.account(), clock.now()
    missed = [await hooks.publish(account, now - days * DAY) for days in (5, 1)]
    endpoint = (await hooks.endpoint(account)).endpoint
    failed, delivered, waiting = [await hooks.publish(account, now - DAY) for _ in range(3)]
    for due in await hooks.take():
        if due.event_id != waiting:
            await hooks.record(
                due, NextStep(DeliveryStatus.FAILED if due.event_id == failed else DeliveryStatus.DELIVERED)
            )
    async with hooks.db.transaction() as tx:
        since, until = now - 2 * DAY, now
        assert await actions.replay_deliveries(tx, endpoint, since, until, delivered=False, now=now) == 2
        assert await actions.replay_deliveries(tx, endpoint, since, until, delivered=False, now=now) == 0
    assert {due.event_id for due in await hooks.take()} == {failed, missed[1]}
    async with hooks.db.transaction() as tx:
        assert await actions.replay_deliveries(tx, endpoint, since, until, delivered=True, now=now) == 1
    assert {due.event_id for due in await hooks.take()} == {delivered}


async def test_old_events_are_forgotten_with_their_log(hooks: Hooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 2)
    account, now = await hooks.account(), clock.now()
    await hooks.endpoint(account)
    for _ in range(5):
        await hooks.publish(account, now - 31 * DAY)
    for due in await hooks.take():
        await hooks.record(due, NextStep(DeliveryStatus.DELIVERED))
    still_on_its_way = await hooks.publish(account, now - 31 * DAY)
    recent = await hooks.publish(account, now - 29 * DAY)
    assert await forget_old_events(hooks.db, now, 30 * DAY) == 5
    assert {row["event_id"] for row in await hooks.deliveries()} == {still_on_its_way, recent}
    assert await hooks.db.fetch("select from webhook_attempts") == []
    assert await forget_old_events(hooks.db, now, 30 * DAY) == 0


async def test_a_deleted_endpoint_takes_its_deliveries_along(hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    await hooks.publish(account)
    (due,) = await hooks.take()
    async with hooks.db.transaction() as tx:
        with pytest.raises(WebhookEndpointNotFound):
            await actions.remove_endpoint(tx, await hooks.account(), endpoint.id)
        await actions.remove_endpoint(tx, account, endpoint.id)
    assert not await hooks.record(due, NextStep(DeliveryStatus.DELIVERED))
    assert await hooks.deliveries() == []
