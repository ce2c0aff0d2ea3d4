"""Files to a tree and back: what the tree can express comes back, what has not changed stays byte for byte."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.branches.yaml_edits import rewrite
from parley.domain.projection.records import at, records_at
from parley.domain.projection.tree import Audit, changes, project
from parley.domain.projects.files import Bundle, read_folder
from parley.domain.projects.loading.source import slug

ROOT = Path(__file__).parents[3]
AUDIT = Audit("2026-11-19T12:00:00+00:00", "Ada")
PROJECTS = sorted(path for folder in ("examples", "templates") for path in (ROOT / folder).iterdir() if path.is_dir())

words = st.text("abc é:'\"#-{}\n$", min_size=1, max_size=12).map(str.strip).filter(slug)


def bundle_of(files: dict[str, str]) -> Bundle:
    return Bundle({path: text.encode() for path, text in sorted(files.items())})


def applied(bundle: Bundle, changed: dict[str, bytes | None]) -> Bundle:
    merged = {**bundle.files, **changed}
    return Bundle({path: content for path, content in sorted(merged.items()) if content is not None})


def record(tree: dict[str, Any], name: str, *place: str) -> dict[str, Any]:
    return next(each for each in records_at(tree, *place) if each["name"] == name)


@pytest.mark.slow
@pytest.mark.parametrize("root", PROJECTS, ids=[path.name for path in PROJECTS])
def test_every_project_comes_back(root: Path) -> None:
    bundle, _problems = read_folder(root)
    assert bundle is not None
    tree = project(bundle, AUDIT)
    assert changes(bundle, tree, rewrite) == {}
    assert project(applied(Bundle({}), changes(Bundle({}), tree, rewrite)), AUDIT) == tree


@pytest.mark.slow
@given(
    topics=st.dictionaries(
        words.map(slug), st.tuples(words, words, st.booleans(), st.lists(words, max_size=3)), max_size=3
    ),
    rules=words,
    entities=st.dictionaries(words, words, max_size=3),
    values=st.dictionaries(words, words, max_size=3),
)
def test_what_the_tree_expresses_comes_back(
    topics: dict[str, tuple[str, str, bool, list[str]]],
    rules: str,
    entities: dict[str, str],
    values: dict[str, str],
) -> None:
    files: dict[str, Any] = {
        f"topics/{name}.yaml": {"name": name, "content": content, "actions": actions, "enabled": is_on,
                                "example_queries": queries}
        for name, (content, actions, is_on, queries) in topics.items()
    }  # fmt: skip
    files["config/entities.yaml"] = {
        "entities": [
            {"name": name, "description": text, "entity_type": "enum", "config": {"options": [text]}}
            for name, text in entities.items()
        ]
    }
    files["config/variant_attributes.yaml"] = {
        "variants": [{"name": "main", "is_default": True}],
        "attributes": [{"name": name, "values": {"main": value}} for name, value in values.items()],
    }
    bundle = bundle_of(
        {**{path: yaml.safe_dump(each) for path, each in files.items()}, "agent_settings/rules.txt": rules}
    )
    tree = project(bundle, AUDIT)
    assert changes(bundle, tree, rewrite) == {}
    assert project(applied(Bundle({}), changes(Bundle({}), tree, rewrite)), AUDIT) == tree


BOOK = """from _gen import *  # <AUTO GENERATED>


@func_description('Books a table.')
@func_parameter('guests', 'How many')
def book(conv: Conversation, guests: int):
    conv.state.guests = guests
    return "done"
