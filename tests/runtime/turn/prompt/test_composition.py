from __future__ import annotations

import pytest

from parley.agent_host.protocol import HandoffRequest, Reply
from parley.domain.projects.experimental import Experimental
from parley.domain.projects.model import Channel, Guardrail, Guardrails, Handoff, SmsTemplate
from parley.providers.llm.scripted import Answer, Call, Fail, Say
from parley.runtime.turn.reply import phrases
from tests.runtime.turn.stage import Stage, advanced, flow, functions, project


async def system(stage: Stage) -> str:
    await stage.say("Hi")
    return stage.requests[0].messages[0].content


async def test_the_system_prompt_in_its_order() -> None:
    agent = project(
        adjectives=("Polite", "Calm", "Kind"),
        personality="You love {{vrbl:from_}}.",
        role="the Event Planner",
        role_info="You work for Acme.",
        rules="Never lie. $call_sid",
        voice=Channel(style_prompt="Speak slowly."),
        chat=Channel(style_prompt="Write short lines."),
        functions=functions("act"),
        guardrails=Guardrails(
            custom=(Guardrail("g", "If asked about rivals", "call {{fn:act}}"), Guardrail("h", "x", "y", False))
        ),
    )
    stage = Stage(agent, [Say("Hi")], caller="+1555")
    text = await system(stage)
    parts = text.split("\n\n")
    assert parts[0] == "You are a polite, calm and kind Event Planner. You love +1555."
    assert parts[1:3] == ["You work for Acme.", "Write short lines."]
    assert "web chat" in parts[3]
    assert parts[4:] == ["Rules:\nNever lie. c1", "If asked about rivals → call act"]
    assert stage.tools == ["act"]


async def test_an_agent_without_a_persona_still_knows_what_it_is() -> None:
    assert (await system(Stage(project(), [Say("Hi")]))).startswith("You are an assistant.")


async def test_style_and_decorator_follow_the_channel() -> None:
    agent = project(voice=Channel(style_prompt="Speak slowly."))
    assert "Speak slowly." in await system(Stage(agent, [Say("Hi")]))
    assert "phone call" in await system(Stage(agent, [Say("Hi")], channel="sip.polyai"))
    assert "phone call" in await system(Stage(agent, [Say("Hi")], channel="chat.polyai"))
    assert "text message" in await system(Stage(agent, [Say("Hi")], channel="sms.twilio"))
    assert "WhatsApp" in await system(Stage(agent, [Say("Hi")], channel="whatsapp.polyai"))


async def test_texts_can_be_overridden() -> None:
    prompts = {
        "webchat_decorator": "Be brief.",
        "silence": "(quiet)",
        "step_header": "STEP {step}",
        "step_footer": "END",
        "function_not_found": "Nope.",
    }
    agent = project(experimental=Experimental(prompts=prompts), flows=[flow("f", advanced("s", "Ask."))])
    stage = Stage(agent, [Call("x"), Say("Hm.")])
    stage.dialog.flow, stage.dialog.step = "f", "s"
    await stage.say(None)
    messages = stage.requests[-1].messages
    assert "Be brief." in messages[0].content
    assert (messages[1].content, messages[-1].content) == ("(quiet)", "STEP s\nAsk.\nEND")
    assert messages[3].content == "Nope."


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ({}, "You are in the step “s” of “f”. Do what the step says before anything else.\n<step>\nAsk.\n</step>"),
        ({"step_header": "STEP {step}"}, "STEP s\nAsk."),
        (
            {"step_footer": "END"},
            "You are in the step “s” of “f”. Do what the step says before anything else.\nAsk.\nEND",
        ),
    ],
)
async def test_a_tag_that_is_opened_is_closed(prompts: dict[str, str], expected: str) -> None:
    agent = project(experimental=Experimental(prompts=prompts), flows=[flow("f", advanced("s", "Ask."))])
    stage = Stage(agent, [Say("Hm.")])
    stage.dialog.flow, stage.dialog.step = "f", "s"
    await stage.say("Hi")
    assert stage.requests[-1].messages[-1].content == expected


async def test_other_languages_are_named_and_can_be_switched_to() -> None:
    agent = project(additional_languages=("es-ES", "fr-FR"))
    stage = Stage(agent, [Call("switch_language", {"language": "es"}), Say("Hola.")])
    text = await system(stage)
    assert "es-ES (Spanish), fr-FR (French)" in text
    assert "reply in" not in text
    assert stage.tools == ["switch_language"]
    assert stage.dialog.language == "es-ES"
    assert "Always reply in Spanish." in stage.requests[1].messages[0].content


async def test_switching_only_on_request_and_no_tool_without_languages() -> None:
    settings = Experimental(raw={"language_switching": {"explicit_only": True}})
    agent = project(additional_languages=("es-ES",), experimental=settings)
    assert "Only when the user asks" in await system(Stage(agent, [Say("Hi")]))
    alone = Stage(project(), [Say("Hi")])
    await system(alone)
    assert alone.tools == []


DESK = {"Front Desk": Handoff("Front Desk", "Humans", True, "refer", "+1999")}


async def test_a_handoff_named_in_the_rules_is_a_tool() -> None:
    agent = project(rules="If angry {{ho:Front Desk}}.", handoffs=DESK)
    stage = Stage(agent, [Call("transfer_to_front_desk", {"reason": "angry", "utterance": "One moment."})])
    result = await stage.say("Grr")
    assert (result.reply, result.end_reason) == ("One moment.", "handoff")
    details = {"phone_number": "+1999"}
    assert result.handoff == HandoffRequest("Front Desk", "angry", "One moment.", "refer", details)
    assert result.trace.functions[0].name == "transfer_to_front_desk"


async def test_a_silent_transfer_is_announced_unless_the_model_has_spoken() -> None:
    agent = project(rules="{{ho:default}}", handoffs=DESK)
    quiet = await Stage(agent, [Call("transfer_to_front_desk")]).say("Grr")
    assert quiet.reply == phrases.sentence(phrases.TRANSFER, "en")
    answer = Answer((Say("Bye for now."), Call("transfer_to_front_desk")))
    assert (await Stage(agent, [answer]).say("Grr")).reply == "Bye for now."


async def test_an_sms_named_in_the_rules_is_a_tool() -> None:
    agent = project(rules="{{twilio_sms:link}}", sms_templates={"link": SmsTemplate("link", "See $call_sid")})
    stage = Stage(agent, [Call("send_sms_link"), Say("Sent.")])
    result = await stage.say("Send it")
    assert [(m.to, m.body) for m in result.output.messages] == [("+14155550100", "See c1")]
    unknown = Stage(agent, [Call("send_sms_link"), Say("Sorry.")], caller=None)
    assert (await unknown.say("Send it")).output.messages == ()
    assert "no phone number" in unknown.dialog.window[2].content


async def test_functions_words_can_be_rephrased_on_web_chats() -> None:
    agent = project(
        rules="{{fn:act}}", functions=functions("act"), experimental=Experimental(wrap_utterances_on_webchat=True)
    )
    parts = {"act": Reply(utterance="It is booked.")}
    assert (await Stage(agent, [Call("act"), Say("All booked!")], parts).say("x")).reply == "All booked!"
    assert (await Stage(agent, [Call("act"), Fail()], parts).say("x")).reply == "It is booked."
    assert (await Stage(agent, [Call("act")], parts, channel="sip.polyai").say("x")).reply == "It is booked."
