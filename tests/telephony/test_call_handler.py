"""Calls from their slot to their end, with both ends of the line in this process: what is hard to bring about with real
telephones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Encryption, outbound_call
from parley.domain.deployments.ab_tests import Arm
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import Connector, PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs.actions import start_ab_test
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable
from parley.telephony import call_handler as module
from parley.telephony.call_handler import CallHandler
from parley.telephony.sip.fake_stack import FakeCall, FakeStack
from parley.telephony.sip.protocol import CallNotConnected
from parley.voice import durable_write
from parley.voice.speech_input import SpeechRecognition
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

NUMBER = "+442071234567"
FILES = {
    "functions/start_function.py": "from _gen import *\n\ndef start_function(conv: Conversation):\n    {start}\n",
    "voice/configuration.yaml": "greeting: {welcome_message: Hello.}\n",
    "agent_settings/rules.txt": "",
}


@dataclass(slots=True)
class Harness:
    make: Make
    project_info: ProjectInfo
    connector: Connector
    stack: FakeStack
    handler: CallHandler

    @property
    def resources(self) -> Resources:
        return self.make.resources

    async def call(self, **fields: Any) -> FakeCall:
        """The caller's end of a call that was answered."""
        far, _incoming = self.stack.call(NUMBER, **fields)
        await far.wait_connected(10)
        return far

    async def row(self) -> dict[str, Any]:
        (row,) = await self.resources.db.fetch("select * from calls")
        return dict(row)

    async def conversation(self) -> dict[str, Any]:
        (row,) = await self.resources.db.fetch("select * from conversations")
        return dict(row)

    async def turns(self) -> list[dict[str, Any]]:
        return [dict(row) for row in await self.resources.db.fetch("select * from turns order by number")]

    async def until_over(self) -> None:
        async def is_over() -> bool:
            return self.handler.active_count == 0

        await until(is_over)

    async def until_turns(self, count: int) -> None:
        async def are_there() -> bool:
            return len(await self.turns()) >= count

        await until(are_there)

    async def placed(self, **fields: Any) -> None:
        now = self.resources.clock.now()
        call = outbound_call(
            self.connector, "+493012345", now, fields.pop("encryption", Encryption.UDP_RTP), fields.pop("metadata", {})
        )
        async with self.resources.db.transaction() as tx:
            await calls.enqueue_call(tx, call, 0)
            (taken,) = await calls.start_queued(tx, self.connector.id, self.resources.signals.identity, now, 1)
        await self.handler.place_call(taken)


@asynccontextmanager
async def call_harness(
    make: Make,
    start: str = "return None",
    speed: float = 0.001,
    recognition: SpeechRecognition | None = None,
    **trunk: Any,
) -> AsyncIterator[Harness]:
    project_info = await make.project()
    files = {path: text.replace("{start}", start) for path, text in FILES.items()}
    await make.deploy(project_info, files)
    now, encryptor = make.resources.clock.now(), make.resources.dependencies.secret_store.encryptor
    settings = {"host": "trunk.example", "networks": ["127.0.0.0/8"], "ring_seconds": 1.0, **trunk}
    changes = ConnectorUpdate(fields={"name": "Trunk", "environment": "live", "outbound": True}, trunk=settings)
    async with make.resources.db.transaction() as tx:
        connector = await numbers.create_connector(tx, encryptor, project_info, changes, now)
        number = PhoneNumber(NUMBER, project_info.account_id, project_info.id, "live", connector_id=connector.id)
        await numbers.import_number(tx, project_info, number, now)
    stack = FakeStack()
    handler = CallHandler(make.resources, stack, SilentSynthesizer(speed), recognition)
    stack.on_incoming_call(handler.handle_sip)
    yield Harness(make, project_info, connector, stack, handler)
    await handler.drain(0)
    await stack.aclose()


async def refused(harness: Harness, called: str = NUMBER, **fields: Any) -> int | None:
    far, _incoming = harness.stack.call(called, **fields)
    with pytest.raises(CallNotConnected) as failed:
        await far.wait_connected(10)
    return failed.value.code


