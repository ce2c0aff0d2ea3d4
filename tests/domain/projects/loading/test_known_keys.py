from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Findings
from parley.domain.projects.loading.known_keys import MOST_UNKNOWN
from parley.domain.projects.loading.tree import parse_yaml
from parley.domain.projects.model import Problem, Project

Files = dict[str, str]
LoadFiles = Callable[[Files], tuple[Project | None, list[Problem]]]

EVERYTHING: Files = {
    "project.yaml": "project_id: p\naccount_id: a\nregion: us-1\nproject_name: P\n",
    "agent_settings/personality.yaml": "adjectives: {Polite: true}\ncustom: x\n",
    "agent_settings/role.yaml": "value: Other\nadditional_info: x\ncustom: x\n",
    "agent_settings/languages.yaml": "default_language: en-US\nadditional_languages: [es-ES]\n",
    "agent_settings/safety_filters.yaml": "enabled: true\ncategories:\n  violence: {enabled: true, level: strict}\n",
    "voice/safety_filters.yaml": "enabled: true\ncategories:\n  hate: {enabled: true, level: strict}\n",
    "topics/a.yaml": "name: A\nenabled: true\nexample_queries: [q]\ncontent: c\nactions: d\n",
    "flows/f/flow_config.yaml": "name: F\ndescription: d\nstart_step: S\n",
    "flows/f/steps/s.yaml": (
        "step_type: default_step\nname: S\nprompt: p\nextracted_entities: [e]\n"
        "conditions:\n  - name: c\n    condition_type: exit_flow_condition\n    description: d\n    child_step:\n"
        "    required_entities: [e]\n"
        "asr_biasing: {is_enabled: true, custom_keywords: [x]}\n"
        "dtmf_config: {is_enabled: true, inter_digit_timeout: 3, max_digits: 4, end_key: '#',"
        " collect_while_agent_speaking: true, is_pii: false}\n"
        "asr: {provider: a, model: b}\nvad: {provider: a}\nbarge_in: {is_enabled: true}\n"
        "llm: {provider_model_id: m, reasoning_effort: low}\n"
    ),
    "config/entities.yaml": (
        "entities:\n  - {name: e, description: d, entity_type: numeric, config: {min: 1, max: 2}}\n"
    ),
    "config/variant_attributes.yaml": (
        "variants:\n  - {name: v, is_default: true}\nattributes:\n  - name: t\n    values: {v: x}\n"
    ),
    "config/handoffs.yaml": (
        "handoffs:\n  - name: h\n    description: d\n    is_default: true\n"
        "    sip_config: {method: refer, phone_number: '+1', outbound_endpoint: x, outbound_encryption: TLS/SRTP}\n"
        "    sip_headers: [{key: X-A, value: b}]\n"
    ),
    "config/sms_templates.yaml": (
        "sms_templates:\n  - {name: s, text: t, env_phone_numbers: {sandbox: '+1', pre_release: '+2', live: '+3'}}\n"
    ),
    "config/translations.yaml": "translations:\n  - {name: t, translations: {en-US: a, es-ES: b}}\n",
    "config/api_integrations.yaml": (
        "api_integrations:\n  - name: crm\n    description: d\n"
        "    environments: {sandbox: {base_url: 'https://x', auth_type: none}}\n"
        "    operations: [{name: find, method: GET, resource: /x}]\n"
    ),
    "voice/configuration.yaml": (
        "greeting: {welcome_message: hi, language_code: en-US}\nstyle_prompt: {prompt: p}\n"
        "disclaimer_messages: {message: m, enabled: true, language_code: en-US}\n"
    ),
    "voice/speech_recognition/asr_settings.yaml": "barge_in: true\ninteraction_style: swift\n",
    "voice/speech_recognition/keyphrase_boosting.yaml": "keyphrases:\n  - {keyphrase: k, level: boosted}\n",
    "voice/speech_recognition/transcript_corrections.yaml": (
        "corrections:\n  - name: c\n    description: d\n    regular_expressions:\n"
        "      - {regular_expression: a, replacement: b, replacement_type: partial}\n"
    ),
    "voice/response_control/pronunciations.yaml": (
        "pronunciations:\n"
        "  - {regex: a, replacement: b, case_sensitive: true, language_code: en-US, description: d, name: n}\n"
    ),
    "voice/response_control/phrase_filtering.yaml": (
        "phrase_filtering:\n"
        "  - {name: n, description: d, regular_expressions: [a], say_phrase: true, language_code: en-US}\n"
    ),
    "agent_settings/experimental_config.json": (
        '{"ragdoll": {"threshold": 0.4, "top_k": 5}, "smart_vad": {"x": 1}, "filler_utterances": {"is_enabled": false,'
        ' "interval_sec": 3, "initial_interval_sec": 2, "randomize": true, "utterances": ["hm"]},'
        ' "memory": {"identifier_source": "state:x", "repeat_caller": {"state_keys": ["a"], "identifier_blacklist": [],'
        ' "analytics_enabled": true}}, "handoff_api": {"state_keys": ["a"], "aliases": {"a": "b"},'
        ' "shared_id_state_key": "a"}, "conversation_control": {"max_silence_count": 3, "hangup_utterance": "bye",'
        ' "channel_overrides": {"sip.polyai": {"disclaimer_message": {"is_enabled": true, "message": "m"}}}}}'
    ),
    "real_time_configuration/live/schema.json": '{"type": "object", "properties": {"a": {"type": "string"}}}',
    "real_time_configuration/live/data.json": '{"a": "x"}',
    "test_suite/t.yaml": (
        "name: T\nscenario: s\nchannel: webchat\nlanguage: en-US\nvariant: v\nsimulated_at: '2026-01-01T10:00'\n"
        "tags: [a]\ncaller_number: '+1'\nsip_headers: {X-A: b}\nintegration_attributes: {a: 1}\n"
        "prompt_assertions: [it helped]\nfunction_call_assertions: []\n"
        "script:\n  - user: hi\n    model: [{say: hello}, {call: f, arguments: {}}]\n"
        "    expect: {says: h, not_says: x, calls: f, ends: false, handoff: h, state: {a: 1}}\n"
        "api_mocks: {crm: {find: [{respond: {status: 200, body: {}}, repeat: true}]}}\n"
    ),
}


