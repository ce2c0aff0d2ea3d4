"""Calls that come in, from the first ring to the record."""

from __future__ import annotations

import pytest

from tests.journeys.calls import PATIENCE, Switchboard, assert_said, until_loud, until_silent
from tests.telephony.peers import linphone as linphones
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sipp import calling
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

GREETING_BYTES = 4 * 16_000
"""The wordy greeting is longer than this: four seconds."""


async def test_a_caller_is_greeted_and_known(calls: Switchboard) -> None:
    number = await calls.number(variantId="night")
    async with calling("call", calls.port, "-d", "300", number=number) as sipp:
        assert await sipp.finished() == 0
    record = await calls.record(number)
    assert record["id"].startswith("CA")
    assert (record["channel"], record["from_number"], record["num_turns"]) == ("VOICE-SIP", "+49555", 1)
    state = record["state"]
    assert (state["caller"], state["callee"], state["variant"]) == ("+49555", number, "night")
    assert (state["customer"], state["headers"]["x-plan"]) == ("c-17", "gold")
    assert record["turns"][0]["agent_response"] == "Good night."
    assert record["metrics"]["USER_HANGUP"] == "true"


async def test_a_variant_that_the_agent_no_longer_has(calls: Switchboard) -> None:
    number = await calls.number(variantId="abolished")
    async with calling("call", calls.port, "-d", "100", number=number) as sipp:
        assert await sipp.finished() == 0
    assert (await calls.record(number))["variant_name"] == "day"


async def test_keys_make_turns_and_the_agent_hangs_up(calls: Switchboard) -> None:
    number = await calls.number()
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await until_loud(phone.heard)
        await until_silent(phone.heard)
        await phone.press("5")
        await calls.record(number, turns=2)
        await until_loud(phone.heard, after=len(phone.heard()))
        await until_silent(phone.heard)
        await phone.press("9")
        await phone.event("CALL_CLOSED")
    record = await calls.record(number)
    assert [turn["user_input_dtmf"] for turn in record["turns"]] == ["", "5", "9"]
    assert_said(record, "Hello.", "You pressed 5.", "Bye.")
    assert "USER_HANGUP" not in record["metrics"]


async def test_a_key_interrupts_the_agent_and_the_answer_is_heard(calls: Switchboard) -> None:
    number = await calls.number(variantId="wordy")
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await until_loud(phone.heard)
        await phone.press("5")
        await calls.record(number, turns=2)
        await until_loud(phone.heard, after=len(phone.heard()))
        await until_silent(phone.heard)
        assert len(phone.heard()) < GREETING_BYTES, "the rest of the greeting was not said"
        await phone.press("9")
        await phone.event("CALL_CLOSED")
    record = await calls.record(number)
    assert [(turn["user_input_dtmf"], turn["barge_in"]) for turn in record["turns"]] == [
        ("", False),
        ("5", True),
        ("9", False),
    ]


async def test_a_caller_who_says_nothing_is_asked_and_let_go(calls: Switchboard) -> None:
    number = await calls.number(variantId="quiet")
    async with calling("call_and_wait", calls.port, number=number) as sipp:
        assert await sipp.finished() == 0, "the agent hangs up"
    record = await calls.record(number)
    assert [(turn["is_silence"], turn["agent_response"]) for turn in record["turns"]] == [
        (False, "Hello."),
        (True, "Well?"),
        (True, "Bye bye."),
    ]
    assert record["num_silences"] == 2
    assert "USER_HANGUP" not in record["metrics"]


async def test_linphone_over_tls_with_encrypted_media(calls: Switchboard) -> None:
    number = await calls.number()
    async with linphones.linphone(srtp=True) as phone:
        await phone.type(f"call sip:{number}@{LOOPBACK}:{calls.tls_port};transport=tls")
        await until_loud(phone.heard)
        await phone.type("9")

        async def is_over() -> bool:
            return not (await calls.record(number, turns=1))["in_progress"]

        await until(is_over, PATIENCE)
    record = await calls.record(number)
    assert [turn["user_input_dtmf"] for turn in record["turns"]] == ["", "9"]
    assert record["state"]["headers"]["Via"].startswith("SIP/2.0/TLS")


async def test_keys_in_messages(calls: Switchboard) -> None:
    """Of trunks that send keys as INFO and not within the media."""
    number = await calls.number(variantId="night")
    async with calling("call_and_press", calls.port, number=number) as sipp:
        assert await sipp.finished() == 0, "the agent hangs up"
    assert [turn["user_input_dtmf"] for turn in (await calls.record(number))["turns"]] == ["", "5"]
