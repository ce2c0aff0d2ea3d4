"""External events from the agent that hands out an id to the words that the user hears."""

from __future__ import annotations

import json
import re

import pytest

from parley.domain.accounts.model import Family
from parley.providers.llm.scripted import Say
from tests.expecting import WEBHOOK
from tests.journeys.installation import EXAMPLES, Agent, Installation, Talk
from tests.journeys.test_features_effects import act
from tests.waiting import until

pytestmark = pytest.mark.io


async def post(talk: Talk, path: str, data: dict[str, object]) -> None:
    agent = talk.agent
    key = await agent.installation.make.key(Family.EXTERNAL_EVENTS, agent.project_info)
    params = {
        "event_id_location": "payload",
        "event_id_path": path,
        "account_id": agent.project_info.account_id,
        "project_id": agent.project_info.id,
    }
    headers = {"x-api-key": key.secret}
    answer = await agent.installation.platform.post(WEBHOOK, headers=headers, params=params, json=data)
    assert (answer.status_code, answer.json()) == (201, {"success": True})


async def woken(talk: Talk, turns: int) -> None:
    async def has_spoken() -> bool:
        return len(await talk.turns()) == turns

    await until(has_spoken)


async def test_an_event_wakes_the_agent_and_is_part_of_the_record(everything: Agent) -> None:
    model = everything.plays(act("wait_for_event"), Say("It is paid."), Say("Bye."))
    talk = await everything.open()
    await talk.say("wait")
    state = await talk.state()
    await post(talk, "booking.event", {"booking": {"event": state["quiet_event"]}, "status": "quiet"})
    await post(talk, "booking.event", {"booking": {"event": state["event"]}, "status": "paid"})
    await woken(talk, 3)
    assert '"status":"paid"' in model.requests[1].messages[-1].content
    assert '"status":"quiet"' not in str(model.requests[1].messages)
    assert "woken by an external event" in (await talk.trace())["notes"]
    events = (await talk.dialog()).external_events
    assert [json.loads(event["data"])["status"] for event in events] == ["quiet", "paid"]
    assert (await talk.say("thanks")).text == "It is paid. Bye."
    await talk.close()
    record = await talk.record()
    assert (record["num_turns"], record["num_silences"]) == (4, 0)


async def test_a_customer_pays_while_the_example_waits(installation: Installation) -> None:
    """With no model but the built-in responder."""
    agent = await installation.agent(EXAMPLES / "field_service")
    talk = await agent.open()
    for said in ("I'd like a quote for a new boiler", "6"):
        await talk.say(said)
    link = re.search(r"https://pay\.brightway\.example/l/([0-9a-f]+)", (await talk.say("yes please")).text)
    assert link is not None
    assert "can't see the payment yet" in (await talk.say("I have paid")).text
    await post(talk, "link", {"link": link[1], "status": "paid"})
    await woken(talk, 6)
    assert (await talk.state())["outcome"] == "deposit paid"
    heard = await talk.say("has it arrived?")
    assert heard.text.startswith("Thank you, your deposit of $410 has arrived and the price is held.")