def unknown(load_files: LoadFiles, files: Files) -> list[Problem]:
    return [problem for problem in load_files(files)[1] if "no key of the format" in problem.message]


def test_whatever_the_format_has_is_known(load_files: LoadFiles) -> None:
    project, _ = load_files(EVERYTHING)
    assert project is not None
    assert unknown(load_files, EVERYTHING) == []
    assert project.tests["T"].mistakes == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "right", "wrong", "line"),
    [
        ("voice/configuration.yaml", "welcome_message", "welcom_message", 1),
        ("flows/f/steps/s.yaml", "extracted_entities", "extracted_entitys", 4),
        ("flows/f/steps/s.yaml", "child_step", "childstep", 9),
        ("config/handoffs.yaml", "outbound_endpoint", "outbond_endpoint", 5),
        ("config/sms_templates.yaml", "env_phone_numbers", "phone_numbers", 2),
        ("topics/a.yaml", "example_queries", "examples", 3),
        ("test_suite/t.yaml", "scenario", "Scenario", 2),
    ],
)
def test_what_is_misspelt_is_told_with_what_was_meant(
    load_files: LoadFiles, path: str, right: str, wrong: str, line: int
) -> None:
    (problem,) = unknown(load_files, {**EVERYTHING, path: EVERYTHING[path].replace(right, wrong)})
    assert (problem.path, problem.line, problem.fatal) == (path, line, False)
    assert problem.message.startswith(f"'{wrong}' is no key of the format here and has no effect")
    assert f"did you mean '{right}'?" in problem.message or wrong == "examples"


def test_a_misspelt_expectation_is_a_mistake_of_its_case(load_files: LoadFiles) -> None:
    misspelt = EVERYTHING["test_suite/t.yaml"].replace("says: h", "say: h").replace("ends:", "end:")
    project, _ = load_files({**EVERYTHING, "test_suite/t.yaml": misspelt})
    assert project is not None
    assert [mistake.partition(" is no key")[0] for mistake in project.tests["T"].mistakes] == [
        "line 16: 'say'",
        "line 16: 'end'",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("expectation", ["prompt_assertions: [it helped]\n", "expect: {says: hi}\n", ""])
def test_a_script_that_expects_nothing_is_a_mistake(load_files: LoadFiles, expectation: str) -> None:
    inside = "    " + expectation if expectation.startswith("expect") else ""
    outside = expectation if expectation.startswith("prompt") else ""
    case = f"name: T\nscenario: s\nchannel: webchat\n{outside}script:\n  - user: hi\n{inside}"
    project, _ = load_files({**EVERYTHING, "test_suite/t.yaml": case})
    assert project is not None
    assert bool(project.tests["T"].mistakes) is not bool(expectation)


def test_names_that_authors_choose_are_no_keys_of_the_format(load_files: LoadFiles) -> None:
    files = {**EVERYTHING, "agent_settings/experimental_config.json": '{"prompts": {"my_own": "x"}, "unheard_of": 1}'}
    assert unknown(load_files, files) == []


@pytest.mark.slow
def test_a_file_that_is_something_else_takes_no_time() -> None:
    findings = Findings()
    node = parse_yaml("".join(f"key_{number}: 1\n" for number in range(20_000))).root
    assert node is not None
    fields = Fields(findings, "a.yaml", node)
    fields.text("key")
    began = time.thread_time()
    assert len(findings.keys.unknown()) == MOST_UNKNOWN
    assert time.thread_time() - began < 1