async def test_a_caller_who_leaves_ends_call_and_conversation(make: Make) -> None:
    async with call_harness(make) as harness:
        far = await harness.call(caller="+447700900123")
        await harness.until_turns(1)
        await far.hang_up()
        await harness.until_over()
        row, conversation = await harness.row(), await harness.conversation()
        assert (row["status"], row["id"]) == ("success", conversation["id"])
        assert (conversation["end_reason"], conversation["from_number"]) == ("closed", "+447700900123")


async def test_while_two_versions_are_compared_a_caller_hears_one_of_them(make: Make) -> None:
    async with call_harness(make) as harness:
        other = {**FILES, "voice/configuration.yaml": "greeting: {welcome_message: Welcome!}\n"}
        del other["functions/start_function.py"]
        variant = await make.deploy(harness.project_info, other, "pre-release")
        now = make.resources.clock.now()
        async with make.resources.db.transaction() as tx:
            test = await start_ab_test(tx, harness.project_info, "Tone", variant.id, 50, now=now, created_by="me")
        callers = (f"+4477009{number:05}" for number in count())
        caller = next(each for each in callers if test.draw(each) is Arm.VARIANT)
        far = await harness.call(caller=caller)
        await harness.until_turns(1)
        assert [turn["agent_response"] for turn in await harness.turns()] == ["Welcome!"]
        conversation = await harness.conversation()
        assert (conversation["deployment_id"], conversation["ab_test_id"]) == (variant.id, test.id)
        await far.hang_up()
        await harness.until_over()


async def test_keys_are_a_turn_and_private_ones_are_not_kept(make: Make) -> None:
    start = "return {'utterance': 'PIN?', 'listen': {'dtmf': {'num_digits': 4, 'is_pii': True}}}"
    async with call_harness(make, start) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        await far.send_dtmf("1234")
        await harness.until_turns(2)
        turn = (await harness.turns())[1]
        assert (turn["user_input"], turn["dtmf"]) == ("****", "****")
        await far.hang_up()
        await harness.until_over()


async def test_an_utterance_can_be_tones(make: Make) -> None:
    async with call_harness(make, "return {'utterance': '12#', 'utterance_channel': 'DTMF'}") as harness:
        pressed: list[str] = []
        far, _incoming = harness.stack.call(NUMBER)
        far.on_digit(pressed.append)
        await far.wait_connected(10)
        await harness.until_turns(1)
        assert pressed == ["1", "2", "#"]
        await far.hang_up()
        await harness.until_over()


async def test_an_agent_that_hangs_up_says_everything_first(make: Make) -> None:
    async with call_harness(make, "return {'utterance': 'Goodbye, my friend.', 'hangup': True}", speed=0.02) as harness:
        began = asyncio.get_running_loop().time()
        far = await harness.call()
        await far.wait_ended()
        assert asyncio.get_running_loop().time() - began > 0.3
        await harness.until_over()
        assert (await harness.conversation())["end_reason"] == "agent_end"


