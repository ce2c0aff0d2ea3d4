"""The examples with a model behind an OpenAI-compatible endpoint that is sometimes slow, broken or foolish."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.fake_openai import EMPTY, SILENT, FakeOpenAI, Reply, call, calls, failing, words
from tests.journeys.installation import EXAMPLES, Installation, Talk

pytestmark = pytest.mark.io

TROUBLE = "I'm sorry, I'm having trouble with that right now. Could you say it again, please?"


def an_open_day() -> date:
    """The restaurant is closed at Christmas only."""
    day = datetime.now(UTC).date() + timedelta(days=2)
    return day + timedelta(days=1) if (day.month, day.day) == (12, 25) else day


async def test_a_table_is_booked_whatever_the_model_does(thinking: Installation, server: FakeOpenAI) -> None:
    restaurant = await thinking.agent(EXAMPLES / "restaurant")
    guest = {"customer_id": "c-7", "shared_id": "web-7"}
    talk = await restaurant.open(integration_attributes=guest)
    assert "Welcome to Olive & Ember Harbour" in talk.opening

    server.plays(words("Good evening! Shall I find you a table – or something else? 🙂"))
    assert (await talk.say("hello")).text == "Good evening! Shall I find you a table – or something else? 🙂"
    request = server.requests[0]
    assert (request["model"], request["temperature"], request["max_tokens"]) == ("big", 0.2, 300)
    assert server.keys == ["Bearer sk-installation"]
    assert "start_booking" in server.tools()
    assert "wait_for_guest" not in server.tools(), "what is only for telephone calls stays there"

    await _details(talk, server)
    await _guest(talk, server)
    await _confirmation(talk, server)
    await _foolishness(talk, server)

    server.plays(call("say_goodbye"))
    assert (await talk.say("bye")).ends
    await _what_is_left(talk)
    again = await restaurant.open(integration_attributes=guest)
    assert again.opening.startswith("Welcome back, Maria Lopez")
    assert (await again.state())["visits"] == 2


async def _details(talk: Talk, server: FakeOpenAI) -> None:
    """Three calls in one turn; before the last one the server fails once."""
    wanted = {"party_size": 4, "booking_date": an_open_day().isoformat(), "booking_time": "7 pm"}
    server.plays(
        call("start_booking", branch="NA"),
        call("save_entities", **wanted),
        failing(500),
        call("choose_path", condition="Details complete"),
    )
    heard = await talk.say("a table for four the day after tomorrow at seven in the evening")
    assert "table for 4 at Olive & Ember Harbour" in heard.text
    assert await talk.called() == ["start_booking", "save_entities", "choose_path", "check_table"]
    assert server.models == ["big"] * 4
    assert {"save_entities", "choose_path"} <= server.tools(-1)
    assert (await talk.state())["party_size"] == 4


async def _guest(talk: Talk, server: FakeOpenAI) -> None:
    """The model does not answer in time; the one behind it does, with words before its call."""
    known = {"guest_name": "Maria Lopez", "guest_phone": "020 7946 0133"}
    server.plays(
        SILENT, calls(("save_entities", known), say="One moment. "), call("choose_path", condition="Guest known")
    )
    heard = await talk.say("Maria Lopez, 020 7946 0133")
    assert heard.text.startswith("One moment. ")
    assert "Shall I confirm" in heard.text
    assert server.models == ["big", "small", "big"]
    assert (await talk.state())["guest_phone"] == "+442079460133"


async def _confirmation(talk: Talk, server: FakeOpenAI) -> None:
    """Arguments that are no JSON are told to the model, which corrects them."""
    server.plays(calls(("booking_confirmed", '{"confirmed": tru')), call("booking_confirmed", confirmed="yes"))
    heard = await talk.say("yes, please")
    assert "You're booked" in heard.text or "booked, Maria Lopez" in heard.text
    assert "not valid JSON" in server.told()
    first, second = (await talk.trace())["functions"]
    assert (first["error"], second["error"]) == ("the arguments are not valid JSON", None)
    assert second["arguments"] == {"confirmed": True}
    assert second["state_changes"]["added"]["outcome"] == "booked"
    assert (await talk.trace())["out_flow"] is None


async def _foolishness(talk: Talk, server: FakeOpenAI) -> None:
    server.plays(call("fly_to_the_moon", speed=3), words("I can't do that."))
    assert (await talk.say("fly me to the moon")).text == "I can't do that."
    assert "There is no such function" in server.told()

    server.plays(EMPTY)
    assert (await talk.say("say nothing")).text == TROUBLE

    server.plays(failing(401, "invalid_api_key"), failing(401, "invalid_api_key"))
    assert (await talk.say("are you there?")).text == TROUBLE
    assert server.models == ["big", "small"]

    server.plays(otherwise=call("choose_branch", branch="the moon"))
    assert (await talk.say("again and again")).text == TROUBLE
    trace = await talk.trace()
    assert (trace["caps"], len(trace["model_requests"])) == (["model_requests"], 10)

    server.plays(words("Back to normal."))
    assert (await talk.say("and now?")).text == "Back to normal."


async def _what_is_left(talk: Talk) -> None:
    record = await talk.record()
    reference = record["state"]["booking_reference"]
    assert record["metrics"]["BOOKING_MADE"] == reference
    assert (record["metrics"]["OUTCOME"], record["metrics"]["GUEST_TURNS"]) == ("booked", "10")
    assert (record["end_reason"], record["handoff"], record["num_turns"]) == ("agent_end", False, 11)
    (message,) = await talk.messages()
    assert (message["kind"], message["status"], message["recipient"]) == ("sms", "recorded", "+442079460133")
    assert message["sender"] == "+442079460192"
    assert reference in message["body"]
    assert "12 Quayside Walk" in message["body"]


async def test_a_visit_is_booked_and_summed_up(thinking: Installation, server: FakeOpenAI) -> None:
    service = await thinking.agent(EXAMPLES / "field_service")
    server.plays(calls(("caller_arrived", {})))
    talk = await service.open(integration_attributes={"account_number": "BW318845"})
    assert talk.opening.startswith("Hello Marcus, this is Brightway Home Services.")
    assert server.tools() >= {"caller_arrived", "start_visit"}, "tools named in state variables are found"

    server.plays(
        call("start_visit", problem="the kitchen tap drips"),
        calls(("save_entities", {"urgency": "flexible"}), ("choose_path", {"condition": "Urgency known"})),
    )
    heard = await talk.say("my kitchen tap drips, I'm flexible")
    assert heard.text.startswith("I can offer you ")
    server.plays(call("slot_chosen", choice="the first one"))
    assert "Shall we come to 8 Lantern Street?" in (await talk.say("the first one")).text
    server.plays(call("address_checked", is_right=True))
    assert "Shall I book it?" in (await talk.say("yes")).text
    assert await talk.called() == ["address_checked", "read_back_visit"]
    server.plays(call("visit_confirmed", confirmed=True))
    assert "Your reference is V" in (await talk.say("yes please")).text

    server.plays(call("report_emergency", kind="gas"), otherwise=summing_up)
    heard = await talk.say("oh, and I smell gas")
    assert (heard.ends, heard.handoff) == (True, {"destination": "emergency_desk", "reason": "emergency: gas"})

    record = await talk.record()
    assert record["state"]["call_summary"] == "A tap was to be mended, then gas was smelled."
    assert record["state"]["customer"]["name"] == "Marcus Oyelaran"
    assert (record["metrics"]["MOOD"], record["metrics"]["IDENTIFIED"]) == ("upset", "true")
    assert (record["handoff"], record["handoff_destination"]) == (True, "emergency_desk")
    text, mail = sorted(await talk.messages(), key=lambda message: str(message["kind"]), reverse=True)
    assert (text["recipient"], text["sender"], text["status"]) == ("+12075550163", "+13125550192", "recorded")
    assert record["state"]["visit_reference"] in text["body"]
    assert (mail["kind"], mail["recipient"]) == ("email", "dispatch@brightway.example")
    assert mail["subject"].startswith("New plumbing visit V")


def summing_up(body: Mapping[str, Any]) -> Reply:
    """The end function asks two questions at once, each with the whole conversation."""
    history, question = (str(message["content"]) for message in body["messages"])
    assert "user: oh, and I smell gas" in history
    return words("Upset." if "one word" in question else "A tap was to be mended, then gas was smelled.")
