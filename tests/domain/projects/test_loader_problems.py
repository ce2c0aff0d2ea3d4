"""What is wrong is reported all at once, at its own line, and judged fatal or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Problem, Project

Files = Mapping[str, str | bytes]
LoadFiles = Callable[[Files], tuple[Project | None, list[Problem]]]

PHRASES = "voice/response_control/phrase_filtering.yaml"
PRONUNCIATIONS = "voice/response_control/pronunciations.yaml"
CORRECTIONS = "voice/speech_recognition/transcript_corrections.yaml"
KNOBS = "agent_settings/experimental_config.json"
SAFETY = "agent_settings/safety_filters.yaml"
VARIANTS = "config/variant_attributes.yaml"
STEP = "flows/f/steps/s.yaml"
CASE = "test_suite/t.yaml"


def step(text: str) -> Files:
    """A flow that starts with this step, which is called S."""
    return {"flows/f/flow_config.yaml": "start_step: S\n", STEP: text}


def test_all_problems_at_once_with_exact_lines(load_files: LoadFiles) -> None:
    project, problems = load_files(
        {
            "project.yaml": "account_id: acme\n",
            "agent_settings/rules.txt": "Be kind.\nCall {{fn:gone}}.\n",
            "topics/a.yaml": "name: A\nenabled: perhaps\ncontent: x\ncontent: y\n",
            "topics/b.yaml": "name: [a: b\n",
            "flows/f/flow_config.yaml": "name: F\n\nstart_step: Nowhere\n",
            "flows/f/steps/s.yaml": """\
                step_type: default_step
                name: S
                prompt: |-
                  Ask.

                  Then {{ft:gone}} and {{entity:gone}}.
                conditions:
                  - name: ok
                    condition_type: step_condition
                    child_step: Elsewhere
                    required_entities:
                      - missing
                """,
            "config/entities.yaml": "entities:\n- name: e\n  entity_type: colour\n",
            "config/variant_attributes.yaml": "variants:\n- name: a\n- name: b\n",
            "functions/broken.py": "def broken(conv):\n    return (\n",
            PRONUNCIATIONS: "pronunciations:\n- regex: ok\n- regex: '('\n  replacement: x\n",
        }
    )
    assert project is None
    assert [str(problem) for problem in problems] == [
        "agent_settings/rules.txt:2: warning: {{fn:gone}} points to nothing: there is no such function",
        "config/entities.yaml:3: 'entity_type' is 'colour', but must be one of: numeric, alphanumeric, enum, date, "
        "phone_number, time, address, free_text, name_config",
        "config/variant_attributes.yaml:1: exactly one variant must be the default; 0 are",
        "flows/f/flow_config.yaml:3: 'start_step' names 'Nowhere', but there is no such step of this flow",
        "flows/f/steps/s.yaml:6: warning: {{entity:gone}} points to nothing: there is no such entity",
        "flows/f/steps/s.yaml:6: warning: {{ft:gone}} points to nothing: there is no such function of this flow",
        "flows/f/steps/s.yaml:10: 'child_step' names 'Elsewhere', but there is no such step of this flow",
        "flows/f/steps/s.yaml:12: warning: 'required_entities' names 'missing', but there is no such entity",
        "functions/broken.py:2: warning: calls to this function will fail: '(' was never closed",
        "project.yaml:1: 'project_id' is missing",
        "topics/a.yaml:2: 'enabled' must be true or false",
        "topics/a.yaml:4: the key 'content' appears twice (first in line 3)",
        "topics/b.yaml:1: not valid YAML: did not find expected ',' or ']' while parsing a flow sequence",
        "voice/response_control/pronunciations.yaml:3: 'regex' is not a valid regular expression:"
        " missing ), unterminated subpattern at position 0",
    ]


FATAL: dict[str, tuple[Files, str]] = {
    "empty project.yaml": ({"project.yaml": ""}, "project.yaml:1"),
    "project.yaml is a list": ({"project.yaml": "- a\n"}, "project.yaml:1"),
    "flow without start": ({"flows/f/flow_config.yaml": "name: F\n"}, "flows/f/flow_config.yaml:1"),
    "two defaults": (
        {VARIANTS: "variants:\n- {name: a, is_default: true}\n- {name: b, is_default: true}\n"},
        VARIANTS + ":1",
    ),
    "two variants of one name": ({VARIANTS: "variants:\n- {name: a, is_default: true}\n- name: a\n"}, VARIANTS + ":3"),
    "unknown step type": (step("name: S\nstep_type: magic\n"), STEP + ":2"),
    "two steps of one name": (
        {**step("name: S\n"), "flows/f/steps/t.yaml": "prompt: x\nname: S\n"},
        "flows/f/steps/t.yaml:2",
    ),
    "two flows of one name": (
        {
            **{f"flows/{slug}/flow_config.yaml": "name: F\nstart_step: S\n" for slug in "ab"},
            **{f"flows/{slug}/steps/s.yaml": "name: S\n" for slug in "ab"},
        },
        "flows/b/flow_config.yaml:1",
    ),
    "condition without a step": (
        step("name: S\nconditions:\n- name: c\n  condition_type: step_condition\n"),
        STEP + ":3",
    ),
    "unknown condition type": (step("name: S\nconditions:\n- name: c\n  condition_type: magic\n"), STEP + ":4"),
    "unknown sip method": (
        {"config/handoffs.yaml": "handoffs:\n- name: h\n  is_default: true\n  sip_config:\n    method: fax\n"},
        "config/handoffs.yaml:5",
    ),
    "unknown safety level": ({SAFETY: "categories:\n  hate:\n    enabled: true\n    level: extreme\n"}, SAFETY + ":4"),
    "nameless handoff": ({"config/handoffs.yaml": "handoffs:\n- is_default: true\n"}, "config/handoffs.yaml:2"),
    "list expected": ({"config/handoffs.yaml": "handoffs: {a: 1}\n"}, "config/handoffs.yaml:1"),
    "mapping expected": ({"config/handoffs.yaml": "handoffs:\n- a\n"}, "config/handoffs.yaml:2"),
    "text expected": ({"topics/a.yaml": "name: A\ncontent: {a: 1}\n"}, "topics/a.yaml:2"),
    "item must be a text": ({"topics/a.yaml": "example_queries:\n- a\n- {b: 1}\n"}, "topics/a.yaml:3"),
    "broken json": ({KNOBS: '{\n"a": 1,\n}'}, KNOBS + ":3"),
    "broken real-time data": ({"real_time_configuration/live/data.json": "[]"}, "live/data.json:1"),
    "phrase filter pattern": (
        {PHRASES: "phrase_filtering:\n- name: a\n  regular_expressions:\n  - ok\n  - '['\n"},
        PHRASES + ":5",
    ),
    "entity pattern": (
        {
            "config/entities.yaml": "entities:\n- name: a\n  entity_type: alphanumeric\n"
            "  config:\n    regular_expression: '*'\n"
        },
        "config/entities.yaml:5",
    ),
    "correction without a pattern": (
        {CORRECTIONS: "corrections:\n- regular_expressions:\n  - replacement: x\n"},
        CORRECTIONS + ":3",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("files", "place"), FATAL.values(), ids=FATAL.keys())
def test_fatal(load_files: LoadFiles, files: Files, place: str) -> None:
    project, problems = load_files(files)
    assert project is None
    assert [problem.fatal for problem in problems] == [True]
    assert f"{problems[0].path}:{problems[0].line}".endswith(place)


HANDOFF = "handoffs:\n- {name: a, is_default: true}\n"
WARNINGS: dict[str, tuple[Files, str]] = {
    "no account": ({"project.yaml": "project_id: p\n"}, "project.yaml:1"),
    "no default handoff": ({"config/handoffs.yaml": "handoffs:\n- name: a\n- name: b\n"}, "config/handoffs.yaml:1"),
    "two handoffs of one name": ({"config/handoffs.yaml": HANDOFF + "- name: a\n"}, "config/handoffs.yaml:3"),
    "two topics of one name": ({"topics/a.yaml": "name: T\n", "topics/b.yaml": "name: T\n"}, "topics/b.yaml:1"),
    "many example queries": ({"topics/a.yaml": "name: T\nexample_queries:\n" + "- q\n" * 21}, "topics/a.yaml:2"),
    "unknown child topic variant": ({"child_topics/moon/a.yaml": "content: x\nname: T\n"}, "moon/a.yaml:2"),
    "unknown phrase filter function": (
        {PHRASES: "phrase_filtering:\n- name: a\n  regular_expressions: [a]\n  function: gone\n"},
        PHRASES + ":4",
    ),
    "replacement without its group": (
        {PRONUNCIATIONS: "pronunciations:\n- regex: a\n  replacement: \\1\n"},
        PRONUNCIATIONS + ":3",
    ),
    "attribute of an unknown variant": (
        {VARIANTS: "variants: [{name: a, is_default: true}]\nattributes:\n- name: x\n  values:\n    a: 1\n    b: 2\n"},
        VARIANTS + ":6",
    ),
    "flow without its configuration": ({STEP: "name: S\n"}, "flows/f/flow_config.yaml:1"),
    "step name": ({"flows/f/flow_config.yaml": "start_step: S (1)\n", STEP: "name: S (1)\n"}, STEP + ":1"),
    "long label": (step(f"name: S\nconditions:\n- name: {'x' * 51}\n"), STEP + ":3"),
    "repeated label": (step("name: S\nconditions:\n- name: x\n- name: x\n"), STEP + ":4"),
    "unknown extracted entity": (step("name: S\nextracted_entities:\n- gone\n"), STEP + ":3"),
    "function step in two flows": (
        {
            **{f"flows/{slug}/flow_config.yaml": "start_step: s\n" for slug in "ab"},
            **{f"flows/{slug}/function_steps/s.py": "\ndef s(conv, flow): ...\n" for slug in "ab"},
        },
        "flows/b/function_steps/s.py:2",
    ),
    "function defined twice": ({"functions/f.py": "def f(conv): ...\ndef f(conv): ...\n"}, "functions/f.py:2"),
    "broken snapshot": ({"_gen/.agent_studio_config": "???"}, "_gen/.agent_studio_config:1"),
    "snapshot of another shape": ({"_gen/.agent_studio_config": "W10="}, "_gen/.agent_studio_config:1"),
    "wrong knob": ({KNOBS: '{\n "ragdoll": {\n  "top_k": "many"}}'}, KNOBS + ":3"),
    "negative knob": ({KNOBS: '{"ragdoll": {"top_k": -1}}'}, KNOBS + ":1"),
    "unknown interaction style": (
        {"voice/speech_recognition/asr_settings.yaml": "interaction_style: warp\n"},
        "asr_settings.yaml:1",
    ),
    "unknown safety category": ({SAFETY: "categories:\n  rude: {}\n"}, SAFETY + ":2"),
    "odd integration name": (
        {"config/api_integrations.yaml": "api_integrations:\n- name: My API\n"},
        "config/api_integrations.yaml:2",
    ),
    "test in another language": (
        {"agent_settings/languages.yaml": "default_language: en-GB\n", CASE: "scenario: x\nlanguage: fr-FR\n"},
        CASE + ":2",
    ),
    "test of an unknown function": (
        {CASE: "scenario: x\nfunction_call_assertions:\n- name: gone\n"},
        CASE + ":3",
    ),
    "test of an unknown variant": ({CASE: "scenario: x\nvariant: gone\n"}, CASE + ":2"),
    "test on an unknown channel": ({CASE: "scenario: x\nchannel: fax\n"}, CASE + ":2"),
    "test at no time": ({CASE: "scenario: x\nsimulated_at: tomorrow\n"}, CASE + ":2"),
    "test without a scenario": ({CASE: "name: x\n"}, CASE + ":1"),
    "test that is no YAML": ({CASE: "name: [\n"}, CASE + ":1"),
    "test mocking an unknown API": ({CASE: "scenario: x\napi_mocks:\n  gone: {}\n"}, CASE + ":3"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("files", "place"), WARNINGS.values(), ids=WARNINGS.keys())
def test_warnings_do_not_keep_the_project_from_running(load_files: LoadFiles, files: Files, place: str) -> None:
    project, problems = load_files(files)
    assert [problem.fatal for problem in problems] == [False], problems
    assert f"{problems[0].path}:{problems[0].line}".endswith(place)
    assert project is not None


@pytest.mark.parametrize(
    "files",
    [
        {"config/entities.yaml": "entities: [", "agent_settings/rules.txt": "{{entity:a}}"},
        {"config/variant_attributes.yaml": "]", "agent_settings/rules.txt": "{{attr:a}}"},
        {"flows/f/flow_config.yaml": "name: F\nstart_step: S\n", "flows/f/steps/s.yaml": "name: S\nprompt: [\n"},
    ],
)
def test_an_unreadable_file_is_one_problem_not_many(load_files: LoadFiles, files: Files) -> None:
    project, problems = load_files(files)
    assert project is None
    assert len(problems) == 1
    assert "YAML" in problems[0].message


def test_missing_project_yaml() -> None:
    bundle, _ = bundle_files({"topics/a.yaml": b"name: A\n"})
    assert bundle is not None
    assert [str(problem) for problem in load_project(bundle)[1]] == ["project.yaml:1: project.yaml is missing"]


def test_the_list_of_problems_is_bounded(load_files: LoadFiles) -> None:
    project, problems = load_files({"topics/a.yaml": "name: A\n" + "x: 1\n" * 1500})
    assert project is None
    assert len(problems) == 1001
    assert str(problems[0]) == "500 more problems are not listed"
