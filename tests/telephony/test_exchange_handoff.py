"""What a call shows to other systems: there before the desk's phone rings, and also when nobody takes the call."""

from __future__ import annotations

import pytest

from parley.domain.conversations.model import HandoffState
from parley.runtime.session import handoff_states
from tests.make import Make
from tests.telephony.test_exchange import NUMBER, Desk, desk_with
from tests.waiting import until

pytestmark = pytest.mark.io

SHARED = "call-4711"
DESK = "+442079460100"


def handing_over(method: str) -> str:
    """The body of a start function."""
    details = {} if method == "bye" else {"phone_number": DESK}
    handoff = {"type": "desk", "reason": "asked", method: details}
    return f"conv.state.shared_id = {SHARED!r}; return {{'utterance': 'One moment.', 'handoff': {handoff!r}}}"


async def left(desk: Desk) -> HandoffState | None:
    return await handoff_states.of_shared_id(desk.resources.dependencies, desk.project_info.id, SHARED)


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
async def test_it_stays_when_the_desk_refuses_and_the_agent_goes_on(make: Make, method: str) -> None:
    async with desk_with(make, handing_over(method)) as desk:
        desk.stack.answering = lambda _: 486
        caller, _invitation = desk.stack.call(NUMBER)
        caller.refer_code = 486
        await caller.connected(10)
        await desk.until_turns(2)
        assert await left(desk) is not None
        await caller.hang_up()
        await desk.until_over()
        assert not (await desk.conversation())["handoff"]
        assert await left(desk) is not None


async def test_it_stays_when_the_caller_does_not_wait(make: Make) -> None:
    async with desk_with(make, handing_over("invite"), ring_seconds=60.0) as desk:
        desk.stack.answering = lambda _: None
        caller = await desk.call()
        await desk.stack.placed.get()
        await caller.hang_up()
        await desk.until_over()
        assert not (await desk.conversation())["handoff"]
        assert await left(desk) is not None


@pytest.mark.parametrize("body", ["", "return {'utterance': 'So long.', 'handoff': {'bye': {}}}"])
async def test_a_call_that_ends_without_any_handoff_has_it_too(make: Make, body: str) -> None:
    async with desk_with(make, f"conv.state.shared_id = {SHARED!r}; {body}") as desk:
        caller = await desk.call()
        if not body:
            await caller.hang_up()
        await caller.ended()
        await desk.until_over()
        assert not (await desk.conversation())["handoff"]
        assert await left(desk) == HandoffState(await public_id(desk), {}, SHARED)


async def test_a_goodbye_to_nobody_has_its_headers_on_the_bye(make: Make) -> None:
    headers = {"X-Outcome": "contained"}
    goodbye = {"utterance": "So long.", "handoff": {"bye": {"sip_headers": headers}}}
    async with desk_with(make, f"conv.state.shared_id = {SHARED!r}; return {goodbye!r}") as desk:
        caller = await desk.call()
        await caller.ended()
        assert caller.farewell == headers
        await desk.until_over()
        assert not (await desk.conversation())["handoff"]
        assert await left(desk) is not None


async def public_id(desk: Desk) -> str:
    return str((await desk.conversation())["public_id"])
