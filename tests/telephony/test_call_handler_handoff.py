"""What a call shows to other systems: there before the desk's phone rings, and also when nobody takes the call."""

from __future__ import annotations

import pytest

from parley.domain.conversations.model import HandoffState
from parley.runtime.session import handoff_states
from tests.make import Make
from tests.telephony.test_call_handler import NUMBER, Harness, call_harness
from tests.waiting import until

pytestmark = pytest.mark.io

SHARED = "call-4711"
DESK = "+442079460100"


def handing_over(method: str) -> str:
    """The body of a start function."""
    details = {} if method == "bye" else {"phone_number": DESK}
    handoff = {"type": "desk", "reason": "asked", method: details}
    return f"conv.state.shared_id = {SHARED!r}; return {{'utterance': 'One moment.', 'handoff': {handoff!r}}}"


async def left(harness: Harness) -> HandoffState | None:
    return await handoff_states.of_shared_id(harness.resources.dependencies, harness.project_info.id, SHARED)


async def test_it_is_there_while_the_desk_rings_and_after(make: Make) -> None:
    async with call_harness(make, handing_over("invite"), ring_seconds=60.0) as harness:
        harness.stack.answering = lambda _: None
        caller = await harness.call()
        dialled, clerk = await harness.stack.placed.get()
        assert (dialled.number, await left(harness)) == (DESK, HandoffState(await public_id(harness), {}, SHARED))
        clerk.answer()

        async def is_handed_over() -> bool:
            return bool((await harness.conversation())["handoff"])

        await until(is_handed_over)
        await clerk.hang_up()
        await caller.wait_ended()
        await harness.until_over()
        assert await left(harness) is not None


async def test_a_trunk_that_acts_on_a_farewell_finds_it(make: Make) -> None:
    async with call_harness(make, handing_over("bye")) as harness:
        caller = await harness.call()
        await caller.wait_ended()
        assert await left(harness) is not None
        await harness.until_over()
        assert await left(harness) is not None


@pytest.mark.parametrize("method", ["invite", "refer"])
async def test_it_stays_when_the_desk_refuses_and_the_agent_goes_on(make: Make, method: str) -> None:
    async with call_harness(make, handing_over(method)) as harness:
        harness.stack.answering = lambda _: 486
        caller, _incoming = harness.stack.call(NUMBER)
        caller.refer_code = 486
        await caller.wait_connected(10)
        await harness.until_turns(2)
        assert await left(harness) is not None
        await caller.hang_up()
        await harness.until_over()
        assert not (await harness.conversation())["handoff"]
        assert await left(harness) is not None


@pytest.mark.parametrize(("port", "host"), [(5060, "trunk.example"), (5090, "trunk.example:5090")])
async def test_a_refer_names_the_port_of_the_trunk(make: Make, port: int, host: str) -> None:
    async with call_harness(make, handing_over("refer"), port=port) as harness:
        caller = await harness.call()
        await caller.wait_ended()
        assert [uri.partition("@")[2].partition("?")[0] for uri in caller.refers] == [host]
        await harness.until_over()


async def test_it_stays_when_the_caller_does_not_wait(make: Make) -> None:
    async with call_harness(make, handing_over("invite"), ring_seconds=60.0) as harness:
        harness.stack.answering = lambda _: None
        caller = await harness.call()
        await harness.stack.placed.get()
        await caller.hang_up()
        await harness.until_over()
        assert not (await harness.conversation())["handoff"]
        assert await left(harness) is not None


@pytest.mark.parametrize("body", ["", "return {'utterance': 'So long.', 'handoff': {'bye': {}}}"])
async def test_a_call_that_ends_without_any_handoff_has_it_too(make: Make, body: str) -> None:
    async with call_harness(make, f"conv.state.shared_id = {SHARED!r}; {body}") as harness:
        caller = await harness.call()
        if not body:
            await caller.hang_up()
        await caller.wait_ended()
        await harness.until_over()
        assert not (await harness.conversation())["handoff"]
        assert await left(harness) == HandoffState(await public_id(harness), {}, SHARED)


async def test_a_goodbye_to_nobody_has_its_headers_on_the_bye(make: Make) -> None:
    headers = {"X-Outcome": "contained"}
    goodbye = {"utterance": "So long.", "handoff": {"bye": {"sip_headers": headers}}}
    async with call_harness(make, f"conv.state.shared_id = {SHARED!r}; return {goodbye!r}") as harness:
        caller = await harness.call()
        await caller.wait_ended()
        assert caller.bye_headers == headers
        await harness.until_over()
        assert not (await harness.conversation())["handoff"]
        assert await left(harness) is not None


async def public_id(harness: Harness) -> str:
    return str((await harness.conversation())["public_id"])
