from __future__ import annotations

from dataclasses import replace

import pytest

from parley.agent_host.protocol import Effects, FunctionFailure, HandoffRequest, Reply, TranscriptLine
from parley.domain.projects.experimental import Experimental
from parley.domain.projects.model import Channel, Variant
from parley.providers.llm.scripted import Call, Say
from tests.runtime.turn.stage import GREETING, Stage, advanced, flow, function_step, functions, goto, project

LOOKUP = flow("lookup", advanced("first", "Call {{fn:find_caller}} at once."))
SHORT_LISTEN = {"asr": {"timeout": 0.1}}


async def test_the_greeting_comes_without_the_model() -> None:
    stage = Stage(project())
    opened = await stage.open()
    assert opened.reply == GREETING
    assert stage.requests == []
    assert opened.dialog.history == (TranscriptLine("agent", GREETING),)
    assert not opened.input.is_silence


async def test_the_disclaimer_comes_before_the_greeting_with_references_resolved() -> None:
    voice = Channel(greeting="Welcome to {{attr:city}}.", disclaimer="This call is recorded.")
    variants = {
        "north": Variant("north", "v1", True, {"city": "Leeds"}),
        "south": Variant("south", "v2", False, {"city": "Brighton"}),
    }
    agent = project(voice=voice, variants=variants)
    assert (await Stage(agent).open()).reply == "This call is recorded. Welcome to Leeds."
    assert (await Stage(agent, variant="south").open()).reply == "This call is recorded. Welcome to Brighton."
    assert (await Stage(agent, variant="v2").open()).reply == "This call is recorded. Welcome to Brighton."


async def test_a_channel_may_have_its_own_greeting_and_disclaimer() -> None:
    agent = project(
        voice=Channel(greeting="Hello caller.", disclaimer="Recorded."),
        chat=Channel(greeting="Hello reader."),
        experimental=Experimental(channel_disclaimers={"webchat.polyai": "Logged.", "sip.polyai": ""}),
    )
    assert (await Stage(agent).open()).reply == "Logged. Hello reader."
    assert (await Stage(agent, channel="sip.polyai").open()).reply == "Hello caller."
    assert (await Stage(agent, channel="chat.polyai").open()).reply == "Recorded. Hello caller."


@pytest.mark.parametrize("reply", [Reply(), Reply(content=""), Reply(content="a note for later")])
async def test_a_start_function_without_words_keeps_the_greeting(reply: Reply) -> None:
    stage = Stage(project(functions=functions("start_function")), parts={"start_function": reply})
    assert (await stage.open()).reply == GREETING
    assert stage.dialog.pending_content == (reply.content or None)


async def test_words_of_the_start_function_replace_the_greeting_even_empty_ones() -> None:
    agent = project(functions=functions("start_function"))
    assert (await Stage(agent, parts={"start_function": Reply(utterance="Hi Ann.")}).open()).reply == "Hi Ann."
    assert (await Stage(agent, parts={"start_function": Reply(utterance="")}).open()).reply == ""


async def test_the_start_function_decides_variant_and_language_of_the_greeting() -> None:
    agent = project(
        functions=functions("start_function"),
        voice=Channel(greeting="{{tn:hello}} {{attr:city}}"),
        translations={"hello": {"en-US": "Hello", "es": "Hola"}},
        additional_languages=("es-ES",),
        variants={"a": Variant("a", "", True, {"city": "Leeds"}), "b": Variant("b", "", False, {"city": "Vigo"})},
    )
    stage = Stage(agent, parts={"start_function": (Reply(), Effects(variant="b", language="es-ES"))})
    assert (await stage.open()).reply == "Hola Vigo"


@pytest.mark.parametrize("kind", ["timeout", "ValueError"])
async def test_a_failing_start_function_does_not_prevent_the_greeting(kind: str) -> None:
    stage = Stage(
        project(functions=functions("start_function")), parts={"start_function": FunctionFailure(kind, "it broke")}
    )
    opened = await stage.open()
    assert opened.reply == GREETING
    assert opened.output.function_errors == 1
    assert opened.trace.functions[0].error == f"{kind}: it broke functions/start_function.py:1"


async def test_an_unusable_return_of_the_start_function_does_not_prevent_it_either() -> None:
    stage = Stage(project(functions=functions("start_function")), parts={"start_function": Reply(invalid="a set")})
    assert (await stage.open()).reply == GREETING


