"""What a call leaves for whoever takes it over: there before their phone rings, and gone when they do not take it."""

from __future__ import annotations

import pytest

from parley.domain.conversations import handoffs
from parley.domain.conversations.model import HandoffState
from tests.make import Make
from tests.telephony.test_exchange import NUMBER, Desk, desk_with
from tests.waiting import until

SHARED = "call-4711"
DESK = "+442079460100"


def handing_over(method: str) -> str:
    """The body of a start function."""
    details = {} if method == "bye" else {"phone_number": DESK}
    handoff = {"type": "desk", "reason": "asked", method: details}
    return f"conv.state.shared_id = {SHARED!r}; return {{'utterance': 'One moment.', 'handoff': {handoff!r}}}"


async def left(desk: Desk) -> HandoffState | None:
    return await handoffs.find_shared(desk.resources.db, desk.place.id, SHARED)


async def test_it_is_there_while_the_desk_rings_and_after(make: Make) -> None:
    async with desk_with(make, handing_over("invite"), ring_seconds=60.0) as desk:
        desk.stack.answering = lambda _: None
        caller = await desk.call()
        dialled, clerk = await desk.stack.placed.get()
        assert (dialled.number, await left(desk)) == (DESK, HandoffState(await public_id(desk), {}, SHARED))
        clerk.answer()

        async def is_handed_over() -> bool:
            return bool((await desk.conversation())["handoff"])

        await until(is_handed_over)
        await clerk.hang_up()
        await caller.ended()
        await desk.until_over()
        assert await left(desk) is not None


async def test_a_trunk_that_acts_on_a_farewell_finds_it(make: Make) -> None:
    async with desk_with(make, handing_over("bye")) as desk:
        caller = await desk.call()
        await caller.ended()
        assert await left(desk) is not None
        await desk.until_over()
        assert await left(desk) is not None


@pytest.mark.parametrize("method", ["invite", "refer"])
async def test_a_desk_that_refuses_leaves_nothing_to_take_over(make: Make, method: str) -> None:
    async with desk_with(make, handing_over(method)) as desk:
        desk.stack.answering = lambda _: 486
        caller, _invitation = desk.stack.call(NUMBER)
        caller.refer_code = 486
        await caller.connected(10)
        await desk.until_turns(2)
        assert await left(desk) is None
        await caller.hang_up()
        await desk.until_over()
        assert not (await desk.conversation())["handoff"]


async def test_a_caller_who_does_not_wait_leaves_nothing_to_take_over(make: Make) -> None:
    async with desk_with(make, handing_over("invite"), ring_seconds=60.0) as desk:
        desk.stack.answering = lambda _: None
        caller = await desk.call()
        await desk.stack.placed.get()
        await caller.hang_up()
        await desk.until_over()
        assert not (await desk.conversation())["handoff"]
        assert await left(desk) is None


async def public_id(desk: Desk) -> str:
    return str((await desk.conversation())["public_id"])
