"""The journal beside other writers of the same sessions."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from uuid import UUID

import pytest

from parley.domain.accounts.model import Family
from parley.domain.messaging import actions
from parley.domain.messaging.model import Append, Entry
from parley.resources import Resources
from parley.storage.db import DEADLOCK
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

LAST = "select last_sequence from messaging_sessions where id = $1"
RAISE = "update messaging_sessions set last_active_at = now() where id = $1"


@pytest.fixture(name="sessions")
async def _sessions(resources: Resources, make: Make) -> list[UUID]:
    """In the order of their ids, which is that of writing."""
    project, now = await make.project(), resources.clock.now()
    key = (await make.key(Family.MESSAGING, project)).key
    async with resources.db.transaction() as tx:
        return sorted([await actions.start_session(tx, key, project, True, {}, now) for _ in range(3)])


def request_of(session: UUID) -> Append:
    return Append(session, [Entry('{"id":"x"}', is_request=True)])


async def test_two_that_wait_for_each_other_are_both_written(resources: Resources, sessions: list[UUID]) -> None:
    """PostgreSQL ends one of them after a second; which one is a matter of luck."""
    journal, (first, second, _) = resources.messaging.journal, sessions
    async with resources.db.connection() as other:
        transaction = other.transaction()
        await transaction.start()
        await other.execute(RAISE, second)
        both = asyncio.gather(*(journal.append(request_of(each)) for each in (first, second)))

        async def has_first() -> bool:
            async with resources.db.connection() as third:
                return bool(await third.fetchval("select exists (select from pg_locks where not granted)"))

        await until(has_first)
        with suppress(DEADLOCK):
            await other.execute(RAISE, first)
        await transaction.rollback()
    written = await both
    assert [[event.sequence for event in each.events] for each in written if each] == [[2], [2]]


async def test_requests_and_what_else_is_written_keep_their_numbers(resources: Resources, sessions: list[UUID]) -> None:
    """Requests alone are written by a statement of their own, the mixture by that for all."""
    journal, (one, two, three) = resources.messaging.journal, sessions
    told = Append(two, [Entry('{"id":"a"}'), Entry('{"id":"b"}')])
    for appends in ([request_of(one), request_of(three)], [request_of(three), told, request_of(one)]):
        written = await asyncio.gather(*map(journal.append, appends))
        for append, done in zip(appends, written, strict=True):
            assert done is not None
            last = (await resources.db.fetch(LAST, append.session_id))[0]["last_sequence"]
            assert [event.sequence for event in done.events] == list(range(last + 1 - len(append.entries), last + 1))
            assert done.has_requests is append.is_request
            assert (done.runner == journal.node) is append.is_request
    told_of_three = await journal.read(three, 0, 10)
    assert [event.sequence for event in told_of_three] == [1, 2, 3]
