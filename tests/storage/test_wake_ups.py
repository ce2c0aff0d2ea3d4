"""Wake-ups come after a commit, not without one, and not twice where once will do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from parley.storage.db import Database, DatabaseUnavailable, wake
from parley.storage.wake_ups import AT_ONCE, MOST_WAITING, WakeUp, WakeUps
from tests.waiting import until

CHANNEL = "test_wake_ups"


class Sender:
    """Waits for the gate with each sending; says that it cannot while `is_away`."""

    def __init__(self) -> None:
        self.sent: list[list[WakeUp]] = []
        self.gate = asyncio.Event()
        self.is_away = False

    async def send(self, wake_ups: list[WakeUp]) -> None:
        await self.gate.wait()
        if self.is_away:
            raise DatabaseUnavailable
        self.sent.append(wake_ups)


async def test_what_gathers_while_some_are_sent_is_sent_once_and_together() -> None:
    sender = Sender()
    wake_ups = WakeUps(sender.send)
    wake_ups.put([("a", "")])
    await asyncio.sleep(0)
    for _ in range(3):
        wake_ups.put([("b", ""), ("a", "")])
    sender.gate.set()
    await wake_ups.aclose()
    assert sender.sent == [[("a", "")], [("b", ""), ("a", "")]]


async def test_many_are_sent_some_at_a_time() -> None:
    sender = Sender()
    sender.gate.set()
    wake_ups = WakeUps(sender.send)
    wake_ups.put(("a", str(number)) for number in range(AT_ONCE + 1))
    await wake_ups.aclose()
    assert [len(some) for some in sender.sent] == [AT_ONCE, 1]


async def test_those_that_cannot_be_sent_are_lost_and_the_next_are_not() -> None:
    sender = Sender()
    sender.gate.set()
    sender.is_away = True
    wake_ups = WakeUps(sender.send)
    wake_ups.put([("a", "")])
    await wake_ups.aclose()
    sender.is_away = False
    wake_ups.put([("b", "")])
    await wake_ups.aclose()
    assert sender.sent == [[("b", "")]]


async def test_no_more_are_kept_than_there_is_room_for() -> None:
    sender = Sender()
    wake_ups = WakeUps(sender.send)
    for number in range(MOST_WAITING + 5):
        wake_ups.put([("a", str(number))])
    sender.gate.set()
    await wake_ups.aclose()
    assert sum(map(len, sender.sent)) == MOST_WAITING


@pytest.fixture
async def heard(dsn: str) -> AsyncIterator[list[str]]:
    """What a listener has been told."""
    told: list[str] = []
    listener = await asyncpg.connect(dsn)
    await listener.add_listener(CHANNEL, lambda *news: told.append(str(news[3])))
    yield told
    await listener.close()


@pytest.mark.io
async def test_a_wake_up_follows_its_commit(db: Database, heard: list[str]) -> None:
    async with db.transaction() as tx:
        wake(tx, CHANNEL, "first")
        wake(tx, CHANNEL, "first")
        assert heard == []
    await until(lambda: asyncio.sleep(0, heard == ["first"]))


@pytest.mark.io
async def test_what_did_not_happen_wakes_nobody(db: Database, heard: list[str]) -> None:
    async def changes_its_mind() -> None:
        async with db.transaction() as tx:
            wake(tx, CHANNEL, "never")
            await tx.execute("select 1/0")

    with pytest.raises(asyncpg.DivisionByZeroError):
        await changes_its_mind()
    async with db.transaction() as tx:
        wake(tx, CHANNEL, "after")
    await until(lambda: asyncio.sleep(0, heard == ["after"]))


@pytest.mark.io
async def test_closing_the_database_sends_what_waits(dsn: str, heard: list[str]) -> None:
    """A command that changes something and ends wakes the workers as a server does."""
    db = await Database.open(dsn, connections=1)
    async with db.transaction() as tx:
        wake(tx, CHANNEL, "last")
    await db.aclose()
    await until(lambda: asyncio.sleep(0, heard == ["last"]))
