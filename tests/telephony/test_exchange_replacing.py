"""A caller whom the trunk hands over to somebody else while the agent talks: the conversation goes on."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest

from parley.telephony.sip.digest import Digest
from parley.telephony.sip.pretend import PretendCall
from parley.telephony.sip.protocol import CallGone
from tests.make import Make
from tests.telephony.test_exchange import Desk, desk_with, refused
from tests.waiting import until

pytestmark = pytest.mark.io

LISTENING = "return {'utterance': 'Keys?', 'listen': {'dtmf': {'num_digits': 2}}}"


async def replaced(desk: Desk, caller: PretendCall) -> PretendCall:
    further, _invitation = desk.stack.call("anything", replaces=caller.call_id)
    await further.connected(10)
    return further


async def test_the_conversation_goes_on_with_the_new_leg(make: Make) -> None:
    async with desk_with(make, LISTENING) as desk:
        caller = await desk.call()
        await desk.until_turns(1)
        further = await replaced(desk, caller)
        await asyncio.wait_for(caller.ended(), 10)
        await further.press("12")
        await desk.until_turns(2)
        assert (await desk.turns())[1]["dtmf"] == "12"
        assert (await desk.row())["status"] == "calling", "it runs"
        assert desk.exchange.under_way == 1
        last = await replaced(desk, further)
        await further.ended()
        await last.hang_up()
        await desk.until_over()
        row, conversation = await desk.row(), await desk.conversation()
        assert (row["status"], row["id"], conversation["end_reason"]) == ("success", conversation["id"], "closed")


async def test_an_exchange_that_ends_the_old_leg_itself(make: Make) -> None:
    """Its BYE may come while the new leg is being answered."""
    async with desk_with(make, LISTENING) as desk:
        caller = await desk.call()
        await desk.until_turns(1)
        further, invitation = desk.stack.call("anything", replaces=caller.call_id)
        answer = invitation.answer

        async def slowly() -> PretendCall:
            await caller.hang_up()
            for _ in range(20):
                await asyncio.sleep(0)
            return await answer()

        with patch.object(invitation, "answer", slowly):
            await further.connected(10)
        await further.press("12")
        await desk.until_turns(2)
        await further.hang_up()
        await desk.until_over()


async def test_an_agent_that_hangs_up_meanwhile_hangs_up_on_both(make: Make) -> None:
    async with desk_with(make, LISTENING) as desk:
        caller = await desk.call()
        await desk.until_turns(1)
        further, invitation = desk.stack.call("anything", replaces=caller.call_id)
        (talk,) = desk.exchange._talks
        answer = invitation.answer

        async def meanwhile() -> PretendCall:
            await talk.call.hang_up()
            return await answer()

        with patch.object(invitation, "answer", meanwhile):
            await asyncio.wait_for(further.ended(), 10)
        await desk.until_over()


async def test_who_may_not_and_who_never_comes(make: Make) -> None:
    async with desk_with(make, LISTENING, networks=["127.0.0.1/32"]) as desk:
        caller = await desk.call()
        await desk.until_turns(1)
        assert await refused(desk, replaces="no such call") == 481
        assert await refused(desk, replaces=caller.call_id, source="127.0.0.2") == 403
        (talk,) = desk.exchange._talks
        with patch.object(talk.call, "_is_referring", new=True):
            assert await refused(desk, replaces=caller.call_id) == 491
        _further, invitation = desk.stack.call("anything", replaces=caller.call_id)
        with patch.object(invitation, "answer", side_effect=CallGone) as answer:

            async def was_tried() -> bool:
                return answer.called

            await until(was_tried)
        await caller.press("12")
        await desk.until_turns(2)
        await caller.hang_up()
        await desk.until_over()


async def test_a_trunk_with_a_password_shows_it_again(make: Make) -> None:
    async with desk_with(make, LISTENING, inbound_user="alice") as desk:
        with patch.object(Digest, "accepts", return_value=True):
            caller = await desk.call()
        await desk.until_turns(1)
        assert await refused(desk, replaces=caller.call_id) == 401
        with patch.object(Digest, "accepts", return_value=True):
            further = await replaced(desk, caller)
        await further.hang_up()
        await desk.until_over()
