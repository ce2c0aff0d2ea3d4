"""Calls that end through no wish of anybody's: their slots are free, and nobody is said to have hung up."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest

from parley.domain.conversations.actions import FINISH
from parley.domain.numbers import store as numbers
from parley.storage.db import DatabaseUnavailable
from parley.telephony import writing
from parley.telephony.exchange import GONE_WRONG
from parley.telephony.sip.protocol import Invitation
from tests.make import Make
from tests.telephony.test_exchange import NUMBER, Desk, desk_with
from tests.waiting import until

pytestmark = pytest.mark.io


async def said_at_the_end(desk: Desk) -> list[Any]:
    """The metrics that the line has to say about the end of the only conversation."""
    (job,) = await desk.resources.db.fetch("select args from jobs where kind = $1", FINISH)
    return list(job["args"].get("metrics", ()))


@pytest.mark.parametrize(
    ("by_us", "reason", "metrics"),
    [(False, "", [["USER_HANGUP", "true"]]), (False, "media lost", [["USER_HANGUP", "true"]]), (True, "", [])],
)
async def test_only_a_caller_hangs_up(make: Make, by_us: bool, reason: str, metrics: list[Any]) -> None:
    async with desk_with(make) as desk:
        far = await desk.call()
        await desk.until_turns(1)
        far.far.end(by_us=by_us, reason=reason)
        await desk.until_over()
        assert (await desk.row())["status"] == "success"
        assert (await desk.conversation())["end_reason"] == "closed"
        assert await said_at_the_end(desk) == metrics


async def test_a_stack_that_dies_takes_its_calls_along(make: Make) -> None:
    async with desk_with(make) as desk:
        far = await desk.call()
        await desk.until_turns(1)
        far.far.end(by_us=True, reason="the stack died")
        await desk.until_over()
        row = await desk.row()
        assert (row["status"], row["reason"]) == ("failure", GONE_WRONG)
        assert (await desk.conversation())["end_reason"] == "error"
        assert await said_at_the_end(desk) == []


async def test_a_call_that_cannot_even_be_placed_keeps_no_slot(make: Make) -> None:
    async with desk_with(make) as desk:
        with patch.object(numbers, "find_connector", side_effect=OSError), pytest.raises(OSError):
            await desk.placed()
        row = await desk.row()
        assert (row["status"], row["reason"]) == ("failure", GONE_WRONG)


async def test_a_call_that_cannot_be_answered_keeps_no_slot(make: Make) -> None:
    async with desk_with(make) as desk:
        received: asyncio.Queue[Invitation] = asyncio.Queue()
        desk.stack.on_invitation(received.put)
        desk.stack.call(NUMBER)
        with patch.object(desk.exchange, "_agent", side_effect=OSError), pytest.raises(OSError):
            await desk.exchange.invited(await received.get())
        assert (await desk.row())["status"] == "failure"


async def test_who_was_put_through_stays_so_while_the_database_is_away(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "AGAIN_SECONDS", 0.01)
    handoff = {"type": "desk", "reason": "asked", "invite": {"phone_number": "+493055500"}}
    async with desk_with(make, f"return {{'utterance': 'One moment.', 'handoff': {handoff}}}") as desk:
        with patch.object(type(desk.resources.sessions), "end", side_effect=DatabaseUnavailable) as ending:
            far = await desk.call()
            _dialled, other = await desk.stack.placed.get()

            async def was_tried_again() -> bool:
                return ending.call_count > 1

            await until(was_tried_again)
        pressed: asyncio.Queue[str] = asyncio.Queue()
        other.on_digit(pressed.put_nowait)
        await far.press("5")
        assert await asyncio.wait_for(pressed.get(), 10) == "5"
        await far.hang_up()
        await other.ended()
        await desk.until_over()
        assert (await desk.row())["status"] == "success"
        assert (await desk.conversation())["end_reason"] == "handoff"
