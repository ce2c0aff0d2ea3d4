"""Batches applied to the files of a project."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from parley.domain.branches.yaml_edits import rewrite
from parley.domain.projection.commands.apply import apply
from parley.domain.projection.commands.batch import read_batch
from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.records import record_id, records_at
from parley.domain.projection.tree import Audit, changes, project
from parley.domain.projects.files import Bundle
from tests.command_batches import batch

AUDIT = Audit("2026-11-19T12:00:00+00:00", "Ada")
FILES = {
    "agent_settings/rules.txt": "Call {{fn:book}}.\n",
    "functions/book.py": "@func_description('Books.')\ndef book(conv: Conversation):\n    return 'ok'\n",
    "topics/opening.yaml": "name: Opening\nenabled: true\nactions: ''\ncontent: From nine.\nexample_queries: []\n",
    "config/handoffs.yaml": "handoffs:\n- {name: desk, is_default: true}\n- {name: shop, is_default: false}\n",
    "config/variant_attributes.yaml": (
        "variants: [{name: north, is_default: true}]\nattributes: [{name: town, values: {north: York}}]\n"
    ),
    "flows/order/flow_config.yaml": "name: Order\ndescription: ''\nstart_step: Ask\n",
    "flows/order/steps/ask.yaml": "step_type: default_step\nname: Ask\nconditions: []\nprompt: Ask.\n",
}
TOPIC, BOOK, DESK, SHOP = (
    record_id(*each) for each in (("TOPIC", "Opening"), ("FUNCTION", "book"), ("HANDOFF", "desk"), ("HANDOFF", "shop"))
)
NORTH, TOWN = record_id("VARIANT", "north"), record_id("ATTRIBUTE", "town")
ORDER, ASK = record_id("FLOW", "Order"), record_id("STEP", "Order", "Ask")


def bundle() -> Bundle:
    return Bundle({path: text.encode() for path, text in sorted(FILES.items())})


def pushed(*commands: tuple[str, dict[str, Any]]) -> dict[str, str | None]:
    """What is different in the files afterwards."""
    tree = project(bundle(), AUDIT)
    apply(tree, read_batch(batch(*commands)))
    return {
        path: None if content is None else content.decode()
        for path, content in changes(bundle(), tree, rewrite).items()
    }


def document(found: dict[str, str | None], path: str) -> Any:
    assert list(found) == [path]
    return yaml.safe_load(found[path] or "")


def test_a_topic_is_made_changed_and_deleted() -> None:
    made = {
        "id": "TOPIC-new",
        "name": "Parking",
        "content": "Call {{fn:" + BOOK + "}}.",
        "exampleQueries": {"queries": ["park?"]},
    }
    topic = document(pushed(("create_topic", made)), "topics/parking.yaml")
    assert (topic["content"], topic["example_queries"], topic["enabled"]) == ("Call {{fn:book}}.", ["park?"], True)
    changed = document(pushed(("update_topic", {"id": TOPIC, "content": "From ten."})), "topics/opening.yaml")
    assert (changed["name"], changed["content"]) == ("Opening", "From ten.")
    assert pushed(("delete_topic", {"id": TOPIC})) == {"topics/opening.yaml": None}


def test_later_commands_know_what_earlier_ones_made() -> None:
    found = pushed(
        (
            "create_function",
            {"id": "FUNCTION-new", "name": "pay", "description": "Pays.", "code": "def pay(conv):\n    pass\n"},
        ),
        ("update_rules", {"behaviour": "Call {{fn:FUNCTION-new}}."}),
    )
    assert found["agent_settings/rules.txt"] == "Call {{fn:pay}}.\n"
    assert "@func_description('Pays.')\ndef pay(conv):" in (found["functions/pay.py"] or "")


def test_one_handoff_is_the_default() -> None:
    handoffs = document(pushed(("handoff_set_default", {"id": SHOP})), "config/handoffs.yaml")["handoffs"]
    assert [each["is_default"] for each in handoffs] == [False, True]


@pytest.mark.slow
def test_variants_and_the_values_of_attributes() -> None:
    variant = {"id": "VARIANT-new", "name": "south", "attributeValues": {"values": {TOWN: "Dover"}}}
    found = document(pushed(("variant_create_variant", variant)), "config/variant_attributes.yaml")
    assert found["attributes"] == [{"name": "town", "values": {"north": "York", "south": "Dover"}}]
    values = {"id": TOWN, "name": "city", "variantValues": {"values": {NORTH: "Leeds"}}}
    found = document(pushed(("variant_update_attribute", values)), "config/variant_attributes.yaml")
    assert found["attributes"] == [{"name": "city", "values": {"north": "Leeds"}}]
    found = document(pushed(("variant_delete_attribute", {"id": TOWN})), "config/variant_attributes.yaml")
    assert found["attributes"] == []


def test_a_flow_with_its_steps_and_what_leads_from_one_to_another() -> None:
    place = {"flowId": "FLOW-new", "stepId": "STEP-1"}
    condition = {"details": {"label": "known", "description": "d", "requiredEntities": []}, "childStepId": "STEP-2"}
    found = pushed(
        (
            "create_flow",
            {
                "id": "FLOW-new",
                "name": "New Flow",
                "startStepId": "STEP-1",
                "steps": [{"id": "STEP-2", "name": "Two", "prompt": "Call {{ft:FUNCTION-end}}."}],
                "transitionFunctions": [
                    {"id": "FUNCTION-end", "name": "end", "code": "def end(conv, flow):\n    pass\n"}
                ],
                "noCodeSteps": [{**place, "name": "One", "prompt": "Ask."}],
            },
        ),
        (
            "create_no_code_condition",
            {**place, "conditionId": "C", "config": {"$case": "stepCondition", "value": condition}},
        ),
        (
            "update_step_settings",
            {**place, "settings": {"llm": {"reasoningEffort": 2}, "bargeIn": {"isEnabled": False}}},
        ),
    )
    assert sorted(found) == [
        "flows/new_flow/flow_config.yaml",
        "flows/new_flow/functions/end.py",
        "flows/new_flow/steps/one.yaml",
        "flows/new_flow/steps/two.yaml",
    ]
    one, two = (yaml.safe_load(found[f"flows/new_flow/steps/{name}.yaml"] or "") for name in ("one", "two"))
    assert (one["conditions"][0]["child_step"], one["llm"]) == ("Two", {"reasoning_effort": "low"})
    assert one["barge_in"] == {"is_enabled": False}
    assert two["prompt"] == "Call {{ft:end}}."


def test_a_function_step_and_the_end_of_a_flow() -> None:
    said = [{"id": "D", "message": "One moment.", "duration": 3}]
    latency = {"enabled": True, "initialDelay": 1, "interval": 2, "delayResponses": said}
    code = "def look_up(conv, flow):\n    pass\n"
    function = {"id": "F", "name": "look_up", "code": code, "latencyControl": latency}
    step = {"$case": "functionStep", "value": {"id": "STEP-f", "name": "look_up", "function": function}}
    found = pushed(("create_step", {"flowId": ORDER, "payload": step}))
    assert "delay_responses=[('One moment.', 3)]" in (found["flows/order/function_steps/look_up.py"] or "")
    assert pushed(("delete_flow", {"flowId": ORDER})) == dict.fromkeys(
        sorted(each for each in FILES if "order" in each)
    )


def test_what_a_project_has_one_of() -> None:
    found = pushed(
        ("update_role", {"value": "other", "custom": "host"}),
        ("languages_update_default_language", {"languageCode": "en-GB"}),
        ("languages_add_language", {"code": "es-ES"}),
        ("channel_update_status", {"channelStatus": {"$case": "webchat", "value": {"status": 1}}}),
        ("channel_update_greeting", {"channelType": 1, "greeting": {"welcomeMessage": "Hi", "languageCode": "en-GB"}}),
        ("create_end_function", {"id": "F", "name": "end_function", "code": "def end_function(conv):\n    pass\n"}),
        ("experimental_config_update_config", {"id": "default", "features": {"ragdoll": {"top_k": 3}}}),
    )
    assert sorted(found) == [
        "agent_settings/experimental_config.json",
        "agent_settings/languages.yaml",
        "agent_settings/role.yaml",
        "chat/configuration.yaml",
        "functions/end_function.py",
    ]
    assert yaml.safe_load(found["agent_settings/experimental_config.json"] or "") == {"ragdoll": {"top_k": 3}}
    assert yaml.safe_load(found["chat/configuration.yaml"] or "")["greeting"]["welcome_message"] == "Hi"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "payload", "complaint"),
    [
        ("update_topic", {"id": "TOPIC-other"}, "not there"),
        ("create_topic", {"id": TOPIC, "name": "Again"}, "there already"),
        ("create_topic", {"id": "", "name": "No id"}, "there already"),
        ("delete_step", {"flowId": ORDER, "stepId": "other"}, "not there"),
        ("delete_no_code_condition", {"flowId": ORDER, "stepId": ASK, "conditionId": "other"}, "not there"),
        ("create_function", {"id": "F", "name": "../escape", "code": ""}, "Python"),
        ("document_create", {"path": "../escape.md", "content": ""}, "Markdown"),
        ("variant_delete_variant", {"id": NORTH}, "default variant"),
        ("variant_create_attribute", {"id": "A", "name": "n", "type": {"kind": 2}}, "texts"),
        ("channel_update_greeting", {"channelType": 2, "greeting": {}}, "channel"),
        ("update_end_function", {"id": "F"}, "not there"),
    ],
)
def test_what_cannot_be_done_is_refused(kind: str, payload: dict[str, Any], complaint: str) -> None:
    with pytest.raises(CommandBatchInvalid, match=complaint):
        pushed((kind, payload))


@pytest.mark.parametrize("name", ["opening", "!!!"])
def test_a_file_is_written_for_one_record(name: str) -> None:
    """Files are named by their records: two of nearly the same name, and one without letters, cannot be kept."""
    with pytest.raises(CommandBatchInvalid, match="file"):
        pushed(("create_topic", {"id": "TOPIC-new", "name": name}))


def test_the_tree_of_the_changed_files_has_what_was_pushed() -> None:
    tree = project(bundle(), AUDIT)
    apply(tree, read_batch(batch(("create_topic", {"id": "TOPIC-new", "name": "Parking", "content": "Behind us."}))))
    merged = {**bundle().files, **changes(bundle(), tree, rewrite)}
    after = project(Bundle({path: content for path, content in sorted(merged.items()) if content is not None}), AUDIT)
    assert [each["name"] for each in records_at(after, "knowledgeBase", "topics")] == ["Opening", "Parking"]
