"""What a project sets up: variants, languages, topics, channels, references, environments, memory."""

from __future__ import annotations

import pytest

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.providers.llm.protocol import Request
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.journeys.installation import Agent, Installation, files_of

pytestmark = pytest.mark.io


def prompt(model: ScriptedModel, number: int = -1) -> str:
    """All system messages of a request."""
    return "\n".join(m.content for m in model.requests[number].messages if m.role == "system")


def tools(request: Request) -> set[str]:
    return {tool.name for tool in request.tools}


def test_the_project_loads_with_the_complaints_that_it_deserves() -> None:
    files = {path: text.encode() for path, text in files_of("everything").items()}
    bundle, _ = bundle_files({**files, "project.yaml": b"project_id: p\naccount_id: a\n"})
    assert bundle is not None
    project, problems = load_project(bundle)
    assert project is not None
    assert {problem.message for problem in problems} == {
        "{{fn:gone}} points to nothing: there is no such function",
        "{{vrbl:never_set}} points to nothing: there is no such variable",
        "{{attr:never_set}} points to nothing: there is no such variant attribute",
        "what needs this import will fail: there is no module 'functions.flow_0123abcd'",
    }


async def test_variants_and_their_attributes(everything: Agent, installation: Installation) -> None:
    everything.plays(Call("act", {"what": "describe"}), Call("act", {"what": "travel"}))
    talk = await everything.open(variant_id="south")
    assert talk.opening == "Good day, welcome to Dover. Today: apple."
    assert "|south|" in (await talk.say("who are you?")).text
    default = await everything.open()
    assert default.opening.startswith("Good day, welcome to Leeds.")
    assert (await default.say("travel")).text == "south: Dover none"
    model = everything.plays(Say("ok"), Call("act", {"what": "describe"}))
    await default.say("and now?")
    assert "You speak for Dover." in prompt(model)
    assert "The number of the office is none." in prompt(model)
    assert (await default.say("describe")).text.split("|")[11:13] == ["Dover", "None"]
    header = await installation.resources.db.fetchrow(
        "select variant_name, variant_id from conversations where public_id = $1", talk.id
    )
    assert header is not None
    assert header["variant_name"] == "south"
    by_id = await everything.open(variant_id=header["variant_id"])
    assert by_id.opening == talk.opening


async def test_languages_and_switching(everything: Agent) -> None:
    model = everything.plays(Say("Claro."), Call("act", {"what": "speak_klingon"}))
    talk = await everything.open(asr_lang_code="es-MX")
    assert talk.opening.startswith("Buenos días, welcome to Leeds.")
    assert (await talk.say("hola")).text == "Claro."
    assert "Hable español." in prompt(model)
    assert "Speak English." not in prompt(model)
    assert "Usted lee." in prompt(model)
    assert "Spanish" in prompt(model)
    assert (await talk.say("klingon")).text == "en-GB", "an unknown language falls back to the default"
    model = everything.plays(Call("switch_language", {"language": "fr-FR"}), Say("Bien sûr."))
    assert (await talk.say("en français, s'il vous plaît")).text == "Bien sûr."
    assert "French" in prompt(model, 1)
    assert "Good day" in prompt(model, 1), "what is not translated is said in the default language"
    everything.plays(Call("act", {"what": "speak_spanish"}))
    assert (await talk.say("espagnol")).text == "es-ES: Buenos días"


async def test_topics_bring_facts_and_functions(everything: Agent) -> None:
    model = everything.plays(Say("At nine."), Call("say_hours"), Say("Fine."), Say("No idea."))
    talk = await everything.open()
    await talk.say("when are you open?")
    assert "We open at nine in Leeds" in prompt(model)
    assert "say_hours" in tools(model.requests[0])
    assert (await talk.trace())["topics"][0]["name"] == "Opening hours"
    assert ("QA", "Opening hours") in await talk.metrics()
    assert (await talk.say("and on sunday?")).text == "Nine to five.", "topics of earlier turns stay"
    await talk.say("how are you today?")
    assert ("QA", "Small talk") not in await talk.metrics(), "excluded from the metric"
    await talk.say("what is on the secret menu?")
    assert "There is a secret menu" not in prompt(model), "a topic that is switched off"


