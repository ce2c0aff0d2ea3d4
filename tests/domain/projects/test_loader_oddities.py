"""What real projects contain and the loader must survive."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Function, Problem, Project, StepKind
from tests.properties import examples

Files = Mapping[str, str | bytes]
LoadFiles = Callable[[Files], tuple[Project | None, list[Problem]]]
ProjectOf = Callable[[Files], Project]

TOPIC = "name: Hours\ncontent: |-\n  Open.\n  Closed.\n"


def test_a_flow_name_with_punctuation_and_a_function_as_start_step(project_of: ProjectOf) -> None:
    project = project_of(
        {
            "flows/order_management_flow_v2/flow_config.yaml": "name: order management flow (V2)\nstart_step: begin\n",
            "flows/order_management_flow_v2/function_steps/begin.py": "def begin(conv, flow): ...\n",
        }
    )
    flow = project.flows["order management flow (V2)"]
    assert flow.steps[flow.start_step].kind is StepKind.FUNCTION


def test_a_flow_without_a_name_is_called_like_its_folder(project_of: ProjectOf) -> None:
    project = project_of({"flows/f/flow_config.yaml": "start_step: S\n", "flows/f/steps/s.yaml": "name: S\n"})
    assert list(project.flows) == ["f"]


@pytest.mark.parametrize(
    ("personality", "adjectives", "custom"),
    [
        ("adjectives: {Polite: true}\ncustom: Jolly.\n", ("Polite",), "Jolly."),
        ("adjectives: {Other: true}\ncustom: Jolly.\n", (), "Jolly."),
        ("adjectives: {Polite: true, Other: true}\ncustom: Jolly.\n", (), "Jolly."),
        ("adjectives: {Wise: yes, Old: no}\n", ("Wise",), ""),
        ("adjectives:\ncustom:\n", (), ""),
    ],
)
def test_adjectives_and_custom(project_of: ProjectOf, personality: str, adjectives: tuple[str], custom: str) -> None:
    project = project_of({"agent_settings/personality.yaml": personality})
    assert (project.adjectives, project.personality) == (adjectives, custom)


@pytest.mark.parametrize(
    ("role", "noun"),
    [
        ("value: Other\ncustom: a concierge\n", "a concierge"),
        ("value: other\ncustom: a concierge\n", "a concierge"),
        ("value: ''\ncustom: a concierge\n", "a concierge"),
        ("value: CustomerServiceRepresentative\n", "Customer Service Representative"),
        ("value: ITSupportAgent\n", "IT Support Agent"),
        ("value: Customer Service Representative\ncustom: ignored\n", "Customer Service Representative"),
    ],
)
def test_roles(project_of: ProjectOf, role: str, noun: str) -> None:
    assert project_of({"agent_settings/role.yaml": role}).role == noun


def test_no_chat_folder_and_no_languages_file(project_of: ProjectOf) -> None:
    project = project_of({"voice/configuration.yaml": "greeting: {welcome_message: Hej, language_code: sv-SE}\n"})
    assert project.chat is None
    assert project.default_language == "sv-SE"


def test_a_list_of_languages(project_of: ProjectOf) -> None:
    project = project_of({"agent_settings/languages.yaml": "languages: [en-GB, fr-FR, en-GB]\n"})
    assert (project.default_language, project.additional_languages) == ("en-GB", ("fr-FR",))


def test_the_same_function_name_globally_and_in_flows(project_of: ProjectOf) -> None:
    files = {
        "functions/save.py": "def save(conv, a: int): ...\n",
        **{f"flows/{slug}/flow_config.yaml": "start_step: S\n" for slug in "ab"},
        **{f"flows/{slug}/steps/s.yaml": "name: S\nprompt: '{{fn:save}} {{ft:save}}'\n" for slug in "ab"},
        **{f"flows/{slug}/functions/save.py": "def save(conv, flow, b: bool): ...\n" for slug in "ab"},
    }
    project = project_of(files)
    assert project.functions["save"].path == "functions/save.py"
    assert project.flows["a"].functions["save"].path == "flows/a/functions/save.py"
    assert project.flows["b"].functions["save"].parameters[0].type == "boolean"


@pytest.mark.parametrize("code", ["import nowhere\n", "raise SystemExit\n"])
def test_modules_that_cannot_be_imported_are_read_all_the_same(project_of: ProjectOf, code: str) -> None:
    project = project_of({"functions/f.py": code + "def f(conv): ...\n"})
    assert project.functions["f"].line == code.count("\n") + 1


@pytest.mark.parametrize(
    "code",
    [
        b"def f(conv):\n    return (\n",
        b"x = 1\x00\ndef f(conv): ...\n",
        b"def f(conv):\n\tif 1:\n        pass\n",
        b"def f(conv):\n    return " + b"(" * 500 + b"\n",
    ],
)
def test_a_function_that_does_not_parse_still_exists(load_files: LoadFiles, code: bytes) -> None:
    project, problems = load_files({"functions/f.py": code, "agent_settings/rules.txt": "{{fn:f}}"})
    assert [(problem.path, problem.fatal) for problem in problems] == [("functions/f.py", False)]
    assert project is not None
    assert isinstance(project.functions["f"], Function)


def test_a_broken_function_step_can_still_be_a_start_step(load_files: LoadFiles) -> None:
    files = {"flows/f/flow_config.yaml": "start_step: s\n", "flows/f/function_steps/s.py": "def s(conv, flow:\n"}
    project, problems = load_files(files)
    assert project is not None
    assert [problem.fatal for problem in problems] == [False]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + TOPIC.encode(),
        TOPIC.replace("\n", "\r\n").encode(),
        TOPIC.replace("\n", "\r").encode(),
        TOPIC.encode("utf-16"),
        ("---\n# comment\n" + TOPIC + "...\n").encode(),
    ],
    ids=["byte order mark", "CRLF", "CR", "UTF-16", "document markers"],
)
def test_encodings_and_line_ends(project_of: ProjectOf, data: bytes) -> None:
    assert project_of({"topics/hours.yaml": data}).topics["Hours"].content == "Open.\nClosed."


def test_latin_1_bytes_are_read_with_a_warning(load_files: LoadFiles) -> None:
    code = "# -*- coding: latin-1 -*-\ndef f(conv):\n    return 'é'\n".encode("latin-1")
    project, problems = load_files({"topics/a.yaml": "name: Café\n".encode("latin-1"), "functions/f.py": code})
    assert [str(problem) for problem in problems] == ["topics/a.yaml:1: warning: not valid UTF-8; read as Latin-1"]
    assert project is not None
    assert list(project.topics) == ["Café"]
    assert "'é'" in project.files["functions/f.py"]


def test_tabs_are_fine_inside_texts_only(load_files: LoadFiles) -> None:
    project, problems = load_files({"topics/a.yaml": "name: A\ncontent: |\n  a\tb\n  \tc\n"})
    assert problems == []
    assert project is not None
    assert project.topics["A"].content == "a\tb\n\tc"
    assert load_files({"topics/a.yaml": "name: A\n\tcontent: x\n"})[0] is None


def test_types_that_authors_write_otherwise(project_of: ProjectOf) -> None:
    project = project_of(
        {
            "project.yaml": "project_id: 0012\naccount_id: 7\nproject_name: null\n",
            "topics/a.yml": "name: 24\nenabled: 'yes'\nexample_queries: one\ncontent: [a, 1]\nactions:\n",
            "topics/sub/Legacy topic.yaml": "content: x\n",
            "config/handoffs.yaml": "- {name: a, is_default: 1, sip_config: {method: REFER, phone_number: +44}}\n",
            "config/sms_templates.yaml": "",
            "config/entities.yaml": "entities:\n",
        }
    )
    assert (project.project_id, project.account_id, project.name) == ("0012", "7", "0012")
    assert project.topics["24"].example_queries == ("one",)
    assert project.topics["24"].content == "a\n1"
    assert "sub/Legacy topic" in project.topics
    assert (project.handoffs["a"].method, project.handoffs["a"].phone_number) == ("refer", "+44")


def test_topics_in_a_variant_folder(project_of: ProjectOf) -> None:
    variants = "variants: [{name: Español, is_default: true}]\n"
    topic = "name: Solo\n"
    project = project_of({"config/variant_attributes.yaml": variants, "topics/español/solo.yaml": topic})
    assert project.topics["Solo"].variant == "Español"


@pytest.mark.parametrize(
    ("written", "matches"),
    [
        ("hello (?i)world", "HELLO WORLD"),
        (r"(?<name>\d+)", "12"),
        ("(?i)plain", "PLAIN"),
        ("(?<=a)b(?<!c)", "ab"),
    ],
)
def test_patterns_of_other_dialects_are_made_to_work(project_of: ProjectOf, written: str, matches: str) -> None:
    rules = f"pronunciations:\n- regex: '{written}'\n  replacement: x\n"
    project = project_of({"voice/response_control/pronunciations.yaml": rules})
    assert re.search(project.pronunciations[0].pattern, matches)


@pytest.mark.parametrize(("written", "seconds"), [("3", 3), ("15", 15), ("3000", 3.0), ("60", 60)])
def test_inter_digit_timeout_is_in_seconds(project_of: ProjectOf, written: str, seconds: float) -> None:
    step = f"name: S\ndtmf_config: {{is_enabled: true, inter_digit_timeout: {written}}}\n"
    project = project_of({"flows/f/flow_config.yaml": "start_step: S\n", "flows/f/steps/s.yaml": step})
    assert project.flows["f"].steps["S"].settings["dtmf_config"]["inter_digit_timeout"] == seconds


PATHS = [
    *("project.yaml", "topics/a.yaml", "flows/f/flow_config.yaml", "flows/f/steps/s.yaml", "config/entities.yaml"),
    *("config/variant_attributes.yaml", "config/handoffs.yaml", "config/api_integrations.yaml", "test_suite/t.yaml"),
    *("voice/configuration.yaml", "voice/response_control/phrase_filtering.yaml", "agent_settings/personality.yaml"),
    *("agent_settings/experimental_config.json", "real_time_configuration/live/data.json", "functions/f.py"),
    *("agent_settings/rules.txt", "agent_settings/safety_filters.yaml", "_gen/.agent_studio_config"),
    *("voice/speech_recognition/transcript_corrections.yaml", "voice/response_control/pronunciations.yaml"),
]
KEYS = [
    *("name", "entities", "variants", "attributes", "values", "handoffs", "sip_config", "conditions", "prompt"),
    *("categories", "hate", "level", "enabled", "config", "regular_expressions", "regex", "replacement", "options"),
    *("start_step", "greeting", "llm", "ragdoll", "top_k", "api_mocks", "arguments", "(", "*", "\\1"),
]
words = st.sampled_from(KEYS)
scalars = st.one_of(words, st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4), max_leaves=10
)
contents = st.one_of(
    st.binary(max_size=40), st.text(max_size=40).map(str.encode), values.map(lambda v: repr(v).encode())
)


@examples(60)
@given(st.dictionaries(st.sampled_from(PATHS), contents, max_size=6))
def test_the_loader_never_raises(files: dict[str, bytes]) -> None:
    bundle, _ = bundle_files(files)
    assert bundle is not None
    project, problems = load_project(bundle)
    assert (project is None) == any(problem.fatal for problem in problems)
    assert all(problem.line >= 1 for problem in problems)
