"""Who may take the next turn, across processes that share nothing but the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

import pytest

from parley.domain.conversations import lease_store, store
from parley.domain.conversations.model import Conversation, ConversationRef, LiveState
from parley.kit.clock import SystemClock
from parley.kit.ids import uuid7
from parley.runtime.session.leases import RENEW_SECONDS, REQUESTED, Lease, Leases
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.storage.db import Database, Row
from parley.storage.signals import Signals
from tests.waiting import until

pytestmark = pytest.mark.io


@asynccontextmanager
async def process(dsn: str) -> AsyncIterator[tuple[Leases, Signals]]:
    """What one process holds: its own connections and its own identity."""
    db = await Database.open(dsn, connections=3)
    signals = Signals(dsn)
    leases = Leases(db, signals)
    listening = asyncio.create_task(signals.run())

    async def trusted() -> bool:
        return signals.is_trusted

    try:
        await until(trusted)
        yield leases, signals
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await db.aclose()


@pytest.fixture
async def conversation(db: Database) -> UUID:
    now = SystemClock().now()
    new = Conversation(uuid7(), "CONV-1", "a", "p", "live", uuid7(), "WEBCHAT", "", "", "en-US", now)
    async with db.transaction() as tx:
        await store.insert_live(tx, new, LiveState(dialog().context.to_json(), b"{}", b"", 1), now, ended=False)
    return new.id


async def row(db: Database) -> Row:
    found = await db.fetchrow(
        "select lease, extract(epoch from leased_until - now()) as seconds from live_conversations"
    )
    assert found is not None
    return found


def keep(leases: Leases, lease: Lease) -> None:
    """As after a turn that was written with its lease."""
    leases.keep(lease, lease.conversation.live, dialog(), SystemClock().now())


def dialog() -> DialogState:
    return DialogState(ConversationContext("CONV-1", "a", "p", "live", "webchat.polyai"), turns=7)


async def test_one_at_a_time_in_the_order_of_arrival(dsn: str, conversation: UUID) -> None:
    order: list[int] = []

    async def take(leases: Leases, number: int) -> None:
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            order.append(number)
            await asyncio.sleep(0)

    async with process(dsn) as (leases, _):
        await asyncio.gather(*(take(leases, number) for number in range(5)))
    assert order == [0, 1, 2, 3, 4]


async def test_a_turn_that_takes_long_keeps_its_conversation(dsn: str, db: Database, conversation: UUID) -> None:
    async with process(dsn) as (leases, _):
        await leases.renew()
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            await db.fetch("update live_conversations set leased_until = now() + interval '1 second'")
            await leases.renew()
            assert (await row(db))["seconds"] > RENEW_SECONDS
        await leases.renew()
        assert (await row(db))["seconds"] is None


async def test_renewing_waits_for_no_turn_that_is_being_written(dsn: str, db: Database, conversation: UUID) -> None:
    async with process(dsn) as (leases, _), leases.hold(ConversationRef(conversation)) as lease:
        assert lease is not None
        async with db.transaction() as tx:
            await tx.execute("select from live_conversations for update")
            await asyncio.wait_for(leases.renew(), 5)


async def test_other_projects_and_environments_find_nothing(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (leases, _):
        for wanted in (
            ConversationRef(conversation, "q", "live"),
            ConversationRef(conversation, "p", "sandbox"),
            ConversationRef(uuid7()),
        ):
            async with leases.hold(wanted) as lease:
                assert lease is None


async def test_a_kept_lease_is_reused_from_memory(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (leases, _):
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            keep(leases, lease)
        async with leases.hold(ConversationRef(conversation, "p", "live")) as again:
            assert again is not None
            assert (again.conversation.lease, again.dialog.turns) == (lease.conversation.lease, 7)
        async with leases.hold(ConversationRef(conversation, "q", "live")) as foreign:
            assert foreign is None


async def test_a_kept_lease_that_was_put_back_is_released_by_a_turn_that_fails(
    dsn: str, db: Database, conversation: UUID
) -> None:
    async with process(dsn) as (leases, _):
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            keep(leases, lease)
        async with leases.hold(ConversationRef(conversation)) as kept:
            assert kept is not None
            leases.put_back(kept)
        async with leases.hold(ConversationRef(conversation)) as again:
            assert again is not None
            assert again.conversation.lease == lease.conversation.lease
        assert (await row(db))["lease"] is None


async def test_a_kept_lease_goes_to_who_asks_for_it(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (ours, _), process(dsn) as (theirs, _other):
        async with ours.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            keep(ours, lease)
        async with asyncio.timeout(20), theirs.hold(ConversationRef(conversation)) as taken:
            assert taken is not None
            assert taken.conversation.lease != lease.conversation.lease


async def test_a_conversation_that_wanders_is_kept_by_nobody(
    dsn: str, conversation: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one process had to ask for it: from then on each turn gives it back with what it writes."""
    asked: list[str] = []
    tell = Signals.broadcast

    async def counted(signals: Signals, db: Database, channel: str, payload: str) -> None:
        asked.append(payload)
        await tell(signals, db, channel, payload)

    monkeypatch.setattr(Signals, "broadcast", counted)
    async with process(dsn) as (ours, _), process(dsn) as (theirs, _other):
        async with ours.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            assert not lease.moves
            keep(ours, lease)
        async with asyncio.timeout(5), theirs.hold(ConversationRef(conversation)) as taken:
            assert taken is not None
            assert taken.moves
        assert asked
        asked.clear()
        for leases in (ours, theirs, theirs, ours):
            async with asyncio.timeout(5), leases.hold(ConversationRef(conversation)) as lease:
                assert lease is not None
                assert lease.moves
        assert asked == [], "what is free is leased without a word"
        monkeypatch.setattr("parley.runtime.session.leases.MOVING_SECONDS", 0.0)
        ours._mark_moving(conversation)
        async with ours.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            assert not lease.moves, "for a while, not for ever"