async def test_topic_actions_by_channel(everything: Agent) -> None:
    model = everything.plays(Say("Sure."), Say("Sure."), Say("Sure."))
    await (await everything.open()).say("I want a refund")
    assert "start_refund" in tools(model.requests[0])
    assert "Ask for apple." in prompt(model)
    await (await everything.call()).say("I want a refund")
    assert "start_refund" not in tools(model.requests[1])
    assert "transfer_to_back_office" in tools(model.requests[1])
    texting = await everything.open(channel="sms")
    assert texting.opening.startswith("Rates apply. Good day")
    await texting.say("when are you open?")
    assert "We open at nine" not in prompt(model), "excluded on this channel"


async def test_topics_of_one_variant(everything: Agent) -> None:
    model = everything.plays(Say("No."), Say("Hourly."))
    await (await everything.open()).say("when does the ferry leave?")
    assert "Ferries leave" not in prompt(model)
    await (await everything.open(variant_id="south")).say("when does the ferry leave?")
    assert "Ferries leave" in prompt(model)


async def test_topics_that_code_disables(everything: Agent) -> None:
    model = everything.plays(
        Call("act", {"what": "forget_hours"}), Say("I forgot."), Call("act", {"what": "remember_hours"}), Say("Nine.")
    )
    talk = await everything.open()
    await talk.say("forget them")
    await talk.say("when are you open?")
    assert "We open at nine" not in prompt(model)
    await talk.say("remember them")
    await talk.say("when are you open?")
    assert "We open at nine" in prompt(model)


async def test_channel_tags_and_styles(everything: Agent) -> None:
    model = everything.plays(Say("a"), Say("b"), Say("c"))
    chat, sms, call = await everything.open(), await everything.open(channel="sms"), await everything.call()
    assert call.opening == "This call is recorded. Good day, this is Leeds on the line."
    expected = {"You are read.", "You are short.", "You are heard."}
    for number, (talk, own) in enumerate([(chat, "You are read."), (sms, "You are short."), (call, "You are heard.")]):
        await talk.say("hello")
        assert {tag for tag in expected if tag in prompt(model, number)} == {own}
    assert "Write briefly." in prompt(model, 0)
    assert "Speak slowly." in prompt(model, 2)
    described = {number: {t.name: t.description for t in model.requests[number].tools}["act"] for number in (0, 2)}
    assert described[0] == "Does what it is told to. Today: apple."
    assert described[2] == "Does what it is told to. Only by telephone. Today: apple."


async def test_references_of_every_kind(everything: Agent) -> None:
    model = everything.plays(Say("ok"), Call("hidden"))
    talk = await everything.open()
    await talk.say("hello")
    said = prompt(model)
    assert "Today's word is apple, it costs $8.99 or £5, and $unknown_variable stays." in said
    assert "Mood: . City: Leeds. Nothing: . Greeting: Good day. Stale: {{fn:gone}}." in said
    assert "Nested: Greet with Good day and hidden." in said, "values are resolved again, and again"
    assert "Reach transfer_to_front_desk or transfer_to_front_desk; write with send_sms_your_code." in said
    assert {"hidden", "transfer_to_front_desk", "send_sms_your_code", "switch_language"} <= tools(model.requests[0])
    assert (await talk.say("hidden")).text == "You found me."


async def test_built_in_tools_of_references(everything: Agent) -> None:
    everything.plays(Call("send_sms_your_code"), Say("Sent."), Call("transfer_to_front_desk", {"reason": "lost"}))
    call = await everything.call(from_number="+44117")
    assert (await call.say("send me the code")).text == "Sent."
    (message,) = await call.messages()
    assert (message["recipient"], message["sender"]) == ("+44117", "+440003")
    assert message["body"] == "Good day from Leeds: apple for £5."
    heard = await call.say("a person, please")
    assert heard.handoff == {"destination": "Front Desk", "reason": "lost"}
    assert heard.text == "I'll put you through now."
    everything.plays(Call("send_sms_your_code"), Say("I have no number."))
    chat = await everything.open()
    assert (await chat.say("send me the code")).text == "I have no number."
    assert await chat.messages() == []


async def test_environments_have_their_own_configuration(everything: Agent, installation: Installation) -> None:
    agent = await installation.agent(files_of("everything"))
    moods = {"live": "serious", "sandbox": "trying things out", "pre-release": "nearly there"}
    for environment, mood in moods.items():
        await agent.deploy(files_of("everything"), environment)
        agent.plays(Call("act", {"what": "describe"}), Call("act", {"what": "send"}))
        talk = await agent.open(environment)
        facts = (await talk.say("describe")).text.split("|")
        assert (facts[0], facts[7]) == (environment, mood)
        await talk.say("send")
        senders = {"sandbox": "+440001", "pre-release": "+440002", "live": "+440003"}
        assert (await talk.messages())[0]["sender"] == senders[environment]


