"""Flows: steps of all three kinds, entities of every type, and every way to move between them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from parley.providers.llm.scripted import Answer, Call, Say
from tests.journeys.installation import Agent, Installation, Talk

pytestmark = pytest.mark.io

ORDER = Call("go", {"flow_name": "Order (V2)", "step_name": "NA"})
CONFIRM = Call("go", {"flow_name": "Order (V2)", "step_name": "Confirm, please"})


async def project(talk: Talk) -> tuple[str | None, str | None]:
    dialog = await talk.dialog()
    return dialog.flow, dialog.step


def confirmed(how: str) -> Call:
    return Call("confirmed", {"how": how})


async def test_a_default_step_offers_what_it_collects(everything: Agent) -> None:
    model = everything.plays(ORDER, Say("What would you like?"))
    talk = await everything.open()
    await talk.say("I'd like to order")
    request = model.requests[-1]
    tools = {tool.name: tool.parameters for tool in request.tools}
    assert tools["save_entities"]["properties"]["amount"] == {
        "type": "integer", "minimum": 1, "maximum": 9, "description": "How many"
    }  # fmt: skip
    assert tools["save_entities"]["properties"]["colour"]["enum"] == ["red", "dark blue"]
    assert tools["choose_path"]["properties"]["condition"]["enum"] == [
        "All known", "Only a colour", "Changed their mind"
    ]  # fmt: skip
    step = request.messages[-1]
    assert step.role == "system"
    assert "Save the colour as colour in Leeds." in step.content
    assert "All known: Everything for Leeds is known. (needs amount, day)" in step.content


TOMORROW = (datetime.now(UTC).date() + timedelta(days=1)).isoformat()


@pytest.mark.parametrize(
    ("name", "valid", "kept", "invalid"),
    [
        ("amount", "7", 7, [0, 10, 2.5, "many"]),
        ("exact_amount", "1,234.5", 1234.5, ["some"]),
        ("zip", "90210", "90210", ["9021", "ABCDE"]),
        ("postcode", "ls1 4ap", "LS1 4AP", ["?"]),
        ("code", "ab 123", "AB123", ["A1", "ABC123"]),
        ("colour", "Dark-Blue", "dark blue", ["green"]),
        ("day", "2031-02-03", "2031-02-03", ["the 45th", "2031-02-30"]),
        ("moment", "half past", None, ["8 am", "17:01", "half past"]),
        ("moment", "4:30 pm", "16:30", []),
        ("phone", "0113 496 0000", "+441134960000", ["12", "1234567", "+1 312 555 0142"]),
        ("phone", "07700 900123", "+447700900123", []),
        ("where", "12 High Street", "12 High Street", ["?"]),
        ("notes", "ring  twice", "ring twice", []),
        ("who", "Zoë O'Neill", "Zoë O'Neill", ["R2D2", "42"]),
    ],
)
async def test_entities_by_type(everything: Agent, name: str, valid: str, kept: Any, invalid: list[Any]) -> None:
    attempts = [*invalid, *([] if kept is None else [valid])]
    everything.plays(ORDER, *(Call("save_entities", {name: value}) for value in attempts), Say("ok"))
    talk = await everything.open()
    await talk.say("order")
    told = [function["result"] for function in (await talk.trace())["functions"][1:]]
    assert [text.startswith(f"Not valid: {name} (") for text in told] == [True] * len(invalid) + [False] * (
        len(attempts) - len(invalid)
    )
    assert (await talk.state()).get(name) == kept
    assert set((await talk.dialog()).entities) == (set() if kept is None else {name})


async def test_paths_open_with_their_entities(everything: Agent) -> None:
    model = everything.plays(
        ORDER,
        Call("choose_path", {"condition": "All known"}),
        Call("choose_path", {"condition": "Nonsense"}),
        Call("save_entities", {"amount": 3, "day": "tomorrow", "colour": "purple"}),
        Call("choose_path", {"condition": "All known"}),
        Say("Shall I order?"),
    )
    talk = await everything.open()
    assert (await talk.say("three for tomorrow, purple")).text == "Shall I order?"
    told = [function["result"] for function in (await talk.trace())["functions"]]
    assert told[1] == "That path is not open. Missing or not valid: amount, day. Ask the user for it."
    assert told[2].startswith("There is no such path.")
    assert told[3].startswith(f"Saved: amount = 3, day = {TOMORROW}. Not valid: colour (")
    assert told[5] == "2 collected, at check_order.", "a path may lead to a function step"
    assert await project(talk) == ("Order (V2)", "Confirm, please")
    state = await talk.state()
    assert state["checked"] == {"amount": 3, "day": TOMORROW, "missing": False}
    assert state["imported"] == "I am of the flow."
    assert "2 collected, at check_order." in [message.content for message in model.requests[-1].messages]
    assert "The colour is colour, the price £5." in model.requests[-1].messages[-1].content


async def test_a_path_to_an_ordinary_step_and_one_out(everything: Agent) -> None:
    model = everything.plays(
        ORDER,
        Call("save_entities", {"colour": "red"}),
        Call("choose_path", {"condition": "Only a colour"}),
        Say("Red it is."),
    )
    talk = await everything.open()
    await talk.say("a red one")
    assert "The colour is red" in model.requests[-1].messages[-1].content
    assert await project(talk) == ("Order (V2)", "Confirm, please")
    everything.plays(ORDER, Call("choose_path", {"condition": "Changed their mind"}), Say("No order, then."))
    other = await everything.open()
    assert (await other.say("no, forget it")).text == "No order, then."
    assert await project(other) == (None, None)


async def test_an_advanced_step_shows_its_own_tools(everything: Agent) -> None:
    model = everything.plays(
        CONFIRM, Call("shared_name"), confirmed("sibling"), confirmed("leave"), Call("shared_name")
    )
    talk = await everything.open()
    assert (await talk.say("confirm")).text == "I am of the flow.", "the flow's own function hides the global one"
    names = {tool.name for tool in model.requests[1].tools}
    assert {"confirmed", "shared_name", "look"} <= names
    assert not {"save_entities", "choose_path", "finish"} & names
    assert (await talk.say("sibling")).text == "Confirm, please: I am of the flow."
    assert (await talk.say("leave")).text == "I am global."
    trace = await talk.trace()
    assert (trace["in_flow"], trace["out_flow"]) == ("Order (V2)", None)
    assert [function["in_step"] for function in trace["functions"]] == ["Confirm, please", None]


@pytest.mark.parametrize(
    ("how", "then", "where"),
    [
        ("into_a_step", [Say("ok")], ("Chain", "Rest")),
        ("step_first", [Say("ok")], ("Chain", "Rest")),
        ("flow_wins", [Say("ok")], ("Chain", "Rest")),
        ("going_beats_leaving", [Say("ok")], ("Order (V2)", "Take Order")),
        ("returned_wins", [], (None, None)),
        ("leave", [Say("ok")], (None, None)),
        ("unknown", [Say("ok")], ("Order (V2)", "Confirm, please")),
    ],
)
async def test_which_navigation_wins(everything: Agent, how: str, then: list[Say], where: tuple[Any, Any]) -> None:
    everything.plays(CONFIRM, confirmed(how), *then)
    talk = await everything.open()
    await talk.say("go")
    assert await project(talk) == where
    skips = how in ("into_a_step", "step_first")
    assert ("links" in await talk.state()) is (where[0] == "Chain" and not skips)


async def test_function_steps_run_at_once_one_after_the_other(everything: Agent) -> None:
    model = everything.plays(Call("go", {"flow_name": "Chain", "step_name": "NA"}), Call("finish"))
    talk = await everything.open()
    assert (await talk.say("chain")).text == "Chain finished."
    assert await talk.called() == ["go", "first_link", "second_link", "finish"]
    assert (await talk.state())["links"] == ["Chain", "first_link", "second_link"]
    shown = [message.content for message in model.requests[1].messages]
    assert "Both links passed. Call finish." in shown
    assert shown[-1].endswith("Rest here. Call finish when done.\n</step>")
    assert await project(talk) == (None, None)
    assert (await talk.trace())["delay_responses"] == ["Hm."]


@pytest.mark.parametrize(
    ("step", "then", "said", "where"),
    [
        ("speak_and_chain", [Say("Done.")], "One second. Done.", ("Chain", "Rest")),
        ("holding_phrase", [], "Bear with me.", ("Order (V2)", "Take Order")),
    ],
)
async def test_words_of_a_function_step(
    everything: Agent, step: str, then: list[Say], said: str, where: tuple[str, str]
) -> None:
    """Words end the turn, unless another function step follows: then the caller is not left with a holding phrase."""
    everything.plays(Call("go", {"flow_name": "Chain", "step_name": step}), *then)
    talk = await everything.open()
    assert (await talk.say("go")).text == said
    assert await project(talk) == where


async def test_function_steps_that_go_round_are_stopped(everything: Agent) -> None:
    everything.plays(Call("go", {"flow_name": "Chain", "step_name": "round_and_round"}))
    talk = await everything.open()
    assert "trouble" in (await talk.say("round")).text
    assert (await talk.trace())["caps"] == ["function_steps"]
    assert (await talk.state())["rounds"] == 20
    everything.plays(Say("Still here."))
    assert (await talk.say("hello?")).text == "Still here."


@pytest.mark.parametrize(
    ("form", "note"), [("unknown flow", "unknown flow: Nowhere"), ("unknown step", "unknown step")]
)
async def test_unknown_places(everything: Agent, form: str, note: str) -> None:
    everything.plays(Call("give_back", {"form": form}), Say("ok"))
    talk = await everything.open()
    assert (await talk.say("go")).text == "ok"
    assert (await talk.trace())["notes"][0].startswith(note)


async def test_functions_of_functions_share_the_conversation(everything: Agent) -> None:
    everything.plays(Call("act", {"what": "others"}), Say("ok"))
    talk = await everything.open()
    assert (await talk.say("others")).text == "Word for word $price. You found me."
    assert await project(talk) == ("Order (V2)", "Take Order"), "what an inner function asked for counts"
    await talk.say("next")


SILENT_START = {
    "voice/configuration.yaml": "greeting: {welcome_message: Never heard}\n",
    "functions/start_function.py": (
        "from _gen import *\n"
        "def start_function(conv: Conversation):\n"
        "    conv.goto_flow('Hello')\n"
        "    return {'utterance': '', 'listen': {'asr': {'timeout': 0.1}}}\n"
    ),
    "flows/hello/flow_config.yaml": "name: Hello\ndescription: d\nstart_step: Greet\n",
    "flows/hello/steps/greet.yaml": "step_type: advanced_step\nname: Greet\nprompt: Call {{ft:greet}} now.\n",
    "flows/hello/functions/greet.py": (
        "from _gen import *\n"
        "@func_description('Greets.')\n"
        "def greet(conv: Conversation, flow: Flow):\n"
        "    conv.exit_flow()\n"
        "    return {'utterance': f'Hello, {len(conv.history)} line and {conv.transcript_alternatives}.'}\n"
    ),
}


@pytest.mark.parametrize("start", ["a silent turn", "a function step"])
async def test_a_start_that_jumps_into_a_flow(installation: Installation, start: str) -> None:
    files = dict(SILENT_START)
    if start == "a function step":
        files["flows/hello/flow_config.yaml"] = "name: Hello\ndescription: d\nstart_step: greet_at_once\n"
        code = files["flows/hello/functions/greet.py"].replace("def greet", "def greet_at_once")
        files["flows/hello/function_steps/greet_at_once.py"] = code
    agent = await installation.agent(files)
    script: list[Answer | Call] = [Call("greet")] if start == "a silent turn" else []
    model = agent.plays(*script)
    talk = await agent.open()
    assert talk.opening == f"Hello, {1 if script else 0} line and []."
    assert len(model.requests) == len(script)
    turns = await talk.turns()
    assert [turn["number"] for turn in turns] == [0], "one opening, whatever it took"
    assert (await talk.dialog()).silence_count == 0
