"""Calls that end through no wish of anybody's: their slots are free, and nobody is said to have hung up."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest

from parley.domain.conversations.actions import FINISH
from parley.domain.numbers import store as numbers
from parley.storage.db import DatabaseUnavailable
from parley.telephony.call_handler import CUT_OFF
from parley.telephony.sip.protocol import IncomingCall
from parley.voice import durable_write
from tests.make import Make
from tests.telephony.test_call_handler import NUMBER, Harness, call_harness
from tests.waiting import until

pytestmark = pytest.mark.io


async def said_at_the_end(harness: Harness) -> list[Any]:
    """The metrics that the line has to say about the end of the only conversation."""
    (job,) = await harness.resources.db.fetch("select args from jobs where kind = $1", FINISH)
    return list(job["args"].get("metrics", ()))


@pytest.mark.parametrize(
    ("by_us", "reason", "metrics"),
    [(False, "", [["USER_HANGUP", "true"]]), (False, "media lost", [["USER_HANGUP", "true"]]), (True, "", [])],
)
async def test_only_a_caller_hangs_up(make: Make, by_us: bool, reason: str, metrics: list[Any]) -> None:
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        far.far.end(by_us=by_us, reason=reason)
        await harness.until_over()
        assert (await harness.row())["status"] == "success"
        assert (await harness.conversation())["end_reason"] == "closed"
        assert await said_at_the_end(harness) == metrics


async def test_a_stack_that_dies_takes_its_calls_along(make: Make) -> None:
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        far.far.end(by_us=True, reason="the stack died")
        await harness.until_over()
        row = await harness.row()
        assert (row["status"], row["reason"]) == ("failure", CUT_OFF)
        assert (await harness.conversation())["end_reason"] == "error"
        assert await said_at_the_end(harness) == []


async def test_a_call_that_cannot_even_be_placed_keeps_no_slot(make: Make) -> None:
    async with call_harness(make) as harness:
        with patch.object(numbers, "find_connector", side_effect=OSError), pytest.raises(OSError):
            await harness.placed()
        row = await harness.row()
        assert (row["status"], row["reason"]) == ("failure", CUT_OFF)


async def test_a_call_that_cannot_be_answered_keeps_no_slot(make: Make) -> None:
    async with call_harness(make) as harness:
        received: asyncio.Queue[IncomingCall] = asyncio.Queue()
        harness.stack.on_incoming_call(received.put)
        harness.stack.call(NUMBER)
        with patch.object(harness.handler, "_load_agent", side_effect=OSError), pytest.raises(OSError):
            await harness.handler.handle_sip(await received.get())
        assert (await harness.row())["status"] == "failure"


async def test_who_was_put_through_stays_so_while_the_database_is_away(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_write, "RETRY_SECONDS", 0.01)
    handoff = {"type": "desk", "reason": "asked", "invite": {"phone_number": "+493055500"}}
    async with call_harness(make, f"return {{'utterance': 'One moment.', 'handoff': {handoff}}}") as harness:
        with patch.object(type(harness.resources.sessions), "end", side_effect=DatabaseUnavailable) as ending:
            far = await harness.call()
            _dialled, other = await harness.stack.placed.get()

            async def was_tried_again() -> bool:
                return ending.call_count > 1

            await until(was_tried_again)
        pressed: asyncio.Queue[str] = asyncio.Queue()
        other.on_digit(pressed.put_nowait)
        await far.send_dtmf("5")
        assert await asyncio.wait_for(pressed.get(), 10) == "5"
        await far.hang_up()
        await other.wait_ended()
        await harness.until_over()
        assert (await harness.row())["status"] == "success"
        assert (await harness.conversation())["end_reason"] == "handoff"
