"""What happens to calls. A connector's slots are counted under its lock, so that there are never more than it has."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from parley.domain.accounts.model import Scope
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.calls import store
from parley.domain.calls.model import (
    Call,
    CallNotFound,
    OutboundNotConfigured,
    OutboundRateLimited,
    Status,
    call_sid,
    free_slots,
    plain_reason,
)
from parley.domain.numbers.model import Connector, ConnectorsNotFound
from parley.domain.numbers.store import list_connectors, lock_connector
from parley.domain.webhooks.actions import announce
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso, minute_of, seconds_left
from parley.storage.db import Connection, Database, wake
from parley.storage.signals import notify

CHANGED = "parley_calls"
"""Signalled with the id of a connector: a call waits for it, or one of its slots is free again."""
CANCELLED = "parley_calls_cancelled"
"""Signalled with the id of a call that rings or runs and that its client does not want any more."""
ORPHANED_AFTER = timedelta(seconds=5)


async def record_listener(tx: Connection, project_id: str, call_id: UUID) -> bool:
    """Somebody begins to hear it. False: it is over."""
    call = await store.find_running(tx, project_id, call_id)
    if call is None:
        return False
    await audit.record(tx, call.account_id, Verb.LISTENED, Kind.CALL, call_sid(call), project_id=project_id)
    return True


async def find_connector(db: Database | Connection, scope: Scope) -> Connector:
    """The connector that a key's calls go through: its own, else the only one of its agent and environment."""
    assert scope.project_id is not None, "a key for calls is bound to a project"
    able = [
        connector
        for connector in await list_connectors(db, scope.project_id)
        if connector.places_calls
        and scope.connector_id in (None, connector.id)
        and (scope.connector_id is not None or scope.environment in (None, connector.environment))
    ]
    if len(able) > 1:
        raise OutboundNotConfigured("Several connectors are configured for outbound calling: this token names none.")
    if not able:
        raise OutboundNotConfigured
    return able[0]


async def find_default_connector(
    db: Database | Connection, project_id: str, environment: str, variant_id: str
) -> Connector:
    """The connector of an environment that has the variant, else the one that has none, else the oldest."""
    able = [
        connector
        for connector in await list_connectors(db, project_id)
        if connector.places_calls and connector.environment == environment
    ]
    if not able:
        raise ConnectorsNotFound("This environment has no connector for outbound calling.")
    return min(able, key=lambda each: (each.variant_id != variant_id, each.variant_id != ""))


async def enqueue_call(tx: Connection, call: Call, per_minute: int) -> None:
    """Puts a call into the queue of its connector. `per_minute` is how many the account may ask for; 0: any number."""
    # In the transaction that writes the call: a request that comes to nothing is not counted either.
    if per_minute and not await store.count_request(tx, call.account_id, minute_of(call.created_at), per_minute):
        raise OutboundRateLimited(headers={"Retry-After": str(seconds_left(call.created_at))})
    await store.insert_call(tx, call)
    await _announce(tx, call, call.created_at)
    await _signal_connector(tx, call)


async def start_queued(tx: Connection, connector_id: str, held_by: int, now: datetime, most: int) -> list[Call]:
    """The calls that a voice process is to place now, the oldest first: as many as there are free slots, and at most
    `most`."""
    connector = await lock_connector(tx, connector_id)
    if connector is None or not connector.places_calls:
        return []
    # Under the connector's lock: nobody else counts its calls, or starts one, until the transaction ends.
    free = free_slots(connector.trunk.max_calls, await store.count_running(tx, connector_id), most)
    started = await store.start_oldest(tx, connector_id, held_by, now, free) if free else []
    for call in started:
        await _announce(tx, call, now)
    return started


async def take_slot(tx: Connection, call: Call) -> bool:
    """Notes down a call that came in and is about to be answered. False when its connector has no free slot."""
    assert call.connector_id is not None, "a call comes in through a connector"
    # Without a lock two calls that come in at the same moment would both get the last slot.
    connector = await lock_connector(tx, call.connector_id)
    if connector is None or not free_slots(
        connector.trunk.max_calls, await store.count_running(tx, connector.id), most=1
    ):
        return False
    await store.insert_call(tx, call)
    await _announce(tx, call, call.created_at)
    return True


async def note_carrier_call(tx: Connection, connector_id: str, carrier_call_id: str, now: datetime) -> bool:
    """A carrier asks about a call that came in. False when it has asked before: a call comes in once."""
    return await store.insert_carrier_call(tx, connector_id, carrier_call_id, now)


async def forget_carrier_call(tx: Connection, connector_id: str, carrier_call_id: str) -> None:
    """It was not taken, and may come in once more."""
    await store.delete_carrier_call(tx, connector_id, carrier_call_id)


async def mark_connected(tx: Connection, call_id: UUID, now: datetime) -> bool:
    """Somebody answered. False when the call has ended already, or was cancelled before."""
    return await store.set_connected(tx, call_id, now)


async def complete_call(tx: Connection, call_id: UUID, now: datetime, reason: str = "") -> bool:
    """A call that was answered is over. False when it had ended already."""
    ended = await store.set_success(tx, call_id, now, plain_reason(reason))
    return ended is not None and await _end(tx, ended, now)


async def fail_call(tx: Connection, call_id: UUID, reason: str, sip_code: int | None, now: datetime) -> bool:
    """A call came to nothing. False when it had ended already."""
    ended = await store.set_failure(tx, call_id, plain_reason(reason), sip_code, now)
    return ended is not None and await _end(tx, ended, now)


async def fail_expired(tx: Connection, now: datetime) -> None:
    """Calls that have waited too long, or have no connector to wait for any more."""
    for call in await store.fail_expired(tx, now):
        await _announce(tx, call, now)


async def cancel_call(tx: Connection, account_id: str, call_id: UUID, now: datetime) -> Call:
    """Nobody wants the call any more: it is not placed, or its voice process hangs up. One that is over stays as it is.
    Raises `CallNotFound`."""
    cancelled = await store.set_cancelled(tx, account_id, call_id, now)
    if cancelled is None:
        found = await store.find_outbound(tx, account_id, call_id, now)
        if found is None:
            raise CallNotFound
        return found
    if cancelled.status is Status.CALLING:
        await notify(tx, CANCELLED, str(call_id))
    else:
        await _announce(tx, cancelled, now)
    return cancelled


async def find_orphans(tx: Connection, now: datetime) -> list[Call]:
    """Calls whose voice process died. Every process holds an advisory lock while it lives. After a restart of the
    database it takes a moment until it has it again: a process is missed for a while before its calls are given up."""
    missed = await store.list_abandoned(tx)
    ids = [call.id for call in missed]
    await store.clear_missed(tx, ids)
    orphans = await store.set_missed(tx, ids, now, now - ORPHANED_AFTER)
    return [call for call in missed if call.id in orphans]


async def _end(tx: Connection, call: Call, now: datetime) -> bool:
    await _announce(tx, call, now)
    return await _signal_connector(tx, call)


async def _announce(tx: Connection, call: Call, at: datetime) -> None:
    members = {
        "call_sid": call_sid(call),
        "direction": call.direction,
        "project_id": call.project_id,
        "environment": call.environment,
        "status": call.status,
        "reason": call.reason,
        "at": iso(at),
    }
    await announce(tx, call.project_id, Announcement(EventType.CALL_STATUS, at, {"call": members}, call.id))


async def _signal_connector(tx: Connection, call: Call) -> bool:
    if call.connector_id is not None:
        wake(tx, CHANGED, call.connector_id)
    return True
