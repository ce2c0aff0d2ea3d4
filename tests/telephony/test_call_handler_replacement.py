"""A caller whom the trunk hands over to somebody else while the agent talks: the conversation goes on."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest

from parley.telephony.sip.fake_stack import FakeCall
from parley.telephony.sip.messages.digest import Digest
from parley.voice.media_leg import CallEnded
from tests.make import Make
from tests.telephony.test_call_handler import Harness, call_harness, refused
from tests.waiting import until

pytestmark = pytest.mark.io

LISTENING = "return {'utterance': 'Keys?', 'listen': {'dtmf': {'num_digits': 2}}}"


async def replaced(harness: Harness, caller: FakeCall) -> FakeCall:
    further, _incoming = harness.stack.call("anything", replaces=caller.call_id)
    await further.wait_connected(10)
    return further


async def test_the_conversation_goes_on_with_the_new_leg(make: Make) -> None:
    async with call_harness(make, LISTENING) as harness:
        caller = await harness.call()
        await harness.until_turns(1)
        further = await replaced(harness, caller)
        await asyncio.wait_for(caller.wait_ended(), 10)
        await further.send_dtmf("12")
        await harness.until_turns(2)
        assert (await harness.turns())[1]["dtmf"] == "12"
        assert (await harness.row())["status"] == "calling", "it runs"
        assert harness.handler.active_count == 1
        last = await replaced(harness, further)
        await further.wait_ended()
        await last.hang_up()
        await harness.until_over()
        row, conversation = await harness.row(), await harness.conversation()
        assert (row["status"], row["id"], conversation["end_reason"]) == ("success", conversation["id"], "closed")


async def test_an_exchange_that_ends_the_old_leg_itself(make: Make) -> None:
    """Its BYE may come while the new leg is being answered."""
    async with call_harness(make, LISTENING) as harness:
        caller = await harness.call()
        await harness.until_turns(1)
        further, incoming = harness.stack.call("anything", replaces=caller.call_id)
        answer = incoming.answer

        async def slowly() -> FakeCall:
            await caller.hang_up()
            for _ in range(20):
                await asyncio.sleep(0)
            return await answer()

        with patch.object(incoming, "answer", slowly):
            await further.wait_connected(10)
        await further.send_dtmf("12")
        await harness.until_turns(2)
        await further.hang_up()
        await harness.until_over()


async def test_an_agent_that_hangs_up_meanwhile_hangs_up_on_both(make: Make) -> None:
    async with call_harness(make, LISTENING) as harness:
        caller = await harness.call()
        await harness.until_turns(1)
        further, incoming = harness.stack.call("anything", replaces=caller.call_id)
        (connected,) = harness.handler._connected
        answer = incoming.answer

        async def meanwhile() -> FakeCall:
            await connected.call.hang_up()
            return await answer()

        with patch.object(incoming, "answer", meanwhile):
            await asyncio.wait_for(further.wait_ended(), 10)
        await harness.until_over()


async def test_who_may_not_and_who_never_comes(make: Make) -> None:
    async with call_harness(make, LISTENING, networks=["127.0.0.1/32"]) as harness:
        caller = await harness.call()
        await harness.until_turns(1)
        assert await refused(harness, replaces="no such call") == 481
        assert await refused(harness, replaces=caller.call_id, source="127.0.0.2") == 403
        (connected,) = harness.handler._connected
        with patch.object(connected.call, "_is_referring", new=True):
            assert await refused(harness, replaces=caller.call_id) == 491
        _further, incoming = harness.stack.call("anything", replaces=caller.call_id)
        with patch.object(incoming, "answer", side_effect=CallEnded) as answer:

            async def was_tried() -> bool:
                return answer.called

            await until(was_tried)
        await caller.send_dtmf("12")
        await harness.until_turns(2)
        await caller.hang_up()
        await harness.until_over()


async def test_a_trunk_with_a_password_shows_it_again(make: Make) -> None:
    async with call_harness(make, LISTENING, inbound_user="alice") as harness:
        with patch.object(Digest, "accepts", return_value=True):
            caller = await harness.call()
        await harness.until_turns(1)
        assert await refused(harness, replaces=caller.call_id) == 401
        with patch.object(Digest, "accepts", return_value=True):
            further = await replaced(harness, caller)
        await further.hang_up()
        await harness.until_over()
