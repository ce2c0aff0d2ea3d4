"""A conversation becomes a case: it passes where it was held, and fails where the agent has become another."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from parley.domain.accounts.model import Family
from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.kit.clock import SystemClock
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.resources import Resources
from parley.runtime.test_runs.isolation import fresh_agent
from parley.runtime.test_runs.run import CaseSetup, run_case
from parley.runtime.test_runs.verdict import Status, Verdict
from parley.runtime.turn.ports import Limits
from parley.runtime.turn.reply.safety import RuleClassifier
from tests.build_api.builder import AGENT, Builder
from tests.contract import ContractClient
from tests.local_responder.in_process import InProcessResponder
from tests.make import Make

pytestmark = pytest.mark.io

BOOK = """from _gen import *


@func_description("Books a table.")
@func_parameter("people", "How many")
@func_parameter("phone", "Where to reach them")
def book(conv: Conversation, people: int, phone: str):
    conv.state.people = people
    conv.state.reference = f"R{people}{id(conv)}"
    conv.goto_flow("Booking")
    return {"utterance": f"A table for {people} at 7:30 is kept."}
"""
LOOK_UP = """from _gen import *
import requests


@func_description("Looks somebody up.")
def look_up(conv: Conversation):
    try:
        conv.api.crm.find()
    except requests.ConnectionError as error:
        return {"utterance": f"{conv.integration_attributes['tier']}: {error}"}
"""
CRM = """api_integrations:
  - name: crm
    environments:
      sandbox: {base_url: "http://127.0.0.1:9", auth_type: none}
    operations: [{name: find, method: GET, resource: /customers}]
"""
PERSON = """from _gen import *


@func_description("Gets a person.")
def person(conv: Conversation):
    conv.call_handoff(destination="desk", reason="wanted", utterance="One moment, Maria takes over.")