async def test_a_call_has_an_end(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    async with call_harness(make) as harness:
        shorter = harness.resources.settings.model_copy(update={"call_seconds": 0.5})
        monkeypatch.setattr(harness.resources, "settings", shorter)
        far = await harness.call()
        await far.wait_ended()
        await harness.until_over()
        row, conversation = await harness.row(), await harness.conversation()
        assert (row["status"], conversation["end_reason"]) == ("success", "closed")


async def test_the_end_is_written_down_however_long_the_database_is_away(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_write, "RETRY_SECONDS", 0.01)
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        tries, succeed = 0, calls.complete_call

        async def away(*arguments: Any) -> bool:
            nonlocal tries
            tries += 1
            if tries < 4:
                raise DatabaseUnavailable
            return await succeed(*arguments)

        with patch.object(calls, "complete_call", away):
            await far.hang_up()
            await harness.until_over()
        assert (await harness.row())["status"] == "success"


async def test_a_call_that_breaks_off_leaves_nothing_open(make: Make) -> None:
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        with patch.object(type(harness.resources.sessions), "respond", side_effect=RuntimeError):
            await far.send_dtmf("1#")
            await far.wait_ended()
            await harness.until_over()
        row, conversation = await harness.row(), await harness.conversation()
        assert (row["status"], row["reason"]) == ("failure", module.CUT_OFF)
        assert conversation["end_reason"] == "error"


async def test_a_turn_that_comes_to_nothing_is_asked_for_again(make: Make) -> None:
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        with patch.object(type(harness.resources.sessions), "respond", side_effect=DatabaseUnavailable) as respond:
            await far.send_dtmf("1#")

            async def was_tried() -> bool:
                return respond.called

            await until(was_tried)
        await far.send_dtmf("2#")
        await harness.until_turns(2)
        assert (await harness.turns())[1]["dtmf"] == "2"
        await far.hang_up()
        await harness.until_over()


async def test_who_gets_which_refusal(make: Make) -> None:
    async with call_harness(make, max_calls=1) as harness:
        assert await refused(harness, source="192.0.2.7") == 403
        assert await refused(harness, "+442079999999") == 404
        far = await harness.call()
        assert await refused(harness) == 486
        await far.hang_up()
        await harness.until_over()
        (await harness.call()).end(by_us=True)
        await harness.until_over()
        harness.handler.draining = True
        assert await refused(harness) == 503


@pytest.mark.parametrize("written", ["442071234567", "00442071234567", "+44 20 7123-4567"])
async def test_a_number_in_the_ways_that_trunks_write_it(make: Make, written: str) -> None:
    async with call_harness(make) as harness:
        far, _incoming = harness.stack.call(written)
        await far.wait_connected(10)
        await far.hang_up()
        await harness.until_over()


async def test_nobody_answers_where_nothing_is_deployed(make: Make) -> None:
    async with call_harness(make) as harness:
        async with harness.resources.db.transaction() as tx:
            number = PhoneNumber(
                "+442070000000", harness.project_info.account_id, harness.project_info.id, "pre-release"
            )
            await numbers.import_number(tx, harness.project_info, number, harness.resources.clock.now())
        assert await refused(harness, "+442070000000") == 480
        assert await harness.resources.db.fetch("select from calls where ended_at is null") == []


@pytest.mark.parametrize(("code", "reason"), [(486, "refused (486)"), (None, "no answer")])
async def test_a_call_that_nobody_takes_has_failed(make: Make, code: int | None, reason: str) -> None:
    async with call_harness(make) as harness:
        harness.stack.answering = lambda _: code
        await harness.placed()
        row = await harness.row()
        assert (row["status"], row["reason"], row["sip_code"]) == ("failure", reason, code)
        assert await harness.resources.db.fetch("select from conversations") == []


async def test_what_is_dialled(make: Make) -> None:
    async with call_harness(make, port=5090, tls_port=5091, caller_id="+44207", from_domain="us.example") as harness:
        harness.stack.answering = lambda _: 486
        for encryption, port, tls, srtp in (
            (Encryption.TLS_SRTP, 5091, True, True),
            (Encryption.TLS_RTP, 5091, True, False),
            (Encryption.UDP_SRTP, 5090, False, True),
            (Encryption.UDP_RTP, 5090, False, False),
        ):
            await harness.placed(encryption=encryption, metadata={"X-Order": "7"})
            dialled, _far = await harness.stack.placed.get()
            assert (dialled.peer.port, dialled.tls, dialled.srtp) == (port, tls, srtp)
            assert (dialled.number, dialled.peer.caller, dialled.peer.domain) == ("+493012345", "+44207", "us.example")
            assert dialled.headers == {"X-Order": "7"}


async def test_draining_waits_for_those_who_talk(make: Make) -> None:
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        draining = asyncio.create_task(harness.handler.drain(30))
        assert await refused(harness) == 503
        assert not draining.done()
        await far.hang_up()
        await draining
        assert (await harness.row())["status"] == "success"


async def test_draining_ends_what_does_not_end(make: Make) -> None:
    async with call_harness(make) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        await harness.handler.drain(0)
        await far.wait_ended()
        assert (await harness.row())["status"] == "success"
        assert (await harness.conversation())["end_reason"] == "closed"


async def test_draining_takes_back_what_still_rings(make: Make) -> None:
    async with call_harness(make, ring_seconds=60.0) as harness:
        harness.stack.answering = lambda _: None
        placing = asyncio.create_task(harness.placed())
        await harness.stack.placed.get()
        await harness.handler.drain(0)
        await placing
        assert (await harness.row())["status"] == "failure"