"""
SMALL = {
    "project.yaml": "project_id: one\n",
    "agent_settings/rules.txt": "Call {{fn:book}} or {{ho:desk}}.\n",
    "functions/book.py": BOOK,
    "config/handoffs.yaml": "# who answers\nhandoffs:\n- {name: desk, is_default: true, extra: kept}\n",
    "topics/opening.yaml": "name: Opening\ncontent: From nine.   # till five\nactions: ''\n",
    "flows/book/flow_config.yaml": "name: Book\nstart_step: Ask\n",
    "flows/book/steps/ask.yaml": "name: Ask\nstep_type: advanced_step\nprompt: Call {{ft:done}}, $guests.\n",
    "flows/book/functions/done.py": "def done(conv: Conversation, flow: Flow):\n    pass\n",
    "README.md": "of no interest to the tree",
}


def test_references_are_ids_in_the_tree_and_names_in_files() -> None:
    tree = project(bundle_of(SMALL), AUDIT)
    book = record(tree, "book", "functions", "functions")
    desk = record(tree, "desk", "handoff", "handoffs")
    rules = tree["agentSettings"]["rules"]
    assert rules["behaviour"] == f"Call {{{{fn:{book['id']}}}}} or {{{{ho:{desk['id']}}}}}."
    assert rules["references"] == {"globalFunctions": {book["id"]: True}, "handoff": {desk["id"]: True}}
    flow = record(tree, "Book", "flows", "flows")
    step, function = record(flow, "Ask", "steps"), record(flow, "done", "transitionFunctions")
    assert (flow["startStepId"], step["position"]) == (step["id"], {"x": 0, "y": 0})
    assert step["prompt"] == f"Call {{{{ft:{function['id']}}}}}, $guests."
    assert [each["name"] for each in records_at(tree, "variables", "variables")] == ["guests"]


def test_a_functions_decorators_are_fields() -> None:
    book = record(project(bundle_of(SMALL), AUDIT), "book", "functions", "functions")
    assert book["description"] == "Books a table."
    assert [(each["name"], each["type"]) for each in records_at(book, "parameters")] == [("guests", "integer")]
    assert "func_" not in book["code"]
    assert "_gen" not in book["code"]


def test_every_record_has_its_audit_fields() -> None:
    tree = project(bundle_of(SMALL), AUDIT)
    for each in (record(tree, "book", "functions", "functions"), tree["agentSettings"]["rules"]):
        assert {key: each[key] for key in AUDIT.fields} == AUDIT.fields
        assert "references" in each


def test_only_files_that_differ_are_written() -> None:
    bundle = bundle_of(SMALL)
    tree = project(bundle, AUDIT)
    record(tree, "Opening", "knowledgeBase", "topics")["content"] = "From ten."
    changed = changes(bundle, tree, rewrite)
    assert list(changed) == ["topics/opening.yaml"]
    assert yaml.safe_load(changed["topics/opening.yaml"] or b"")["content"] == "From ten."


def test_what_the_tree_does_not_know_of_an_item_is_kept() -> None:
    bundle = bundle_of(SMALL)
    tree = project(bundle, AUDIT)
    record(tree, "desk", "handoff", "handoffs")["description"] = "The desk"
    written = yaml.safe_load(changes(bundle, tree, rewrite)["config/handoffs.yaml"] or b"")["handoffs"]
    assert written == [{"name": "desk", "is_default": True, "extra": "kept", "description": "The desk"}]


def test_what_is_renamed_is_renamed_wherever_it_is_referred_to() -> None:
    bundle = bundle_of(SMALL)
    tree = project(bundle, AUDIT)
    book = record(tree, "book", "functions", "functions")
    book.update(name="reserve", code=book["code"].replace("def book", "def reserve"))
    changed = changes(bundle, tree, rewrite)
    assert changed["functions/book.py"] is None
    assert changed["functions/reserve.py"] == BOOK.replace("def book", "def reserve").encode()
    assert (changed["agent_settings/rules.txt"] or b"").startswith(b"Call {{fn:reserve}} or")


def test_what_goes_from_the_tree_goes_from_the_files() -> None:
    bundle = bundle_of(SMALL)
    tree = copy.deepcopy(project(bundle, AUDIT))
    tree["flows"]["flows"] = tree["handoff"]["handoffs"] = {"ids": [], "entities": {}}
    changed = changes(bundle, tree, rewrite)
    assert [path for path, content in changed.items() if content is None] == [
        "config/handoffs.yaml",
        "flows/book/flow_config.yaml",
        "flows/book/steps/ask.yaml",
        "flows/book/functions/done.py",
    ]


def test_a_broken_file_is_as_if_it_were_not_there() -> None:
    bundle = bundle_of(
        {**SMALL, "topics/broken.yaml": "a: [", "functions/bad.py": "def bad(:", "config/entities.yaml": "3"}
    )
    tree = project(bundle, AUDIT)
    assert at(tree, "entities", "entities") == {"ids": [], "entities": {}}
    assert record(tree, "bad", "functions", "functions")["code"] == "def bad(:"
    assert changes(bundle, tree, rewrite) == {}


def test_what_clients_cannot_create_is_there_from_the_beginning() -> None:
    """They change these, so a project that says nothing of them has them empty, and no file is made of it."""
    bundle = bundle_of({"voice/configuration.yaml": "greeting: {welcome_message: Hi!, language_code: es-ES}\n"})
    tree = project(bundle, AUDIT)
    assert all(at(tree, "agentSettings", each) for each in ("personality", "role", "rules"))
    assert set(at(tree, "contentFilterSettings", "azureConfig")) == {"violence", "hate", "sexual", "selfHarm"}
    voice = at(tree, "channels", "voice")
    assert set(voice["config"]) == {"greeting", "stylePrompt", "safetyFilters"}
    assert voice["disclaimer"]["languageCode"] == tree["languages"]["defaultLanguageCode"] == "es-ES"
    assert voice["asrSettings"]["latencyConfig"] == {"interactionStyle": "balanced"}
    assert at(tree, "channels", "webChat") == {"status": 0, "config": {}}
    tree["agentSettings"]["personality"]["adjectives"] = {"Calm": True}
    changed = changes(bundle, tree, rewrite)
    assert {path: yaml.safe_load(text or b"") for path, text in changed.items()} == {
        "agent_settings/personality.yaml": {"adjectives": {"Calm": True}}
    }


def test_a_text_channel_that_is_there_has_all_that_clients_want_together() -> None:
    tree = project(bundle_of({"chat/configuration.yaml": "greeting: {welcome_message: Hi!}\n"}), AUDIT)
    assert set(at(tree, "channels", "webChat", "config")) == {"greeting", "stylePrompt", "safetyFilters"}


def test_patterns_keep_their_blanks_and_one_word_for_a_kind_of_replacement() -> None:
    corrections = "voice/speech_recognition/transcript_corrections.yaml"
    bundle = bundle_of(
        {
            "voice/response_control/pronunciations.yaml": "pronunciations:\n- {regex: '  +', replacement: ' '}\n",
            corrections: "corrections:\n- name: Dash\n  regular_expressions:\n"
            "  - {regular_expression: '-', replacement: ' ', replacement_type: substring}\n- name: Two\n",
        }
    )
    tree = project(bundle, AUDIT)
    (said,) = records_at(tree, "pronunciations", "pronunciations")
    assert (said["regex"], said["replacement"]) == ("  +", " ")
    dash = record(tree, "Dash", "transcriptCorrections", "transcriptCorrections")
    assert [(each["replacement"], each["replacementType"]) for each in dash["regularExpressions"]] == [(" ", "partial")]
    record(tree, "Two", "transcriptCorrections", "transcriptCorrections")["description"] = "Another"
    assert b"replacement_type: substring" in (changes(bundle, tree, rewrite)[corrections] or b"")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("config/entities.yml", "entities:\n- {name: size, entity_type: free_text}\n"),
        ("config/entities.yaml", "- {name: size, entity_type: free_text}\n"),
    ],
)
def test_other_spellings_of_a_file_are_read_and_written(path: str, text: str) -> None:
    bundle = bundle_of({path: text})
    tree = project(bundle, AUDIT)
    record(tree, "size", "entities", "entities")["description"] = "How large"
    changed = changes(bundle, tree, rewrite)
    assert list(changed) == [path]
    assert (
        record(project(applied(bundle, changed), AUDIT), "size", "entities", "entities")["description"] == "How large"
    )