async def test_attributes_of_the_integration(everything: Agent) -> None:
    everything.plays(Call("act", {"what": "describe"}), Call("act", {"what": "describe"}), Say("ok"))
    given = {"word": "pear", "nested": {"list": [1, None, "x"]}}
    talk = await everything.open(integration_attributes=given)
    assert talk.opening.endswith("Today: pear.")
    await talk.say("one")
    assert str(given) in (await talk.say("two")).text, "for the whole conversation"
    without = await everything.open()
    state = await without.state()
    assert (state["attributes_at_start"], state["sip_headers_at_start"]) == (None, {})
    assert {"from_", "to", "call_sid", "asr_lang_code", "tts_lang_code"} <= set(state)
    assert (await without.say("hello")).text == "ok"


async def test_memory_of_a_caller(everything: Agent) -> None:
    keeps = Call("keep", {"word": "plum", "times": 1, "weight": 1, "is_gift": False})
    everything.plays(keeps, Say("Kept."), Say("Bye."))
    first = await everything.open(integration_attributes={"customer": "c-1"})
    await first.say("keep a plum")
    await first.close()
    await first.record()
    again = await everything.open(integration_attributes={"customer": "c-1"})
    assert (await again.state())["remembered"] == "plum"
    await again.say("bye")
    await again.close()
    await again.record()
    third = await everything.open(integration_attributes={"customer": "c-1"})
    assert (await third.state())["remembered"] == "plum", "patched, not replaced"
    for stranger in ("c-2", "anonymous"):
        talk = await everything.open(integration_attributes={"customer": stranger})
        assert (await talk.state())["remembered"] is None
    assert (await (await everything.open()).state())["remembered"] is None


RECOGNISING = {
    "agent_settings/rules.txt": "{{fn:know}} {{fn:who}}",
    "agent_settings/experimental_config.json": (
        '{"memory": {"identifier_source": "SOURCE", "repeat_caller": {"state_keys": ["name"]}}}'
    ),
    "functions/know.py": (
        "from _gen import *\n"
        "@func_description('Knows.')\n"
        "@func_parameter('number', 'n')\n"
        "def know(conv: Conversation, number: str):\n"
        "    conv.state.number = number\n"
        "    return {'utterance': 'Noted.'}\n"
    ),
    "functions/who.py": (
        "from _gen import *\n"
        "@func_description('Names.')\n"
        "def who(conv: Conversation):\n"
        "    conv.state.name = 'Ada'\n"
        "    return {'utterance': f\"{conv.memory.get('name')} {len(conv.memory)} {'name' in conv.memory}\"}\n"
    ),
}


@pytest.mark.parametrize("source", ["state:number", "sip_headers:X-Caller", "caller_number"])
async def test_memory_by_every_source(installation: Installation, source: str) -> None:
    files = {path: text.replace("SOURCE", source) for path, text in RECOGNISING.items()}
    agent = await installation.agent(files)
    for expected in ("None 0 False", "Ada 1 True"):
        agent.plays(Call("know", {"number": "0117"}), Call("who"))
        call = await agent.call(from_number="0117", sip_headers={"X-Caller": "0117"})
        await call.say("this is 0117")
        assert (await call.say("who am I?")).text == expected
        await call.close()
        await call.record()


async def test_environments_share_no_module(installation: Installation) -> None:
    """Projects keep mock back ends and caches in their modules: trying things out must not reach what is live."""
    files = {
        "agent_settings/rules.txt": "{{fn:tally}}",
        "functions/tally.py": (
            "from _gen import *\n"
            "CALLS = []\n"
            "@func_description('Tallies.')\n"
            "def tally(conv: Conversation):\n"
            "    CALLS.append(conv.env)\n"
            "    return {'utterance': ', '.join(CALLS)}\n"
        ),
    }
    agent = await installation.agent(files)
    await agent.deploy(files, "sandbox")
    agent.plays(*[Call("tally")] * 4)
    trying, live = await agent.open("sandbox"), await agent.open()
    assert [(await trying.say("1")).text, (await trying.say("2")).text] == ["sandbox", "sandbox, sandbox"]
    assert (await live.say("1")).text == "live"
    assert (await (await agent.open()).say("2")).text == "live, live", "within one deployment they are shared"
