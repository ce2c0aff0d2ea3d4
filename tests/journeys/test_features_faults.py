"""Agents that are broken: the turn is answered all the same, and the fault is counted where it can be seen."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from parley.providers.llm.scripted import Answer, Call, Delay, Fail, Say
from tests.journeys.installation import Agent, Heard, Installation, files_of

pytestmark = pytest.mark.io

SORRY = "Sorry about that."
FAILED = "The function could not be completed."


def broken(how: str) -> Call:
    return Call("break_down", {"how": how})


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("raise", "RuntimeError: secret details functions/break_down.py:13"),
        ("undefined", "NameError"),
        ("sys_exit", "SystemExit"),
        ("recursion", "RecursionError"),
    ],
)
async def test_a_function_that_raises(everything: Agent, how: str, error: str) -> None:
    model = everything.plays(broken(how), Say(SORRY), Say("Yes."))
    talk = await everything.open()
    assert (await talk.say("break")).text == SORRY
    turn = (await talk.turns())[-1]
    (function,) = turn["trace"]["functions"]
    assert function["error"].startswith(error)
    assert function["stdout"].startswith(f"about to break: {how}\n")
    assert turn["function_errors"] == 1
    told = model.requests[1].messages[-1].content
    assert told.startswith(FAILED)
    assert "secret details" not in told
    assert (await talk.state())["broke"] == how, "what it did before holds"
    assert ("BROKE", how) in await talk.metrics()
    assert (await talk.say("still there?")).text == "Yes."


@pytest.mark.parametrize(("how", "error"), [("exit", "crash: "), ("hang", "timeout: ")])
async def test_a_function_that_takes_its_process_along(thinking: Installation, how: str, error: str) -> None:
    agent = await thinking.agent(files_of("everything"))
    keep = Call("keep", {"word": "fig", "times": 1, "weight": 1, "is_gift": False})
    agent.plays(keep, Say("Kept."), broken(how), Say(SORRY), Call("look"))
    talk = await agent.open()
    await talk.say("keep a fig")
    assert (await talk.say("break")).text == SORRY
    turn = (await talk.turns())[-1]
    assert turn["trace"]["functions"][0]["error"].startswith(error)
    assert turn["function_errors"] == 1
    state = await talk.state()
    assert (state["favourite"], state.get("broke")) == ("fig", None), "the state of the turn before holds"
    assert (await talk.say("look")).text.startswith("Order/Parcel/set fig x2")


async def test_a_state_that_cannot_be_kept_whole(everything: Agent) -> None:
    everything.plays(broken("unpicklable"), Say("ok"))
    talk = await everything.open()
    assert (await talk.say("break")).text == "Kept what could be kept."
    assert (await talk.state())["broke"] == "unpicklable"
    await talk.say("next")


async def test_garbage_as_a_return_value(everything: Agent) -> None:
    everything.plays(broken("object"), Say(SORRY))
    talk = await everything.open()
    assert (await talk.say("break")).text == SORRY
    turn = (await talk.turns())[-1]
    assert (turn["function_errors"], "it returned an object" in turn["trace"]["functions"][0]["error"]) == (1, True)


async def test_a_module_that_cannot_be_imported_breaks_nothing_else(everything: Agent) -> None:
    everything.plays(Call("unimportable"), Say(SORRY), Call("hidden"))
    talk = await everything.open()
    assert (await talk.say("import")).text == SORRY
    (function,) = (await talk.trace())["functions"]
    assert "flow_0123abcd" in function["error"]
    assert (await talk.say("and the rest?")).text == "You found me."


async def test_a_model_that_fails(installation: Installation) -> None:
    agent = await installation.agent({})
    agent.plays(Fail("down"), Answer((Say("I was about to"), Fail("cut off"))), Say("Back again."))
    talk = await agent.open()
    assert "having trouble" in (await talk.say("one")).text
    assert (await talk.trace())["model_requests"][0]["error"] == "down"
    assert (await talk.say("two")).text == "I was about to", "what was said cannot be taken back"
    assert (await talk.say("three")).text == "Back again."


async def test_half_a_character_does_no_harm(everything: Agent) -> None:
    half = "\ud83d"
    everything.plays(
        Say(f"Sm{half}le."),
        Call("give_back", f'{{"form": "{half}"}}'),
        Say("ok"),
        Call("act", {"what": "half_a_smile"}),
    )
    talk = await everything.open()
    assert (await talk.say("smile")).text == "Sm?le."
    assert (await talk.say("give it back")).text == "ok"
    assert await talk.say("all of it") == Heard("?!", True, {"destination": "?", "reason": "?"})
    (message,) = await talk.messages()
    assert (message["recipient"], message["sender"], message["body"]) == ("?", "?", "?")
    assert (await talk.record())["metrics"]["?"] == "?"


async def test_attributes_that_are_nested_too_deeply(everything: Agent, installation: Installation) -> None:
    nested: list[Any] = []
    for _ in range(200):
        nested = [nested]
    response = await installation.platform.post(
        everything.path("create"), headers=everything.keys["live"], json={"integration_attributes": {"a": nested}}
    )
    assert (response.status_code, "nested too deeply" in response.text) == (400, True)


async def test_a_client_that_goes_away_loses_nothing(everything: Agent, installation: Installation) -> None:
    everything.plays(Answer((Delay(1.0), Say("Too late for you."))), Say("Yes."))
    talk = await everything.open()
    url, body = installation.platform.url + everything.path("respond"), {"conversation_id": talk.id, "message": "hi"}
    async with httpx.AsyncClient(trust_env=False, timeout=httpx.Timeout(30, read=0.1)) as impatient:
        with pytest.raises(httpx.ReadTimeout):
            await impatient.post(url, headers=everything.keys["live"], json=body)
    assert (await talk.say("still there?")).text == "Yes."
    assert [turn["number"] for turn in await talk.turns()] == [0, 1, 2], "the turn was taken all the same"


START = "from _gen import *\ndef start_function(conv: Conversation):\n    {}\n"
END = "from _gen import *\ndef end_function(conv: Conversation):\n    conv.write_metric('TRIED', 1)\n    {}\n"


@pytest.mark.parametrize("fault", ["1 / 0", "return 5", "import functions.nowhere"])
async def test_a_start_function_that_fails_does_not_keep_the_greeting_back(
    installation: Installation, fault: str
) -> None:
    agent = await installation.agent(
        {
            "voice/configuration.yaml": "greeting: {welcome_message: Good day.}\n",
            "functions/start_function.py": START.format(fault),
            "functions/end_function.py": END.format(fault),
        }
    )
    agent.plays(Say("Hello."))
    talk = await agent.open()
    assert talk.opening == "Good day."
    assert (await talk.turns())[0]["function_errors"] == 1
    assert (await talk.say("hi")).text == "Hello."
    await talk.close()
    record = await talk.record()
    assert (record["end_reason"], record["metrics"]) == ("closed", {"TRIED": "1"}), "what the end function did holds"


async def test_an_agent_without_anything(installation: Installation) -> None:
    agent = await installation.agent({})
    agent.plays(Say("Hello."), Call("anything"), Say("There is nothing."))
    talk = await agent.open()
    assert talk.opening == ""
    assert (await talk.say("hi")).text == "Hello."
    assert (await talk.say("do something")).text == "There is nothing."
    await talk.close()
    await talk.record()


async def test_a_long_conversation_stays_as_small_as_it_was(everything: Agent) -> None:
    every_turn = [
        Answer((Call("act", {"what": "count"}),), when="count", repeat=True),
        Answer((Say("Yes, " + "of course, " * 20),), repeat=True),
    ]
    model = everything.plays(*every_turn)
    talk = await everything.open()
    sizes: list[int] = []
    for number in range(1, 161):
        await talk.say(f"count {number}" if number % 2 else f"please tell me about number {number}")
        sizes.append(len((await talk.dialog()).encoded()))
    assert max(sizes[60:]) < max(sizes[:60]) * 1.25, "the window is cut now and then, the list of metrics fills up"
    assert max(sizes[140:]) <= max(sizes[120:140]) * 1.02, "and then nothing grows any more"
    assert len(model.requests[-1].messages) < 70
    await talk.close()
    record = await talk.record()
    assert (record["num_turns"], len(record["state"]["lines"])) == (161, 321), "conv.history is whole all the same"
    assert len(record["metrics"]["COUNTED"]) == 160
