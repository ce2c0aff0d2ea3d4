from __future__ import annotations

from typing import Any

from parley.agent_host.protocol import Effects, Reply, TranscriptLine
from parley.domain.projects.experimental import Experimental, ModelChoice, Retrieval
from parley.domain.projects.model import Project, Topic, Variant
from parley.providers.llm.scripted import Call, Say
from parley.runtime.turn.prompt.retrieval import previous_inputs
from tests.runtime.turn.stage import Stage, advanced, flow, functions, project

HOURS = Topic(
    "hours", True, ("When are you open?",), "From nine in {{attr:city}}.", "If asked for more call {{fn:act}}."
)
PARKING = Topic("parking", content="Behind the house.")


def agent(*topics: Topic, kb_functions: bool = False, **settings: Any) -> Project:
    return project(
        topics={topic.name: topic for topic in topics},
        functions=functions("act"),
        flows=[flow("f", advanced("s", "Step."))],
        variants={"a": Variant("a", "", True, {"city": "Leeds"}), "b": Variant("b", "")},
        experimental=Experimental(Retrieval(**settings), llm=ModelChoice(kb_functions_in_flows=kb_functions)),
    )


def found(stage: Stage) -> list[str]:
    situation = stage.requests[-1].situation
    assert situation is not None
    return [passage.name for passage in situation.passages]


async def test_a_found_topic_is_in_the_prompt_and_its_functions_can_be_called() -> None:
    stage = Stage(agent(HOURS, PARKING), [Say("Nine.")], near={"parking": 0.5, "hours": 0.1})
    await stage.say("When?")
    context = stage.requests[0].messages[1].content
    assert (
        "CONTEXT_INFORMATION\nid: hours\nexample questions: When are you open?\ndescription: From nine in Leeds."
        in context
    )
    assert "instructions: If asked for more call act." in context
    assert "parking" not in context
    assert stage.tools == ["act"]


async def test_without_topics_there_is_no_context() -> None:
    stage = Stage(agent(HOURS), [Say("Hm.")], near={"hours": 0.9})
    await stage.say("When?")
    assert [message.role for message in stage.requests[0].messages] == ["system", "user"]


async def test_thresholds_and_top_k_hold_and_are_stricter_in_flows() -> None:
    topics = [Topic(f"t{n}") for n in range(8)]
    near = {f"t{n}": 0.3 + n * 0.02 for n in range(8)}
    stage = Stage(agent(*topics, top_k=4), [Say("a"), Say("b")], near=near)
    assert (await stage.say("x")).output.intents == ("t0", "t1", "t2", "t3")
    stage.dialog.flow, stage.dialog.step = "f", "s"
    assert (await stage.say("x")).output.intents == ("t0", "t1", "t2")


async def test_closed_topics_are_never_shown() -> None:
    topics = [Topic("off", False), Topic("other variant", variant="b"), Topic("mine", variant="a"), Topic("excluded")]
    near = {topic.name: 0.1 for topic in topics} | {"unheard of": 0.1}
    exclusions = {"webchat.polyai": ("excluded",)}
    stage = Stage(agent(*topics, channel_exclusions=exclusions), [Say("a"), Say("b")], near=near)
    assert (await stage.say("x")).output.intents == ("mine",)
    stage.dialog.disabled_topics = ("mine",)
    assert (await stage.say("x")).output.intents == ()
    assert found(stage) == []


async def test_functions_of_topics_are_callable_in_flows_only_when_the_project_says_so() -> None:
    for allowed in (False, True):
        stage = Stage(agent(HOURS, kb_functions=allowed), [Say("a")], near={"hours": 0.1})
        stage.dialog.flow, stage.dialog.step = "f", "s"
        await stage.say("x")
        assert found(stage) == ["hours"]
        assert stage.tools == (["act"] if allowed else [])


async def test_earlier_topics_stay_in_the_prompt_but_never_count_as_the_nearest() -> None:
    stage = Stage(agent(HOURS, PARKING, history_len=1), [Say("a"), Say("b"), Say("c")], near={"hours": 0.1})
    await stage.say("When?")
    stage.topics.distances = {"parking": 0.2}
    result = await stage.say("Where to park?")
    assert (found(stage), result.output.intents) == (["parking", "hours"], ("parking",))
    situation = stage.requests[-1].situation
    assert situation is not None
    assert [passage.distance for passage in situation.passages] == [0.2, 1.0]
    assert "act" in stage.tools
    stage.topics.distances = {}
    await stage.say("Thanks")
    assert found(stage) == ["parking"]


async def test_earlier_inputs_help_the_search() -> None:
    stage = Stage(agent(HOURS, previous_user_inputs=2), [Say("a")] * 5)
    for text in ("one", "two", None, "three", "four"):
        await stage.say(text)
    assert stage.topics.asked[-1] == ("four", ["three", "two"])
    assert previous_inputs([TranscriptLine("user", "x")], 0) == []


async def test_the_question_metric_has_its_own_threshold_and_exclusions() -> None:
    stage = Stage(agent(HOURS, PARKING, qa_metric_exclusions=("parking",)), [Say("a")] * 3, near={"hours": 0.34})
    assert (await stage.say("x")).output.metrics == ()
    stage.topics.distances = {"parking": 0.1, "hours": 0.2}
    assert (await stage.say("x")).output.metrics == ()
    stage.topics.distances = {"hours": 0.33}
    assert (await stage.say("x")).output.metrics == (("QA", "hours"),)


async def test_a_topic_disabled_by_a_function_disappears_at_once() -> None:
    parts = {"act": (Reply(), Effects(disabled_topics=("hours",)))}
    stage = Stage(agent(HOURS, PARKING), [Call("act"), Say("ok"), Say("x")], parts, near={"hours": 0.1})
    await stage.say("When?")
    await stage.say("And?")
    assert found(stage) == []