async def test_a_turn_under_way_is_waited_for(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (ours, _), process(dsn) as (theirs, _other):
        async with ours.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            waiting = asyncio.create_task(_leased(theirs, conversation))

            async def is_wanted() -> bool:
                return lease.is_wanted_elsewhere

            await until(is_wanted)
            assert not waiting.done()
        assert await asyncio.wait_for(waiting, 20) != lease.conversation.lease


async def test_the_lease_of_a_dead_process_is_free_at_once(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (ours, _), ours.hold(ConversationRef(conversation)) as lease:
        assert lease is not None
    async with process(dsn) as (theirs, _), asyncio.timeout(20):
        assert await _leased(theirs, conversation) != lease.conversation.lease


async def test_a_turn_that_begins_while_another_process_asks_keeps_its_lease(
    dsn: str, db: Database, conversation: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, is_asked, has_begun, is_done = (
        lease_store.release_owned_lease,
        asyncio.Event(),
        asyncio.Event(),
        asyncio.Event(),
    )

    async def release_late(database: Database, released: UUID, owner: int, before: UUID) -> None:
        is_asked.set()
        await has_begun.wait()
        await release(database, released, owner, before)
        is_done.set()

    monkeypatch.setattr(lease_store, "release_owned_lease", release_late)
    async with process(dsn) as (leases, signals):
        await signals.broadcast(db, REQUESTED, f"{signals.identity + 1} {conversation}")
        await is_asked.wait()
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            has_begun.set()
            await is_done.wait()
            assert (await row(db))["lease"] == lease.conversation.lease


async def test_idle_dialog_states_leave_memory(dsn: str, conversation: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parley.runtime.session.leases.KEPT_SECONDS", -1.0)
    async with process(dsn) as (leases, _):
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            keep(leases, lease)
        await leases.forget_idle()
        async with leases.hold(ConversationRef(conversation)) as again:
            assert again is not None
            assert again.dialog.turns == 0


async def _leased(leases: Leases, conversation: UUID) -> UUID:
    async with leases.hold(ConversationRef(conversation)) as lease:
        assert lease is not None
        return lease.conversation.lease


async def test_a_lease_is_released_whatever_happens(dsn: str, db: Database, conversation: UUID) -> None:
    async with process(dsn) as (leases, _):

        async def fail() -> None:
            async with leases.hold(ConversationRef(conversation)):
                assert (await row(db))["lease"] is not None
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        assert (await row(db))["lease"] is None
        async with leases.hold(ConversationRef(conversation)) as lease:
            assert lease is not None
            keep(leases, lease)
        assert (await row(db))["lease"] is not None, "unless it is kept"


async def test_who_gives_up_waiting_leaves_the_queue(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (leases, _):
        async with leases.hold(ConversationRef(conversation)):
            waiting = asyncio.create_task(_leased(leases, conversation))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert leases._queues == {}
        assert await _leased(leases, conversation)


async def test_who_gives_up_when_its_turn_has_just_come_leaves_the_queue(dsn: str, conversation: UUID) -> None:
    async with process(dsn) as (leases, _):
        for others in (0, 1):
            async with leases.hold(ConversationRef(conversation)):
                waiting = [asyncio.create_task(_leased(leases, conversation)) for _ in range(1 + others)]
                await asyncio.sleep(0)
            waiting[0].cancel()  # the lock is free, and its task has not run yet
            given_up, *after = await asyncio.gather(*waiting, return_exceptions=True)
            assert isinstance(given_up, asyncio.CancelledError)
            assert all(isinstance(lease, UUID) for lease in after)
            assert leases._queues == {}
