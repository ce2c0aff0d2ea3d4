"""References: where they may stand, what they may point to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from parley.domain.projects.references import Reference, find_references, state_names

Files = Mapping[str, str | bytes]
ProblemsOf = Callable[[Files], list[str]]

FLOW = {
    "flows/f/flow_config.yaml": "name: F\nstart_step: S\n",
    "flows/f/functions/own.py": "def own(conv, flow): ...\n",
}


def test_references_are_found_in_every_spelling() -> None:
    text = "{{fn:a}} {{ ho : front desk }} {{a:b:c}} ${variant_city} {{}} {{fn:}} {fn:a} ${other} {{{{fn:a}}}}"
    assert list(find_references(text)) == [
        Reference("fn", "a", "{{fn:a}}"),
        Reference("ho", "front desk", "{{ ho : front desk }}"),
        Reference("a", "b:c", "{{a:b:c}}"),
        Reference("attr", "city", "${variant_city}"),
        Reference("fn", "a", "{{fn:a}}"),
    ]


def test_variables_are_what_the_code_uses_on_state() -> None:
    code = """
conv.state.written = 1
print(conv.state.read)
conv.state["item"] = 1
conv.state.get("got"); conv.state.update({"updated": 1})
setattr(conv.state, "attribute", 1)
conv.state.method()
estate.other = 1
"""
    assert state_names(code) == {"written", "read", "item", "got", "updated", "attribute"}


PLACES: dict[str, tuple[Files, str]] = {
    "rules": ({"agent_settings/rules.txt": "\n\nx {{fn:gone}}\n"}, "agent_settings/rules.txt:3"),
    "personality": ({"agent_settings/personality.yaml": "custom: '{{fn:gone}}'\n"}, "personality.yaml:1"),
    "role": ({"agent_settings/role.yaml": "value: Other\ncustom: '{{fn:gone}}'\n"}, "role.yaml:2"),
    "topic content": ({"topics/a.yaml": "name: A\ncontent: |\n  x\n  {{fn:gone}}\n"}, "topics/a.yaml:4"),
    "topic actions": ({"topics/a.yaml": "name: A\nactions: >-\n  x\n  y\n  {{fn:gone}}\n"}, "topics/a.yaml:5"),
    "step prompt": (
        {**FLOW, "flows/f/steps/s.yaml": 'name: S\nprompt: "a\n  b\n  {{fn:gone}}"\n'},
        "flows/f/steps/s.yaml:4",
    ),
    "sms": (
        {"config/sms_templates.yaml": "sms_templates:\n- name: a\n  text: '{{fn:gone}}'\n"},
        "config/sms_templates.yaml:3",
    ),
    "attribute value": (
        {
            "config/variant_attributes.yaml": "variants: [{name: v, is_default: true}]\n"
            "attributes:\n- name: a\n  values:\n    v: '{{fn:gone}}'\n"
        },
        "config/variant_attributes.yaml:5",
    ),
    "translation": (
        {"config/translations.yaml": "translations:\n- name: a\n  translations:\n    en: '{{fn:gone}}'\n"},
        "config/translations.yaml:4",
    ),
    "greeting": ({"voice/configuration.yaml": "greeting:\n  welcome_message: '{{fn:gone}}'\n"}, "configuration.yaml:2"),
    "disclaimer": (
        {"voice/configuration.yaml": "disclaimer_messages:\n  enabled: false\n  message: '{{fn:gone}}'\n"},
        "voice/configuration.yaml:3",
    ),
    "prompt knob": (
        {"agent_settings/experimental_config.json": '{"prompts": {\n"silence": "{{fn:gone}}"}}'},
        "experimental_config.json:2",
    ),
    "guardrail": (
        {"agent_settings/guardrails.yaml": "custom_guardrails:\n- name: a\n  prompt: b\n  action: '{{fn:gone}}'\n"},
        "guardrails.yaml:4",
    ),
    "python": ({"functions/a.py": "def a(conv):\n    return '{{fn:gone}}'\n"}, "functions/a.py:2"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("files", "place"), PLACES.values(), ids=PLACES.keys())
def test_stale_references_are_found_wherever_they_stand(problems_of: ProblemsOf, files: Files, place: str) -> None:
    stale = [problem for problem in problems_of(files) if "points to nothing" in problem]
    assert len(stale) == 1
    assert f"{place}: warning: {{{{fn:gone}}}} points to nothing: there is no such function" in stale[0]


@pytest.mark.parametrize(
    "reference",
    [
        *("{{fn:gone}}", "{{ft:gone}}", "{{entity:gone}}", "{{attr:gone}}", "{{va:gone}}", "{{ho:gone}}"),
        *("{{twilio_sms:gone}}", "{{sms:gone}}", "{{tn:gone}}", "{{vrbl:gone}}", "${variant_gone}", "{{ho:default}}"),
    ],
)
def test_every_kind_can_be_stale(problems_of: ProblemsOf, reference: str) -> None:
    problems = problems_of({"agent_settings/rules.txt": reference})
    assert len(problems) == 1
    assert problems[0].startswith(f"agent_settings/rules.txt:1: warning: {reference} points to nothing")


def test_what_is_no_reference_is_left_alone(problems_of: ProblemsOf) -> None:
    assert (
        problems_of({"agent_settings/rules.txt": "{{unknown:x}} {{x}} $8.99 $name ${other} <channel:sms>x</channel>"})
        == []
    )


def test_flow_functions_belong_to_their_flow(problems_of: ProblemsOf) -> None:
    files = {
        **FLOW,
        "flows/f/steps/s.yaml": "name: S\nprompt: '{{ft:own}}'\n",
        "flows/g/flow_config.yaml": "name: G\nstart_step: S\n",
        "flows/g/steps/s.yaml": "name: S\nprompt: '{{ft:own}}'\n",
    }
    assert problems_of(files) == [
        "flows/g/steps/s.yaml:2: warning: {{ft:own}} points to nothing: there is no such function of this flow"
    ]


def test_a_global_function_may_return_a_flow_reference(problems_of: ProblemsOf) -> None:
    code = "def a(conv):\n    return '{{ft:own}} {{fn:a}}'\n"
    assert problems_of({**FLOW, "flows/f/steps/s.yaml": "name: S\n", "functions/a.py": code}) == []


def test_entities_and_prefilled_keys_are_variables(problems_of: ProblemsOf) -> None:
    files = {
        "config/entities.yaml": "entities: [{name: size, entity_type: numeric}]\n",
        "agent_settings/rules.txt": "{{vrbl:size}} {{vrbl:call_sid}} {{vrbl:shared_id}}",
    }
    assert problems_of(files) == []


def test_the_default_handoff_has_two_names(problems_of: ProblemsOf) -> None:
    handoffs = "handoffs: [{name: desk, is_default: true}]\n"
    assert (
        problems_of({"config/handoffs.yaml": handoffs, "agent_settings/rules.txt": "{{ho:default}} {{ho:desk}}"}) == []
    )


@pytest.mark.slow
def test_hostile_texts_are_searched_in_linear_time(problems_of: ProblemsOf) -> None:
    texts = ["{{" * 50_000, "{{fn:" + " " * 100_000, "{{" + "a" * 100_000, "${variant_" * 20_000]
    assert problems_of({"agent_settings/rules.txt": "\n".join(texts)}) == []
    stale = "\n".join(f"{{{{fn:f{number}}}}}" for number in range(5_000))
    assert len(problems_of({"agent_settings/rules.txt": stale})) == 500


IMPORTS = """\
import functions.gone, functions.here, requests
from functions import here, lost
from functions.gone import x
from flows.f.functions.own import own
from flows.f.function_steps.gone import y
from .here import z
from . import here, nowhere
from .... import anything
def f(conv):
    try:
        from flows.g import functions
    except ImportError:
        from .gone import w