"""
FILES = {
    "project.yaml": "project_id: p\naccount_id: a\n",
    "agent_settings/rules.txt": "Use {{fn:book}}, {{fn:look_up}} and {{fn:person}}.",
    "functions/book.py": BOOK,
    "functions/look_up.py": LOOK_UP,
    "config/api_integrations.yaml": CRM,
    "functions/person.py": PERSON,
    "flows/booking/flow_config.yaml": "name: Booking\ndescription: Books.\nstart_step: Done\n",
    "flows/booking/steps/done.yaml": "step_type: advanced_step\nname: Done\nprompt: It is done. {{fn:person}}\n",
    "config/variant_attributes.yaml": "variants: [{name: North, is_default: true}, {name: South}]\nattributes: []\n",
    "config/handoffs.yaml": "handoffs:\n  - {name: desk, description: People, is_default: true}\n",
}


@pytest.fixture(name="builder")
async def _builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    await make.deploy(builder.project_info, {**AGENT, **FILES}, "sandbox")
    return builder


async def talk(builder: Builder, *words: str, **more: Any) -> str:
    body = {"clientEnv": "sandbox", "callerNumber": "+4915123456789", "variantId": "South", **more}
    opened = await builder.send("POST", "/debug-chat", 201, json=body)
    conversation: str = opened["conversationId"]
    for each in words:
        await builder.send("POST", f"/debug-chat/{conversation}", json={"clientEnv": "sandbox", "message": each})
    return conversation


async def booked(builder: Builder, make: Make) -> str:
    book = Call("book", {"people": 4, "phone": "+4915123456789"})
    make.use_model(ScriptedModel([Say("At 7:30, under which number?"), book, Say("Certainly."), Call("person")]))
    return await talk(builder, "A table for 4?", "It is +4915123456789", "", "A person, please")


async def written(builder: Builder, conversation: str, **query: str) -> Any:
    return await builder.send("GET", f"/conversations/{conversation}/test-case", params=query)


async def verdict(resources: Resources, case: Any, **changed: str) -> Verdict:
    files = {
        **AGENT,
        **FILES,
        case["path"]: case["yaml"],
        **{n.replace("__", "/"): text for n, text in changed.items()},
    }
    bundle, problems = bundle_files({path: text.encode() for path, text in files.items()})
    assert bundle is not None, problems
    project, problems = load_project(bundle)
    assert project is not None
    assert problems == []
    async with fresh_agent(resources.hosts, project, None) as agent:
        setup = CaseSetup(agent, InProcessResponder(), False, RuleClassifier(), SystemClock(), Limits())
        return await run_case(setup, project.tests[case["name"]])


async def test_it_passes_where_it_was_held(builder: Builder, make: Make, resources: Resources) -> None:
    conversation = await booked(builder, make)
    case = await written(builder, conversation, name="Four, then a person")
    assert case["path"] == "test_suite/four_then_a_person.yaml"
    assert case["remarks"] == []
    passed = await verdict(resources, case)
    assert passed.status is Status.PASSED, passed.to_json()
    assert [turn.result.reply for turn in passed.turns] == [
        "Hello, how can I help?",
        "At 7:30, under which number?",
        "A table for 4 at 7:30 is kept.",
        "Certainly.",
        "One moment, Maria takes over.",
    ]
    found = yaml.safe_load(case["yaml"])
    assert (found["variant"], found["channel"], found["language"]) == ("South", "voice", "en-US")
    assert found["script"][2]["expect"] == {
        "says": "4.*7:30",
        "calls": "book",
        "state": {"people": 4},
    }
    assert found["script"][-1]["expect"] == {
        "says": "Maria",
        "calls": "person",
        "flow": "Booking",
        "step": "Done",
        "handoff": "desk",
        "ends": True,
    }
    assert [call["name"] for call in found["function_call_assertions"]] == ["book", "person"]


async def test_it_fails_where_the_agent_has_become_another(builder: Builder, make: Make, resources: Resources) -> None:
    case = await written(builder, await booked(builder, make))
    for changed, expectation in (
        (BOOK.replace("7:30", "8:30"), "says"),
        (BOOK.replace("    conv.goto_flow", "    # "), "flow"),
        (BOOK.replace("conv.state.people = people", "conv.state.people = 5"), "state.people"),
    ):
        failed = await verdict(resources, case, **{"functions__book.py": changed})
        assert failed.status is Status.FAILED
        assert expectation in [each.expectation for each in failed.unmet]


async def test_whose_numbers_stand_in_it(builder: Builder, make: Make, resources: Resources) -> None:
    conversation = await booked(builder, make)
    replaced = await written(builder, conversation)
    assert "15123456789" not in replaced["yaml"]
    assert replaced["yaml"].count("+12025550100") >= 3, "the same for what was said and what was called with it"
    kept = await written(builder, conversation, personalData="keep")
    assert "+4915123456789" in kept["yaml"]
    assert (await verdict(resources, kept)).status is Status.PASSED


async def test_the_world_outside_is_as_it_was(builder: Builder, make: Make, resources: Resources) -> None:
    make.use_model(ScriptedModel([Call("look_up")]))
    conversation = await talk(builder, "Who am I?", integrationAttributes={"tier": "gold", "mail": "max@firma.de"})
    case = await written(builder, conversation)
    found = yaml.safe_load(case["yaml"])
    assert found["integration_attributes"] == {"tier": "gold", "mail": "user1@example.com"}
    (answer,) = found["api_mocks"]["crm"]["find"]
    assert "PARLEY_API_NETWORKS" in answer["error"]
    passed = await verdict(resources, case)
    assert passed.status is Status.PASSED, passed.to_json()
    assert passed.turns[-1].result.reply == f"gold: {answer['error']}"


async def test_the_agents_own_model_can_answer_it(builder: Builder, make: Make) -> None:
    case = yaml.safe_load((await written(builder, await booked(builder, make), answers="own"))["yaml"])
    assert not any("model" in entry for entry in case["script"])
    first, second, silent, last = case["script"]
    assert first["expect"] == {"says": "7:30"}
    assert second["expect"]["says"] == "(?s)^(?=.*4)(?=.*7:30)"
    assert silent == {"user": ""}
    assert last["expect"]["handoff"] == "desk"


async def test_whose_it_is_and_who_may(builder: Builder, build: ContractClient, make: Make) -> None:
    conversation = await talk(builder)
    other = await Builder.of(build, make)
    for owner, named in ((other, conversation), (builder, "CONV-1")):
        await owner.send("GET", f"/conversations/{named}/test-case", 404)
    blind = await make.key(Family.BUILD, builder.project_info, settings={"show_transcripts": False})
    path = f"{builder.path}/conversations/{conversation}/test-case"
    assert (await build.get(path, headers={"x-api-key": blind.secret})).status_code == 403
    await builder.send("GET", f"/conversations/{conversation}/test-case", 400, params={"answers": "some"})
