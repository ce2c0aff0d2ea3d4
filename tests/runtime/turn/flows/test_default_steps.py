from __future__ import annotations

from dataclasses import replace

import pytest

from parley.agent_host.protocol import Effects, EntityValue, Reply
from parley.domain.projects.model import Condition, Entity, Step, StepKind
from parley.providers.llm.scripted import Answer, Call, Say
from tests.runtime.turn.stage import Part, Stage, advanced, flow, function_step, functions, goto, project

ENTITIES = {
    "day": Entity("day", "The day of the visit", "date"),
    "people": Entity("people", "How many people", "numeric", {"has_range": True, "min": 1, "max": 8}),
}
COLLECT = Step(
    "collect",
    StepKind.DEFAULT,
    "Find out when and how many.",
    (
        Condition("known", "Everything is known", False, "confirm", ("day", "people")),
        Condition("check", "The user wants a check", False, "verify", ("day",)),
        Condition("stop", "The user gives up", True),
    ),
    ("day", "people"),
)
VISIT = flow("visit", COLLECT, advanced("confirm", "Confirm $day for $people."), function_step("verify", "visit"))


def stage(answers: list[Answer | Say | Call], **parts: Part) -> Stage:
    agent = project(entities=ENTITIES, flows=[VISIT], functions=functions("act"), rules="{{fn:act}}")
    made = Stage(agent, answers, parts)
    made.dialog.flow, made.dialog.step = "visit", "collect"
    return made


def results(s: Stage) -> list[str]:
    return [message.content for message in s.dialog.window if message.role == "tool"]


async def test_the_model_gets_one_tool_to_save_and_one_for_all_paths() -> None:
    s = stage([Say("When?")])
    await s.say("Hi")
    tools = {tool.name: tool.parameters for tool in s.requests[0].tools}
    assert list(tools) == ["act", "save_entities", "choose_path"]
    assert list(tools["save_entities"]["properties"]) == ["day", "people"]
    assert tools["save_entities"]["required"] == []
    assert tools["choose_path"]["properties"]["condition"]["enum"] == ["known", "check", "stop"]
    prompt = s.requests[0].messages[-1].content
    assert "- day: The day of the visit" in prompt
    assert "- known: Everything is known (needs day, people)" in prompt
    assert "Wednesday 2025-03-05" in prompt


async def test_the_situation_tells_slots_and_choices() -> None:
    s = stage([Call("save_entities", {"day": "tomorrow"}), Say("How many?")])
    await s.say("Tomorrow")
    situation = s.requests[-1].situation
    assert situation is not None
    assert [(slot.name, slot.value) for slot in situation.slots] == [("day", "2025-03-06"), ("people", None)]
    assert [choice.name for choice in situation.choices] == ["known", "check", "stop"]
    assert situation.now == "2025-03-05T10:30:00+00:00"


async def test_a_stopped_clock_is_what_days_are_relative_to() -> None:
    s = stage([Call("save_entities", {"day": "tomorrow"}), Say("ok")])
    s.dialog.context = replace(s.dialog.context, simulated_at="2030-01-31T09:00:00")
    assert (await s.say("Tomorrow")).output.entities == {"day": "2030-02-01"}
    situation = s.requests[-1].situation
    assert situation is not None
    assert situation.now == "2030-01-31T09:00:00+00:00"


async def test_saving_and_choosing_leads_on() -> None:
    s = stage(
        [
            Call("save_entities", {"day": "2025-03-09", "people": "4"}),
            Call("choose_path", {"condition": "known"}),
            Say("So Sunday, four of you?"),
        ]
    )
    result = await s.say("Sunday, four")
    assert result.reply == "So Sunday, four of you?"
    assert (s.dialog.flow, s.dialog.step) == ("visit", "confirm")
    assert result.output.entities == {"day": "2025-03-09", "people": "4"}
    assert "Confirm 2025-03-09 for 4." in s.requests[-1].messages[-1].content
    assert s.dialog.prefill["people"] == 4


async def test_saved_values_reach_the_state_of_the_next_function() -> None:
    s = stage([Call("save_entities", {"people": 4}), Call("act"), Say("ok")], act=Reply())
    await s.say("Four")
    call = s.host.calls[0]
    assert call.prefill["people"] == 4
    assert call.conversation.entities["people"] == EntityValue("people", "numeric", "4")
    assert (s.dialog.prefill, s.dialog.state_json["people"]) == ({}, 4)


async def test_invalid_values_are_asked_for_again() -> None:
    s = stage([Call("save_entities", {"people": 12, "day": "2025-03-09"}), Say("At most eight.")])
    result = await s.say("Twelve")
    assert results(s) == ["Saved: day = 2025-03-09. Not valid: people (it must be at most 8). Ask the user again."]
    assert list(result.output.entities) == ["day"]
    assert "people" not in s.dialog.entities


async def test_paths_that_are_closed_or_unknown_are_refused() -> None:
    s = stage(
        [
            Call("choose_path", {"condition": "known"}),
            Call("choose_path", {"condition": "x"}),
            Call("choose_path", {}),
            Call("save_entities", {}),
            Say("?"),
        ]
    )
    await s.say("Go on")
    assert results(s)[0].startswith("That path is not open. Missing or not valid: day, people.")
    assert results(s)[1] == "There is no such path. Choose one of: known, check, stop."
    assert "condition is missing" in results(s)[2]
    assert results(s)[3].startswith("Nothing was saved")
    assert s.dialog.step == "collect"


SAVE, CHOOSE = Call("save_entities", {"day": "tomorrow", "people": 2}), Call("choose_path", {"condition": "known"})


@pytest.mark.parametrize("calls", [(SAVE, CHOOSE), (CHOOSE, SAVE)])
async def test_a_path_may_be_chosen_in_the_same_answer_that_opens_it(calls: tuple[Call, ...]) -> None:
    s = stage([Answer(calls), Say("Confirmed?")])
    await s.say("Tomorrow, two")
    assert s.dialog.step == "confirm"


async def test_a_path_may_leave_the_flow() -> None:
    s = stage([Call("choose_path", {"condition": "stop"}), Say("Fine.")])
    await s.say("Forget it")
    assert s.dialog.flow is None
    assert "save_entities" not in s.tools


async def test_a_path_may_lead_to_a_function_step() -> None:
    s = stage(
        [Call("save_entities", {"day": "tomorrow"}), Call("choose_path", {"condition": "check"}), Say("Free.")],
        verify=Reply(content="free", transition=goto(None, "confirm")),
    )
    await s.say("Tomorrow")
    assert (s.called, s.dialog.step) == (["verify"], "confirm")


async def test_a_function_may_change_or_clear_what_was_collected() -> None:
    s = stage([Call("act"), Say("ok")], act=(Reply(), Effects(entities={"day": None, "people": "3"})))
    s.dialog.entities = {"day": EntityValue("day", "date", "2025-03-09")}
    await s.say("x")
    assert s.dialog.entities == {"people": EntityValue("people", "numeric", "3")}
