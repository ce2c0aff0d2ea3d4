"""The queue of deliveries: who gets what, and for how long."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from parley.domain.webhooks import actions, delivery_store, store
from parley.domain.webhooks.delivery import (
    AttemptResult,
    DeliveryStatus,
    EndpointLimits,
    LeasedDelivery,
    NextStep,
    Outcome,
)
from parley.storage.db import Database
from tests.domain.webhooks.hooks import Hooks, clock

pytestmark = pytest.mark.io


@pytest.fixture
def hooks(db: Database) -> Hooks:
    return Hooks(db)


async def test_each_is_taken_by_one(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account)
    events = [await hooks.publish(account) for _ in range(30)]

    async def take_all() -> list[LeasedDelivery]:
        taken: list[LeasedDelivery] = []
        while part := await hooks.take(5):
            taken += part
        return taken

    taken = [due for part in await asyncio.gather(*(take_all() for _ in range(4))) for due in part]
    taken += await take_all()
    assert sorted(due.event_id for due in taken) == sorted(events)


async def test_a_lease_lasts_as_long_as_an_attempt_may_take_and_a_little_more(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account, timeout_ms=30_000)
    await hooks.publish(account)
    await hooks.take()
    (row,) = await hooks.db.fetch("select next_attempt_at - now() as left from webhook_deliveries")
    assert timedelta(seconds=38) < row["left"] <= timedelta(seconds=40)


async def test_who_lost_the_lease_has_nothing_to_say(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account)
    await hooks.publish(account)
    (first,) = await hooks.take()
    await hooks.make_due()
    (second,) = await hooks.take()
    assert first.id == second.id
    assert not await hooks.record(first, NextStep(DeliveryStatus.FAILED))
    assert await hooks.record(second, NextStep(DeliveryStatus.DELIVERED))
    assert not await hooks.record(second, NextStep(DeliveryStatus.FAILED)), "it is over"
    (row,) = await hooks.deliveries()
    assert (row["status"], row["attempts"]) == ("delivered", 1)
    assert len(await hooks.attempts(first.id)) == 1


async def test_a_retry_waits_for_its_time(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account)
    await hooks.publish(account)
    (due,) = await hooks.take()
    assert await hooks.record(due, NextStep(DeliveryStatus.PENDING, wait=60.0), Outcome(error="timeout"))
    assert await hooks.take() == []
    (row,) = await hooks.db.fetch("select next_attempt_at - now() as left from webhook_deliveries")
    assert timedelta(seconds=58) < row["left"] <= timedelta(seconds=60)
    await hooks.make_due()
    (again,) = await hooks.take()
    assert again.attempts == 1
    (attempt,) = await hooks.attempts(due.id)
    assert (attempt["status_code"], attempt["error"], attempt["duration_ms"]) == (None, "timeout", 12)


async def test_one_endpoint_does_not_get_everything(hooks: Hooks) -> None:
    account = await hooks.account()
    slow = (await hooks.endpoint(account, event_types=["alerts.triggered"])).endpoint
    for _ in range(20):
        await hooks.publish(account)
    others = [(await hooks.endpoint(account)).endpoint.id for _ in range(2)]
    await hooks.publish(account)
    limits = EndpointLimits(healthy=3)
    taken = [due.endpoint_id for due in await hooks.take(5, limits)]
    assert sorted(taken) == sorted([slow.id] * 3 + others)
    assert await hooks.take(5, limits, **{slow.id: 3}) == []
    assert [due.endpoint_id for due in await hooks.take(5, limits, **{slow.id: 2})] == [slow.id]


async def test_the_longest_overdue_come_first(hooks: Hooks) -> None:
    account = await hooks.account()
    for _ in range(3):
        await hooks.endpoint(account)
    first, second = await hooks.publish(account), await hooks.publish(account)
    taken = [due.event_id for due in await hooks.take(4)]
    assert (taken.count(first), taken.count(second)) == (3, 1)


async def test_one_that_fails_gets_little_until_it_works(hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    for _ in range(10):
        await hooks.publish(account)
    limits = EndpointLimits(healthy=5, failing=2)
    (due,) = await hooks.take(1, limits)
    await hooks.record(due, NextStep(DeliveryStatus.PENDING, wait=60.0), Outcome(500))
    (due, _) = await hooks.take(10, limits)
    await hooks.record(due, NextStep(DeliveryStatus.DELIVERED))
    assert len(await hooks.take(10, limits, **{endpoint.id: 1})) == 4


async def test_the_health_of_an_endpoint(hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    for _ in range(4):
        await hooks.publish(account)
    begin = clock.now()
    first, second, third, fourth = await hooks.take()

    async def failing_since() -> object:
        found = await store.find_endpoint(hooks.db, account, endpoint.id)
        assert found is not None
        return found.failing_since

    await hooks.record(first, NextStep(DeliveryStatus.PENDING, wait=1), Outcome(500), begin)
    assert await failing_since() == begin
    await hooks.record(second, NextStep(DeliveryStatus.FAILED), Outcome(404), begin + timedelta(hours=1))
    assert await failing_since() == begin, "since the first of them"
    await hooks.record(third, NextStep(DeliveryStatus.DELIVERED))
    assert await failing_since() is None
    await hooks.record(fourth, NextStep(DeliveryStatus.FAILED, disable="failing"), Outcome(500), begin)
    found = await store.find_endpoint(hooks.db, account, endpoint.id)
    assert found is not None
    assert (found.enabled, found.disabled_reason) == (False, "failing")


async def test_a_success_among_failures_counts(hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    for _ in range(2):
        await hooks.publish(account)
    good, bad = await hooks.take()
    results = [
        AttemptResult(bad, NextStep(DeliveryStatus.FAILED), None),
        AttemptResult(good, NextStep(DeliveryStatus.DELIVERED), None),
    ]
    async with hooks.db.transaction() as tx:
        assert await actions.record_results(tx, results, clock.now()) == {good.id, bad.id}
        found = await store.find_endpoint(tx, account, endpoint.id)
    assert found is not None
    assert found.failing_since is None


async def test_what_is_dropped_without_an_attempt_leaves_none(hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.endpoint(account)
    await hooks.publish(account)
    (due,) = await hooks.take()
    async with hooks.db.transaction() as tx:
        await delivery_store.record_results(tx, [AttemptResult(due, NextStep(DeliveryStatus.DROPPED), None)])
    (row,) = await hooks.deliveries()
    assert (row["status"], row["attempts"], row["next_attempt_at"]) == ("dropped", 0, None)
    assert row["finished_at"] is not None
    assert await hooks.attempts(due.id) == []


async def test_recording_and_deleting_do_not_meet_halfway(hooks: Hooks) -> None:
    """Whoever comes first, the other waits and then finds things as they are."""
    account = await hooks.account()
    for _ in range(10):
        endpoint = (await hooks.endpoint(account)).endpoint
        await hooks.publish(account)
        (due,) = await hooks.take()

        async def delete(endpoint_id: str = endpoint.id) -> None:
            async with hooks.db.transaction() as tx:
                await actions.remove_endpoint(tx, account, endpoint_id)

        await asyncio.gather(delete(), hooks.record(due, NextStep(DeliveryStatus.PENDING, wait=1), Outcome(500)))
    assert await hooks.deliveries() == []


async def test_the_backlog(hooks: Hooks) -> None:
    assert dict(await delivery_store.find_backlog(hooks.db)) == {
        "pending": 0,
        "retrying": 0,
        "oldest": 0.0,
        "overdue": 0.0,
    }
    account = await hooks.account()
    await hooks.endpoint(account)
    await hooks.publish(account)
    await hooks.db.fetch("update webhook_deliveries set next_attempt_at = now() - interval '1 min'")
    row = await delivery_store.find_backlog(hooks.db)
    assert row["pending"] == 1
    assert 59 < row["overdue"] < 90
    assert row["retrying"] == 0
    await hooks.db.fetch("update webhook_deliveries set attempts = 1, created_at = now() - interval '1 hour'")
    row = await delivery_store.find_backlog(hooks.db)
    assert row["retrying"] == 1
    assert 3600 <= row["oldest"] < 7200