"""


def test_imports_of_modules_that_are_gone(problems_of: ProblemsOf) -> None:
    step = {"flows/f/steps/s.yaml": "step_type: advanced_step\nname: S\n"}
    files = {**FLOW, **step, "functions/f.py": IMPORTS, "functions/here.py": "x = y = z = 1\n"}
    gone = ["functions.gone", "functions.lost", "functions.gone", "flows.f.function_steps.gone", "functions.nowhere"]
    gone += ["flows.g", "functions.gone"]
    assert problems_of(files) == [
        f"functions/f.py:{line}: warning: what needs this import will fail: there is no module '{name}'"
        for line, name in zip((1, 2, 3, 5, 7, 11, 13), gone, strict=True)
    ]


def test_a_package_of_the_projects_own_may_hold_anything(problems_of: ProblemsOf) -> None:
    files = {"functions/__init__.py": "VALUE = 1\n", "functions/f.py": "from functions import VALUE\n"}
    assert problems_of(files) == []


NEAR = {
    "agent_settings/rules.txt": "{{fn:begn}} {{attr:ctiy}} {{fn:helper}} {{vrbl:gest}}",
    "functions/begin.py": "def begin(conv):\n    conv.state.guest = 1\n",
    "functions/helper.py": "def other(conv): ...\n",
    "config/variant_attributes.yaml": (
        "variants: [{name: v, is_default: true}]\nattributes: [{name: city, values: {v: x}}]\n"
    ),
    "flows/f/flow_config.yaml": "name: F\nstart_step: Detail\n",
    "flows/f/steps/s.yaml": "step_type: advanced_step\nname: Details\nprompt: '{{ft:owns}}'\n",
    "flows/f/functions/own.py": "def own(conv, flow): ...\n",
    "config/entities.yaml": "entities: [{name: day, entity_type: dates}]\n",
}


def test_names_that_are_near_are_told(problems_of: ProblemsOf) -> None:
    ends = [problem.rpartition("; ")[2] for problem in problems_of(NEAR)]
    assert ends == [
        *("did you mean 'city'?", "did you mean 'begin'?", "functions/helper.py defines no 'helper'"),
        *("did you mean 'guest'?", "did you mean 'date'?", "did you mean 'Details'?", "did you mean 'own'?"),
    ]