async def test_a_start_function_that_hangs_up_is_not_followed_by_a_greeting() -> None:
    agent = project(functions=functions("start_function"))
    stage = Stage(agent, parts={"start_function": Reply(utterance="We are closed.", hangup=True)})
    opened = await stage.open()
    assert (opened.reply, opened.end_conversation, opened.end_reason) == ("We are closed.", True, "agent_end")
    silent = await Stage(agent, parts={"start_function": Reply(hangup=True)}).open()
    assert (silent.reply, silent.end_conversation) == ("", True)


async def test_a_start_function_may_hand_off() -> None:
    handoff = HandoffRequest("sales", "priority", utterance="One moment.")
    stage = Stage(project(functions=functions("start_function")), parts={"start_function": Reply(handoff=handoff)})
    opened = await stage.open()
    assert (opened.reply, opened.end_reason) == ("One moment.", "handoff")
    assert opened.handoff == handoff


@pytest.mark.parametrize(
    "reply",
    [
        Reply(utterance="", transition=goto("lookup")),
        Reply(utterance="", listen=SHORT_LISTEN, transition=goto("lookup")),
    ],
)
async def test_saying_nothing_on_the_way_into_a_flow_runs_a_silent_turn_at_once(reply: Reply) -> None:
    stage = Stage(
        project(functions=functions("start_function", "find_caller"), flows=[LOOKUP]),
        [Call("find_caller")],
        {"start_function": reply, "find_caller": Reply(utterance="Hello Ann, your order is on its way.")},
    )
    opened = await stage.open()
    assert opened.reply == "Hello Ann, your order is on its way."
    assert [(line.role, line.text) for line in opened.lines] == [("user", ""), ("agent", opened.reply)]
    situation = stage.requests[0].situation
    assert situation is not None
    assert situation.is_silence
    assert (opened.input.is_silence, opened.dialog.silence_count) == (False, 0)


async def test_a_very_short_listen_after_upfront_words_continues_in_the_same_reply() -> None:
    start = Reply(utterance="Thanks for calling.", listen=SHORT_LISTEN, transition=goto("lookup"))
    stage = Stage(
        project(functions=functions("start_function"), flows=[LOOKUP]),
        [Say("What is your name?")],
        {"start_function": start},
        channel="sip.polyai",
    )
    opened = await stage.open()
    assert opened.reply == "Thanks for calling. What is your name?"
    assert opened.dialog.listen is None


async def test_an_ordinary_listen_waits_for_the_user_and_is_kept_for_the_voice_door() -> None:
    start = Reply(utterance="Your name?", listen={"asr": {"timeout": 15}}, transition=goto("lookup"))
    stage = Stage(project(functions=functions("start_function"), flows=[LOOKUP]), parts={"start_function": start})
    assert (await stage.open()).reply == "Your name?"
    assert stage.dialog.listen == {"asr": {"timeout": 15}}
    assert (stage.dialog.flow, stage.dialog.step) == ("lookup", "first")


async def test_a_silent_entry_into_a_flow_that_listens_waits_on_a_call_but_not_in_a_chat() -> None:
    start = Reply(utterance="", listen={"asr": {"timeout": 15}}, transition=goto("lookup"))
    agent = project(functions=functions("start_function"), flows=[LOOKUP])
    assert (await Stage(agent, [Say("Hi.")], {"start_function": start}, channel="sip.polyai").open()).reply == ""
    assert (await Stage(agent, [Say("Hi.")], {"start_function": start}).open()).reply == "Hi."


async def test_saying_nothing_outside_a_flow_lets_the_user_speak_first() -> None:
    stage = Stage(project(functions=functions("start_function")), parts={"start_function": Reply(utterance="")})
    assert (await stage.open()).reply == ""
    assert stage.requests == []


async def test_a_flow_that_begins_with_a_function_step_runs_it_after_the_greeting() -> None:
    entry = flow("entry", function_step("check", "entry"), advanced("ask", "Ask for the name."))
    stage = Stage(
        project(functions=functions("start_function"), flows=[entry]),
        parts={
            "start_function": Reply(transition=goto("entry")),
            "check": Reply(content="VIP", transition=goto(None, "ask")),
        },
    )
    opened = await stage.open()
    assert opened.reply == GREETING
    assert (stage.dialog.step, stage.dialog.pending_content) == ("ask", "VIP")


async def test_the_built_in_state_is_there_from_the_start() -> None:
    stage = Stage(project(functions=functions("start_function")), parts={"start_function": Reply()})
    stage.dialog.context = replace(stage.dialog.context, integration_attributes={"shared_id": "s9"})
    assert stage.dialog.state_json["from_"] == "+14155550100"
    await stage.open()
    assert stage.host.calls[0].prefill["call_sid"] == "c1"
    assert stage.dialog.prefill == {}
    assert stage.dialog.state_json["asr_lang_code"] == "en-US"
