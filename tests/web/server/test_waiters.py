"""Nobody waits for ever, and nothing that was put in is lost."""

from __future__ import annotations

import asyncio

from parley.kit import tasks
from parley.web.server.waiters import Gate, Inbox


async def test_a_gate_lets_through_while_it_is_open() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [tasks.start(gate.wait(), "waits") for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    assert not gate.is_set()
    gate.clear()  # nobody is forgotten
    gate.set()
    assert gate.is_set()
    await asyncio.gather(*waiting[1:])
    assert waiting[0].cancelled()


async def test_an_inbox_keeps_the_order_and_what_comes_while_nobody_reads() -> None:
    inbox: Inbox[int] = Inbox()
    assert inbox.empty()
    inbox.put_nowait(1)
    inbox.put_nowait(2)
    assert [await inbox.get(), await inbox.get()] == [1, 2]
    reading = tasks.start(inbox.get(), "reads")
    await asyncio.sleep(0)
    inbox.put_nowait(3)
    inbox.put_nowait(4)
    assert await reading == 3
    assert not inbox.empty()
    assert await inbox.get() == 4


async def test_a_reader_that_is_gone_takes_nothing_with_it() -> None:
    inbox: Inbox[int] = Inbox()
    reading = tasks.start(inbox.get(), "reads")
    await asyncio.sleep(0)
    reading.cancel()
    inbox.put_nowait(1)
    await asyncio.gather(reading, return_exceptions=True)
    assert await inbox.get() == 1
